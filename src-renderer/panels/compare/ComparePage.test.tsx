import { act, cleanup, render } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import type { LoggedEvent } from '@shared/episode/log/event'
import { mindEpisode } from '@shared/episode/state/mind-episode.testkit'
import { sampleEpisode } from '@shared/episode/state/sample-episode.testkit'
import { settings } from '@shared/settings/settings'
import { openComparison, useComparison } from '../../session/comparison/comparison-store'
import { EpisodeContext } from '../../session/episode/episode-store'
import { SideFacts } from './ComparePage'
import { Differences } from './Differences'
import { OpenContext } from './use-compared'

afterEach(() => {
  cleanup()
  useComparison.setState({ open: null })
})

/** The facts of side A, whose level is L2, before and after B is read. */
function factsBeside(handicap: 'L2' | 'L5'): readonly (string | null)[] {
  openComparison({ a: 'one', b: 'other' })
  const { open } = useComparison.getState()
  if (open === null) throw new Error('No comparison is open.')
  const { a, b } = open.sides
  const log = sampleEpisode({ turns: 3 })
  const other = log.map((event) => (event.event_type === 'episode_started' ? { ...event, handicap } : event))
  a.store.getState().receive({ events: log, live: true, warning: null })
  const { container } = render(
    <OpenContext value={open}>
      <EpisodeContext value={a}>
        <SideFacts />
      </EpisodeContext>
    </OpenContext>,
  )
  const before = container.textContent
  act(() => b.store.getState().receive({ events: other, live: true, warning: null }))
  return [before, container.textContent]
}

it('shows the level of a side once it is known to differ from that of the other side', () => {
  const [unknown, differing] = factsBeside('L5')
  expect(unknown).toMatch(/ · The Sample · 3 turns$/)
  expect(unknown).not.toContain('L2')
  expect(differing).toMatch(/ · L2 · The Sample · 3 turns$/)
})

it('does not show the level that both sides have', () => expect(factsBeside('L2').join('')).not.toContain('L2'))

it('names each setting in the words of the window', () => {
  openComparison({ a: 'one', b: 'other' })
  const { open } = useComparison.getState()
  if (open === null) throw new Error('No comparison is open.')
  const of = (preset: 'none' | 'full', pace: string, iterations: number, foreign: unknown) => ({
    ...settings.parse({ mind: { preset }, mcp: { max_tool_iterations: iterations } }),
    pace,
    foreign,
  })
  const started = (log: readonly LoggedEvent[], own: object) =>
    log.map((event) => (event.event_type === 'episode_started' ? { ...event, settings: { ...own } } : event))
  const receive = (side: 'a' | 'b', events: readonly LoggedEvent[]) =>
    open.sides[side].store.getState().receive({ events, live: true, warning: null })
  receive('a', started(sampleEpisode({ turns: 3 }), of('none', 'batch', 10, [])))
  receive('b', started(mindEpisode(), of('full', 'watch', 20, [{ toString: 1 }])))
  const { container } = render(
    <OpenContext value={open}>
      <Differences />
    </OpenContext>,
  )
  const rows = [...container.querySelectorAll('tr')].map(({ cells }) =>
    [...cells].map(({ textContent }) => textContent),
  )
  expect(rows).toContainEqual(['Pace', 'batch', 'watch'])
  expect(rows).toContainEqual(['Tools: Model calls per turn', '10', '20'])
  expect(rows).toContainEqual([
    'Mind: Parts',
    'not set',
    'context, places, frontier, stuck, guard, objectives, notes, reflector',
  ])
  // A log from elsewhere may have settings of any kind.
  expect(rows.filter(([name]) => /[a-z]\.[a-z]|_/.test(name ?? ''))).toEqual([
    ['settings.foreign', '[]', '[{"toString":1}]'],
  ])
})
