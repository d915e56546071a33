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
import { PairPage } from './PairPage'
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

/** Opens a comparison of two logs. */
function compare(logs: Readonly<Record<'a' | 'b', readonly LoggedEvent[]>>) {
  openComparison({ a: 'one', b: 'other' })
  const { open } = useComparison.getState()
  if (open === null) throw new Error('No comparison is open.')
  for (const side of ['a', 'b'] as const)
    open.sides[side].store.getState().receive({ events: logs[side], live: true, warning: null })
  return open
}

it('shows no difference of costs that are shown as equal, and a model that never answered as a player', () => {
  const log = mindEpisode()
  const first = log.findIndex(({ event_type }) => event_type === 'llm_response')
  const costing = (cost_usd: number) =>
    log.map((event, index) =>
      event.event_type === 'llm_response' ? { ...event, cost_usd: index === first ? cost_usd : 0 } : event,
    )
  const costs = (a: readonly LoggedEvent[], b: readonly LoggedEvent[]) => {
    const { container } = render(
      <OpenContext value={compare({ a, b })}>
        <Differences />
      </OpenContext>,
    )
    const row = [...container.querySelectorAll('tr')].find(({ cells }) => cells[0]?.textContent === 'Cost')
    const shown = [
      [...(row?.cells ?? [])].slice(1).map(({ textContent }) => textContent),
      container.textContent,
    ] as const
    cleanup()
    useComparison.setState({ open: null })
    return shown
  }
  expect(costs(costing(0.032), costing(0.03201))[0]).toEqual(['$0.032', '$0.032', ''])
  expect(costs(costing(0.032), costing(0.042))[0]).toEqual(['$0.032', '$0.042', '+$0.01'])
  const unanswered = log.slice(
    0,
    log.findIndex(({ event_type }) => event_type === 'llm_sent' || event_type === 'llm_response'),
  )
  expect(costs(log, unanswered)[1]).not.toContain('is played by a model')
})

it('does not count the opening of another story as a turn that differs', () => {
  const log = sampleEpisode({ turns: 3 })
  const other = log.map((event) =>
    event.event_type === 'observation_made' ? { ...event, text: `${event.text} It rains.` } : event,
  )
  const open = compare({ a: log, b: other })
  const { container } = render(
    <OpenContext value={open}>
      <EpisodeContext value={open.sides.a}>
        <PairPage isPlayed={{ a: false, b: false }} />
      </EpisodeContext>
    </OpenContext>,
  )
  expect(container.querySelector('[role=status]')?.textContent).toBe('Different from the opening · 3 turns differ')
})
