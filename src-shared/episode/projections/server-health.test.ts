import { expect, it } from 'vitest'
import type { LoggedEvent } from '../log/event'
import { foldEvents, sampleEpisode } from '../state/sample-episode.testkit'
import { healthOfServers } from './server-health'
import { turnFiguresOf } from './turn-figures'

const events = sampleEpisode({ turns: 20 })
const answers = events.filter(({ event_type }) => event_type === 'mcp_tool_result')
const healthOf = (changed: (event: LoggedEvent, answer: number) => readonly LoggedEvent[]) =>
  healthOfServers(
    turnFiguresOf(
      foldEvents(
        events
          .flatMap((event) => changed(event, answers.indexOf(event)))
          .map((event, seq): LoggedEvent => ({ ...event, seq })),
      ),
    ).servers,
  )
const turnOf = (answer: number) => (answers[answer] as { readonly turn: number } | undefined)?.turn

/** The answer as an event of another kind, with the reference to its call. */
const instead = (event: LoggedEvent, change: object): LoggedEvent => ({ ...event, ...change }) as LoggedEvent

it('counts the calls of each server, with the time of their answers', () => {
  const all = answers.map((event) => (event as { readonly duration_ms: number }).duration_ms)
  const { thoughtbox } = healthOf((event) => [event])
  const failed = events.filter(({ event_type }) => event_type === 'mcp_tool_error').length
  expect(thoughtbox).toMatchObject({ calls: all.length + failed, failures: failed, failedStarts: 0 })
  expect(all).toContain(thoughtbox?.answerMs.p50)
})

it('names the turns with a call that was not answered, and with a server that did not start', () => {
  const before = healthOf((event) => [event]).thoughtbox
  const after = healthOf((event, answer) => {
    if (answer === 0) return [instead(event, { event_type: 'mcp_tool_timeout', timeout_seconds: 30 })]
    if (answer === 5)
      return [
        event,
        instead(event, {
          event_type: 'mcp_server_failed',
          server_name: 'thoughtbox',
          error: 'gone',
          attempt: 1,
          will_retry: true,
        }),
      ]
    return [event]
  }).thoughtbox
  expect(after?.failures).toBe((before?.failures ?? 0) + 1)
  expect(after?.failedStarts).toBe(1)
  expect(after?.failedTurns).toEqual(expect.arrayContaining([turnOf(0), turnOf(5)]))
})

it('does not count calls that the model got wrong, nor errors of the tool itself', () => {
  const before = healthOf((event) => [event]).thoughtbox
  const after = healthOf((event, answer) => {
    if (answer === 0) return [instead(event, { event_type: 'mcp_tool_error', error: 'no tool', duration_ms: 0 })]
    return [answer === 1 ? instead(event, { is_error: true }) : event]
  }).thoughtbox
  expect(after?.failures).toBe(before?.failures)
  expect(after?.calls).toBe((before?.calls ?? 0) - 1)
})
