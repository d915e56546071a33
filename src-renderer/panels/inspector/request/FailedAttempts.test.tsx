import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import type { LoggedEvent } from '@shared/episode/log/event'
import { emptyEpisode } from '@shared/episode/state/episode'
import { reduceEpisode } from '@shared/episode/state/reduce-episode'
import { sampleEpisode } from '@shared/episode/state/sample-episode.testkit'
import { FailedAttempts } from './RequestTab'

const log = sampleEpisode({ turns: 1 })
const asked = log.slice(0, log.findIndex(({ event_type }) => event_type === 'llm_request') + 1)
const failure = (attempt: number, retryInMs: number | null): LoggedEvent => ({
  seq: asked.length + attempt,
  at: '2026-03-02T09:00:01.000Z',
  episode_id: 'sample',
  event_type: 'llm_error',
  turn: 1,
  iteration: 1,
  code: '503',
  message: `Busy at attempt ${attempt}.`,
  attempt,
  retry_in_ms: retryInMs,
})
const failuresOf = (events: readonly LoggedEvent[]) =>
  [...asked, ...events].reduce(reduceEpisode, emptyEpisode).openTurn?.iterations[0]?.failures ?? []
const entries = () => screen.getAllByRole('listitem').map(({ textContent }) => textContent)
afterEach(cleanup)

describe('the failed attempts at a call', () => {
  it('are listed with their consequences', () => {
    render(<FailedAttempts failures={failuresOf([failure(1, 2000), failure(2, null)])} isAnswered={false} />)
    expect(entries()).toEqual([
      expect.stringMatching(/Attempt 1 · 503.*Busy at attempt 1\.Retried after 2 s\./),
      expect.stringMatching(/Attempt 2 · 503.*Not retried\./),
    ])
  })

  it('show that another model answered', () => {
    render(<FailedAttempts failures={failuresOf([failure(1, null)])} isAnswered />)
    expect(entries()).toEqual([expect.stringContaining('Retried with the next model in the list.')])
  })
})
