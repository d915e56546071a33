import { expect, it } from 'vitest'
import { sampleEpisode } from '../state/sample-episode.testkit'
import type { LoggedEvent } from './event'
import { includeNothing, redactEvents } from './redact'
import type { TypeWith, ValuesOf } from './text-fields'

const log = sampleEpisode({ turns: 5 })
const failed = (error: string): LoggedEvent => ({
  seq: log.length,
  at: '2026-03-02T09:00:00.000Z',
  episode_id: 'sample',
  event_type: 'mcp_server_failed',
  turn: 5,
  server_name: 'notes',
  error,
  attempt: 1,
  will_retry: false,
})
const errorOf = (error: string) => {
  const event = redactEvents([failed(error)]).events[0]
  return event?.event_type === 'mcp_server_failed' ? event.error : null
}

it('leaves a log without secrets unchanged except for settings and endpoint', () => {
  const { events, findings } = redactEvents(log)
  expect(findings).toEqual([])
  expect(events.slice(1)).toEqual(log.slice(1))
  expect(events[0]).toMatchObject({ settings: {}, player: { base_url: null } })
  expect(redactEvents(log, { ...includeNothing, settings: true }).events).toEqual(log)
})

it('lists all findings, including those that are not removed', () => {
  const { events, findings } = redactEvents([failed('/tmp/a, /tmp/a and sk-or-v1-0123456789abcdef0123')], {
    ...includeNothing,
    path: true,
  })
  expect(findings).toEqual([
    { kind: 'key', text: 'sk-or-v1-0123456789abcdef0123', times: 1 },
    { kind: 'path', text: '/tmp/a', times: 2 },
  ])
  expect(JSON.stringify(events)).toContain('/tmp/a, /tmp/a and [key]')
})

it('blanks keys and absolute paths everywhere', () => {
  expect(errorOf('spawn /home/ada/bin/notes-server ENOENT')).toBe('spawn [path] ENOENT')
  expect(errorOf('C:\\Users\\Ada\\notes.js is not there')).toBe('[path] is not there')
  expect(errorOf('401 for sk-or-v1-0123456789abcdef0123')).toBe('401 for [key]')
  expect(errorOf('Authorization: Bearer abcdefgh12345678')).toBe('Authorization: Bearer [key]')
})

it.each([
  ['GitHub', 'ghp_16C7e42F292c6912E7710c838347Ae178B4a'],
  ['a GitHub app', 'ghs_16C7e42F292c6912E7710c838347Ae178B4a'],
  ['GitHub, for some repositories', 'github_pat_11ABCDEFG0abcdefghijkl_0123456789abcdefghijklmnopqrstuvwxyz'],
  ['GitLab', 'glpat-0123456789abcdefghij'],
  ['Hugging Face', 'hf_abcdefghijklmnopqrstuvwxyzABCDEFGH'],
  ['Slack', 'xoxb-0123456789012-0123456789012-abcdefghijklmnop'],
  ['Google', 'AIzaSyA0123456789abcdefghijklmnopqrstuv'],
  ['AWS', 'AKIA0123456789ABCDEF'],
])('blanks the tokens of %s', (_whose, token) => {
  expect(errorOf(`remote: ${token}@host refused`)).toBe('remote: [key]@host refused')
})

it('blanks values in lists and nested objects', () => {
  const result: LoggedEvent = {
    seq: 0,
    at: '2026-03-02T09:00:00.000Z',
    episode_id: 'sample',
    event_type: 'mcp_tool_call',
    turn: 1,
    iteration: 1,
    call_id: 'c',
    tool_name: 's.t',
    server_name: 's',
    arguments: { list: ['sk-0123456789abcdef0123', { deep: [['/home/ada/notes']] }] },
  }
  expect(redactEvents([result]).events[0]).toMatchObject({ arguments: { list: ['[key]', { deep: [['[path]']] }] } })
})

it('leaves the words of a game alone', () => {
  expect(errorOf('You are in the Living Room. There is a trophy case here (empty).')).toBe(
    'You are in the Living Room. There is a trophy case here (empty).',
  )
})

it('removes the settings', () => {
  const [first] = log
  if (first?.event_type !== 'episode_started') throw new Error('A log opens with its manifest.')
  const [event] = redactEvents([{ ...first, settings: { mcp: { config_file: 'secret.json' } } }]).events
  expect(event).toMatchObject({ settings: {} })
})

const player = { kind: 'llm', label: 'AI', model: 'm', base_url: 'http://10.0.0.7/v1', profile: null } as const
const machineFields: { readonly [Type in TypeWith<'machine'>]: ValuesOf<Type, 'machine'> } = {
  episode_started: { player, settings: { llm: { base_url: 'http://10.0.0.7/v1' } } },
  episode_forked: { player, settings: { llm: { base_url: 'http://10.0.0.7/v1' } } },
}

it.each(Object.entries(machineFields))('hides every machine field of %s', (event_type, fields) => {
  const redacted = redactEvents([{ ...log[0], event_type, ...fields } as LoggedEvent]).events[0]
  for (const field of Object.entries(fields)) expect(Object.entries(redacted ?? {})).not.toContainEqual(field)
})

it('blanks field names too, which a model or a server chooses', () => {
  const call = log.find((event) => event.event_type === 'mcp_tool_call')
  const given = { '/home/ada/plan.txt': 1, inner: [{ 'sk-or-v1-0123456789abcdef0123': '/Volumes/ada/x' }] }
  const { events } = redactEvents([{ ...call, arguments: given } as LoggedEvent])
  expect(events[0]).toEqual({ ...call, arguments: { '[path]': 1, inner: [{ '[key]': '[path]' }] } })
})
