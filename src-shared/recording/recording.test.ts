import { strToU8, zipSync } from 'fflate/browser'
import { describe, expect, it } from 'vitest'
import { foldEvents } from '../episode/sample-episode.testkit'
import { readRecordings } from './read-recordings'
import { mayHoldRecordings } from './which-files'

const read = (name: string, content: string | Uint8Array) => [
  ...readRecordings(name, typeof content === 'string' ? strToU8(content) : content, new Date(0)),
]
const json = (value: unknown) => JSON.stringify(value)
const said = (role: string, content: unknown, more: object = {}) => ({ role, content, ...more })
const sample = (messages: readonly unknown[], more: object = {}) => ({ id: 'zork', epoch: 1, messages, ...more })
const inspectLog = (...samples: unknown[]) =>
  json({ version: 2, eval: { task: 'Zork I', model: 'openai/some-model' }, samples })

const played = [
  said('system', 'You play a game.'),
  said('user', 'West of House'),
  said('assistant', [
    { type: 'reasoning', reasoning: 'The mailbox first.' },
    { type: 'text', text: 'open mailbox' },
  ]),
  said('user', 'attachment://abc'),
  said('assistant', 'I read it.', {
    tool_calls: [{ id: '1', function: 'game', arguments: { command: 'read leaflet' } }],
  }),
  said('tool', 'WELCOME TO ZORK!', { tool_call_id: '1' }),
  said('assistant', 'north'),
]

describe('a game that was played in Inspect by other means than ours', () => {
  it('is what the model typed, or gave to a tool, and what came back', () => {
    const [recording] = read('log.json', inspectLog(sample(played, { attachments: { abc: 'There is a leaflet.' } })))
    const state = foldEvents(recording?.events ?? [])
    expect(state.opening).toMatchObject({ text: 'West of House', score: null, location: null })
    expect(
      state.turns.map(({ action, observation }) => [action?.action, action?.reasoning, observation?.text]),
    ).toEqual([
      ['open mailbox', 'The mailbox first.', 'There is a leaflet.'],
      ['read leaflet', 'I read it.', 'WELCOME TO ZORK!'],
    ])
    expect(state.manifest).toMatchObject({ game: { title: 'Zork I' }, player: { model: 'openai/some-model' } })
    expect(recording?.lacks).toContain('scores')
  })

  it('gives an episode a sample', () => {
    const files = Object.fromEntries(
      [1, 2, 3].map((epoch) => [`samples/zork_epoch_${epoch}.json`, strToU8(json({ ...sample(played), epoch }))]),
    )
    const archive = zipSync({ 'header.json': strToU8(json({ eval: { task: 'Z' } })), ...files })
    expect(read('log.eval', archive).map(({ name }) => name)).toEqual(['zork-1', 'zork-2', 'zork-3'])
  })
})

const deep = `${'['.repeat(5000)}${']'.repeat(5000)}`
const inArchive = (text: string) => zipSync({ 'header.json': strToU8('{}'), 'samples/a_epoch_1.json': strToU8(text) })
/** One that says of a file that it becomes more than it does. */
function bomb(): Uint8Array {
  const archive = inArchive(json(sample(played)))
  const view = new DataView(archive.buffer, archive.byteOffset)
  for (let at = 0; at + 46 < archive.length; at++)
    if (view.getUint32(at, true) === 0x02014b50) view.setUint32(at + 24, 0xf0000000, true)
  return archive
}

describe('a file that is no recording', () => {
  it.each<[string, string, string | Uint8Array, RegExp]>([
    ['an empty log', 'a.json', '{}', /neither a file of TALES nor a log of Inspect/],
    ['no JSON', 'a.json', 'x', /it is not JSON/],
    ['too deep', 'a.json', deep, /nested deeper than 128/],
    ['no archive', 'a.eval', 'PK', /no ZIP archive, or a damaged one/],
    ['an archive without samples', 'a.eval', zipSync({ 'a.txt': strToU8('x') }), /it holds no sample/],
    ['a cut archive', 'a.eval', inArchive(json(sample(played))).slice(0, 200), /no ZIP archive, or a damaged one/],
    ['an archive that would become too large', 'a.eval', bomb(), /256 MB are taken/],
    ['a sample without messages', 'a.eval', inArchive('{"id":1,"epoch":1}'), /a sample has no messages/],
    [
      'an essay',
      'a.json',
      inspectLog(sample([said('user', 'Write.'), said('assistant', 'x'.repeat(300))])),
      /no command/,
    ],
    [
      'two tools',
      'a.json',
      inspectLog(
        sample([
          said('assistant', '', {
            tool_calls: [1, 2].map((id) => ({ id: `${id}`, function: 'f', arguments: { a: 'x' } })),
          }),
        ]),
      ),
      /no command/,
    ],
    ['no answer', 'a.json', inspectLog(sample([said('user', 'x'), said('assistant', 'north')])), /it has no turn/],
    ['no step', 'a.jsonl', '{"Feedback":"x","Action":3}', /line 1 is no step of TALES/],
    ['a cut step', 'a.jsonl', '{"Feedback":"x","Action":"y","Observation":"z"}\n{"Feed', /line 2 is no step/],
  ])('is refused in a sentence that names it: %s', (_what, name, content, why) => {
    expect(() => read(name, content)).toThrow(why)
    expect(() => read(name, content)).toThrow(/ cannot be opened as an episode: /)
  })

  it('is not taken for one by its name and beginning', () => {
    expect(mayHoldRecordings('events.jsonl', '{"seq":0,"event_type":"episode_started"}')).toBe(false)
    expect(mayHoldRecordings('a.jsonl', '{"Step":1,"Feedback":"x"}')).toBe(true)
    expect(mayHoldRecordings('a.eval', 'PK')).toBe(true)
  })
})

describe('a file of TALES', () => {
  it('is named by its folders, and its rules by its name', () => {
    const step = { Observation: 'West of House', Action: 'north', Feedback: 'North of House', Score: 5 }
    const [recording] = read('logs/tales_gpt/JerichoEnvZork1/a1_s77_steps1.jsonl', `${json(step)}\n`)
    const { manifest, ended, opening, turns } = foldEvents(recording?.events ?? [])
    expect(manifest).toMatchObject({
      seed: 77,
      handicap: 'L4',
      turn_limit: 1,
      on_death: 'restart',
      game: { title: 'Zork1' },
      player: { model: 'gpt' },
    })
    expect([ended?.ended, opening?.text, turns[0]?.observation?.score]).toEqual(['turn_limit', 'West of House', 5])
    expect(recording?.lacks).toContain('what the model was sent')
  })
})
