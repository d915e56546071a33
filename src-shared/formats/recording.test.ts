import { strToU8, zipSync } from 'fflate/browser'
import { describe, expect, it } from 'vitest'
import { foldEvents } from '../episode/state/sample-episode.testkit'
import { readRecordings } from './read-recordings'
import { mayHoldRecordings } from './which-files'

const read = (name: string, content: string | Uint8Array) =>
  [...readRecordings(name, typeof content === 'string' ? strToU8(content) : content, new Date(0))].map((open) => open())
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

describe('a game played in Inspect without this app', () => {
  it('consists of the actions that the model typed or passed to a tool, and the replies', () => {
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

  it('ends with the last reply', () => {
    const summary = said('assistant', 'I opened the mailbox. '.repeat(20))
    const [recording] = read('log.json', inspectLog(sample([...played, summary])))
    expect(foldEvents(recording?.events ?? []).turns).toHaveLength(2)
  })

  it('may contain NaN as Python writes it, and unknown attachment names', () => {
    const names = [said('user', 'attachment://constructor'), said('assistant', 'NaN'), said('user', 'say "NaN"')]
    const log = inspectLog(sample(names, { scores: { a: 'NaN', b: '-Infinity' } }))
    const [recording] = read('log.json', log.replace('"a":"NaN"', '"a":NaN').replace('"-Infinity"', '-Infinity'))
    const { opening, turns } = foldEvents(recording?.events ?? [])
    expect([opening?.text, turns[0]?.action?.action, turns[0]?.observation?.text]).toEqual([
      'attachment://constructor',
      'NaN',
      'say "NaN"',
    ])
  })

  it('gives one episode per sample', () => {
    const files = Object.fromEntries(
      [1, 2, 3].map((epoch) => [`samples/zork_epoch_${epoch}.json`, strToU8(json({ ...sample(played), epoch }))]),
    )
    const archive = zipSync({ 'header.json': strToU8(json({ eval: { task: 'Z' } })), ...files })
    expect(read('log.eval', archive).map(({ name }) => name)).toEqual(['zork-1', 'zork-2', 'zork-3'])
  })

  it('is opened even if another sample is invalid', () => {
    const archive = zipSync({
      'header.json': strToU8('{}'),
      'samples/a_epoch_1.json': strToU8('{'),
      'samples/b_epoch_1.json': strToU8(json(sample(played))),
    })
    const [broken, whole] = [...readRecordings('log.eval', archive, new Date(0))]
    expect(() => broken?.()).toThrow(/it is not JSON/)
    expect(whole?.().name).toBe('zork-1')
  })
})

const deep = `${'['.repeat(5000)}${']'.repeat(5000)}`
const inArchive = (text: string) => zipSync({ 'header.json': strToU8('{}'), 'samples/a_epoch_1.json': strToU8(text) })
/** The archive with another number in each entry of its directory. */
function listing(archive: Uint8Array, field: number, value: number): Uint8Array {
  const view = new DataView(archive.buffer, archive.byteOffset)
  for (let at = 0; at + 46 < archive.length; at++)
    if (view.getUint32(at, true) === 0x02014b50) view.setUint32(at + field, value, true)
  return archive
}
const [PACKED, SIZE] = [20, 24]
const three = () => zipSync({ a: new Uint8Array(9), b: new Uint8Array(9), c: new Uint8Array(9) })
const one = () => inArchive(json(sample(played)))
/** A text of a megabyte in a thousand messages. */
const repeated = sample(
  Array.from({ length: 1000 }, (_, index) =>
    said(index % 2 === 0 ? 'user' : 'assistant', index % 2 === 0 ? 'attachment://a' : 'n'),
  ),
  { attachments: { a: 'x'.repeat(1 << 20) } },
)
/** A log in our format, with a call that sent each of its messages a thousand times. */
const resent = (refs: number) =>
  sample([], {
    events: [
      {
        event: 'model',
        model: 'm',
        input: [],
        input_refs: Array.from({ length: refs }, () => [0, 1000]),
        output: { choices: [] },
      },
    ],
    events_data: { messages: Array.from({ length: 1000 }, () => said('user', 'x')) },
  })

describe('a file that is no recording', () => {
  it.each<[string, string, string | Uint8Array, RegExp]>([
    ['an empty log', 'a.json', '{}', /neither a file of TALES nor a log of Inspect/],
    ['no JSON', 'a.json', 'x', /it is not JSON/],
    ['too deep', 'a.json', deep, /nested deeper than 128/],
    ['no archive', 'a.eval', 'PK', /not a valid ZIP archive/],
    ['an archive without samples', 'a.eval', zipSync({ 'a.txt': strToU8('x') }), /it has no samples/],
    ['a cut archive', 'a.eval', inArchive(json(sample(played))).slice(0, 200), /not a valid ZIP archive/],
    [
      'an archive of a file that would become too large',
      'a.eval',
      listing(one(), SIZE, 1 << 29),
      /the limit is 256 MB/,
    ],
    [
      'an archive that would become too large',
      'a.eval',
      listing(three(), SIZE, 0xf0000000),
      /11.3 GB; the limit is 8 GB/,
    ],
    [
      'an archive that unpacks to more than it declares',
      'a.eval',
      listing(inArchive('x'.repeat(1e6)), SIZE, 10),
      /not a valid ZIP archive/,
    ],
    ['an archive of overlapping files', 'a.eval', listing(one(), PACKED, 500), /not a valid ZIP archive/],
    ['an archive of an unknown compression', 'a.eval', listing(one(), 10, 93), /compressed by method 93/],
    ['a text that is repeated many times', 'a.json', inspectLog(repeated), /longer than 256 MB/],
    ['messages that are sent many times', 'a.json', inspectLog(resent(2001)), /more than 2,000,000 messages/],
    ['lines without end', 'a.jsonl', `{"Feedback":"x","Action":3}${'\n'.repeat(1e6)}`, /line 1 is not a step/],
    [
      'steps without end',
      'a.jsonl',
      `${json({ Feedback: 'x', Action: 'y', Observation: 'z' })}\n`.repeat(100_002),
      /more than 100,000 turns/,
    ],
    ['a sample without messages', 'a.eval', inArchive('{"id":1,"epoch":1}'), /a sample has no messages/],
    [
      'an essay',
      'a.json',
      inspectLog(sample([said('user', 'Write.'), said('assistant', 'x'.repeat(300)), said('user', 'Thanks.')])),
      /not a game command/,
    ],
    [
      'two tools',
      'a.json',
      inspectLog(
        sample([
          said('assistant', '', {
            tool_calls: [1, 2].map((id) => ({ id: `${id}`, function: 'f', arguments: { a: 'x' } })),
          }),
          said('tool', 'y', { tool_call_id: '1' }),
        ]),
      ),
      /not a game command/,
    ],
    ['no answer', 'a.json', inspectLog(sample([said('user', 'x'), said('assistant', 'north')])), /it has no turn/],
    ['no step', 'a.jsonl', '{"Feedback":"x","Action":3}', /line 1 is not a step of TALES/],
    ['a cut step', 'a.jsonl', '{"Feedback":"x","Action":"y","Observation":"z"}\n{"Feed', /line 2 is not a step/],
  ])('is refused in a sentence that names it: %s', (_what, name, content, why) => {
    expect(() => read(name, content)).toThrow(why)
    expect(() => read(name, content)).toThrow(/ cannot be opened as an episode: /)
  })

  it('is not accepted by its name and first characters alone', () => {
    expect(mayHoldRecordings('events.jsonl', '{"seq":0,"event_type":"episode_started"}')).toBe(false)
    expect(mayHoldRecordings('a.jsonl', '{"Step":1,"Feedback":"x"}')).toBe(true)
    expect(mayHoldRecordings('a.eval', 'PK')).toBe(true)
  })
})

describe('a file of TALES', () => {
  it('has what the game printed when TALES restarted it', () => {
    const step = (Observation: string, Feedback: string) => json({ Observation, Action: 'north', Feedback })
    const text = [step('West of House', 'You have died.'), step('You have died.\n-= Restarting =-\nWest', 'North')]
    const [recording] = read('a.jsonl', text.join('\n'))
    const { turns } = foldEvents(recording?.events ?? [])
    expect(turns.map(({ observation }) => observation?.text)).toEqual([
      'You have died.\n-= Restarting =-\nWest',
      'North',
    ])
  })

  it('is named after its folders, with rules from its name', () => {
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
