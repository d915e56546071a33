import { act, cleanup, render, screen } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import type { EpisodeEvent } from '@shared/episode/log/event'
import { emptyEpisode } from '@shared/episode/state/episode'
import { reduceEpisode } from '@shared/episode/state/reduce-episode'
import { sampleEpisode } from '@shared/episode/state/sample-episode.testkit'
import { connectTo, forgetHost } from '../../../session/connection/connection.testkit'
import { useEpisode } from '../../../session/episode/episode-store'
import { ThoughtsTab } from './ThoughtsTab'

const log = sampleEpisode({ turns: 2, openTurn: true })
const request = log.findLastIndex(({ event_type }) => event_type === 'llm_request')
const asking = log.slice(0, request + 1)
const open = asking.reduce(reduceEpisode, emptyEpisode).openTurn
const piece = (text: string, offset: number): EpisodeEvent => ({
  event_type: 'llm_delta',
  turn: open?.number ?? 0,
  iteration: open?.iterations.at(-1)?.number ?? 0,
  offset,
  part: 'reasoning',
  tool_index: 0,
  text,
})

function show(events: readonly EpisodeEvent[]) {
  act(() => {
    useEpisode.getState().open('sample', 'live')
    useEpisode.getState().receive({ events, live: true, warning: null })
  })
  const turn = useEpisode.getState().shown.openTurn
  if (turn) render(<ThoughtsTab turn={turn} />)
}
afterEach(() => {
  cleanup()
  useEpisode.getState().close()
})

describe('the thoughts of a turn that is being played', () => {
  it('are shown while they stream', () => {
    show([...asking, piece('The lamp ', 0)])
    expect(screen.getByText('The lamp')).toBeDefined()
    act(() => useEpisode.getState().receive({ events: [piece('is brass.', 9)], live: true, warning: null }))
    expect(screen.getByText('The lamp is brass.')).toBeDefined()
  })

  it('follow the answers that were rejected before', () => {
    const at = { seq: asking.length, at: asking[0]?.at ?? '', episode_id: 'sample', turn: open?.number ?? 0 }
    const rejected = { attempt: 1, action: 'push wall', reasoning: 'It looks loose.' }
    const proposed: EpisodeEvent = { ...at, event_type: 'action_proposed', ...rejected }
    show([...asking, proposed, piece('Another way.', 0)])
    const { textContent } = document.body
    expect(textContent.indexOf('It looks loose.')).toBeGreaterThan(0)
    expect(textContent.indexOf('Another way.')).toBeGreaterThan(textContent.indexOf('It looks loose.'))
  })

  it('are followed by its errors, with links to a server that never started', () => {
    connectTo({})
    const at = { seq: asking.length, at: asking[0]?.at ?? '', episode_id: 'sample', turn: open?.number ?? 0 }
    const failed = { server_name: 'bad', error: 'it exited with code 3', attempt: 1, will_retry: false }
    show([...asking, { ...at, event_type: 'mcp_server_failed', ...failed }])
    expect(screen.getByText(/bad is not available: it exited with code 3/)).toBeDefined()
    expect(screen.getByRole('button', { name: 'Edit server bad' })).toBeDefined()
    forgetHost()
  })

  it('are not expected from a person', () => {
    const begun = asking.slice(0, asking.findLastIndex(({ event_type }) => event_type === 'turn_started') + 1)
    show(
      begun.map((event) =>
        event.event_type === 'episode_started' ? { ...event, player: { ...event.player, kind: 'human' } } : event,
      ),
    )
    expect(screen.getByText('A person’s turns have no thoughts.')).toBeDefined()
  })

  it('are not reported missing before the turn ends', () => {
    show(asking)
    expect(screen.queryByText('This turn recorded no thoughts.')).toBeNull()
  })
})
