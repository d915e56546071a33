import { expect, it } from 'vitest'
import { redactEvents } from './redact'
import { sampleEpisode } from './sample-episode.testkit'
import type { LoggedEvent } from './event'

const log = sampleEpisode({ turns: 5 })
const failed = (error: string): LoggedEvent => ({ seq: log.length, at: '2026-03-02T09:00:00.000Z', episode_id: 'sample', event_type: 'mcp_server_failed', turn: 5, server_name: 'notes', error, attempt: 1, will_retry: false })
const errorOf = (error: string) => {
  const event = redactEvents([failed(error)]).events[0]
  return event?.event_type === 'mcp_server_failed' ? event.error : null
}

it('leaves a log without secrets as it is, but for its settings', () => {
  expect(redactEvents(log)).toEqual({ events: log, places: 0 })
})

it('blanks keys and absolute paths wherever they are, and counts them', () => {
  expect(errorOf('spawn /home/ada/bin/notes-server ENOENT')).toBe('spawn [path] ENOENT')
  expect(errorOf('C:\\Users\\Ada\\notes.js is not there')).toBe('[path] is not there')
  expect(errorOf('401 for sk-or-v1-0123456789abcdef0123')).toBe('401 for [key]')
  expect(errorOf('Authorization: Bearer abcdefgh12345678')).toBe('Authorization: Bearer [key]')
  expect(redactEvents([failed('/home/a/b and /tmp/c')]).places).toBe(2)
})

it('leaves the words of a game alone', () => {
  expect(errorOf('You are in the Living Room. There is a trophy case here (empty).')).toBe('You are in the Living Room. There is a trophy case here (empty).')
})

it('leaves the settings out', () => {
  const [first] = log
  if (first?.event_type !== 'episode_started') throw new Error('A log opens with its manifest.')
  const [event] = redactEvents([{ ...first, settings: { mcp: { config_file: 'secret.json' } } }]).events
  expect(event).toMatchObject({ settings: {} })
})
