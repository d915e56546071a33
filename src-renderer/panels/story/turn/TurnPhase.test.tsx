import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { noAnnotations } from '@shared/episode/log/annotate'
import type { EpisodeEvent, LoggedEvent } from '@shared/episode/log/event'
import { sampleEpisode } from '@shared/episode/state/sample-episode.testkit'
import { canRetryNow } from '../../../session/episode/episode-status'
import { useEpisode } from '../../../session/episode/episode-store'
import { useEpisodeList } from '../../../session/episodes/episodes-store'
import { TurnPhase } from './TurnPhase'

const log = sampleEpisode({ turns: 3 })
const waiting = log.slice(0, log.findLastIndex(({ event_type }) => event_type === 'llm_request') + 1)

afterEach(() => {
  cleanup()
  vi.useRealTimers()
  useEpisode.getState().close()
  useEpisodeList.setState({ entries: new Map(), isRead: false })
})

const asked = waiting.at(-1)
if (asked?.event_type !== 'llm_request') throw new Error('The sample has no request.')
const { turn, iteration } = asked
const readUpTo = (percent: number): EpisodeEvent => ({
  event_type: 'llm_delta',
  turn,
  iteration,
  offset: 0,
  part: 'prompt',
  tool_index: 0,
  text: String(percent),
})

function showAfter(
  waitMs: number,
  more: { readonly elsewhere?: true } = {},
  percent: number | null = null,
  failures: readonly EpisodeEvent[] = [],
): void {
  useEpisode.getState().open('sample', 'live')
  useEpisode.getState().receive({
    events: [...waiting, ...(percent === null ? [] : [readUpTo(percent)]), ...failures],
    live: true,
    warning: null,
  })
  useEpisodeList.getState().receive({
    changed: [
      {
        id: 'sample',
        running: true,
        readable: true,
        summary: null,
        annotations: noAnnotations,
        reason: null,
        ...more,
      },
    ],
    removed: [],
  })
  const turn = useEpisode.getState().history.latest.openTurn
  if (!turn) throw new Error('The sample ends inside a turn.')
  vi.useFakeTimers({ now: Date.parse(turn.startedAt) + waitMs })
  render(<TurnPhase turn={turn} />)
}
const cancel = () => screen.queryByRole('button', { name: 'Cancel call' })

describe('a turn that waits for its model', () => {
  it('says how much of the prompt the model has read, until all is read', () => {
    showAfter(1000, {}, 43)
    expect(screen.getByText(/Reading the prompt, 43 %/)).toBeTruthy()
    cleanup()
    useEpisode.getState().close()
    showAfter(1000, {}, 100)
    expect(screen.queryByText(/Reading the prompt/)).toBeNull()
  })

  it('offers to cancel the call after twenty seconds', () => {
    showAfter(19_000)
    expect(cancel()).toBeNull()
    cleanup()
    vi.useRealTimers()
    useEpisode.getState().close()
    showAfter(21_000)
    expect(screen.getByText(/^Still waiting/)).toBeDefined()
    expect(cancel()).not.toBeNull()
  })

  it('offers to end the wait for the next attempt', () => {
    const failure: LoggedEvent = {
      event_type: 'llm_error',
      seq: waiting.length,
      at: asked.at,
      episode_id: 'sample',
      turn,
      iteration,
      code: '429',
      message: 'Too many requests.',
      attempt: 1,
      retry_in_ms: 600_000,
    }
    showAfter(1000, {}, null, [failure])
    expect(screen.getByText(/^Retrying in .* \(attempt 2\)/)).toBeDefined()
    expect(screen.getByRole('button', { name: 'Retry now' })).toBeDefined()
    expect(canRetryNow(useEpisode.getState().history.latest)).toBe(true)
  })

  it('gives the focus of a button to the story when the button disappears', async () => {
    showAfter(21_000)
    const region = document.createElement('div')
    region.dataset.region = 'story'
    region.tabIndex = -1
    document.body.append(region)
    cancel()?.focus()
    useEpisode.getState().receive({
      events: [
        {
          event_type: 'control_changed',
          seq: waiting.length,
          at: asked.at,
          episode_id: 'sample',
          mode: 'paused',
          reason: null,
        },
      ],
      live: true,
      warning: null,
    })
    await vi.waitFor(() => expect(document.activeElement).toBe(region))
    region.remove()
  })

  it('offers nothing if another program plays', () => {
    showAfter(21_000, { elsewhere: true })
    expect(cancel()).toBeNull()
  })
})
