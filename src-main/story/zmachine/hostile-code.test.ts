import { expect, it } from 'vitest'
import { openEnvironment } from '../live-environment'
import { assembleStory, packZchars, SCRATCH } from './tiny-story.testkit'

const READ_KEY = [0xf6, 0x7f, 1, 16]
const AT = [SCRATCH >> 8, SCRATCH & 0xff]

/** An instruction that processes much memory counts as several. Otherwise a budget would not limit the time. */
it.each([
  ['searching a table', [0xf7, 0x03, 0x12, 0x34, ...AT, 0xff, 0xff, 17, 0x40 | 2], 65535],
  ['copying a table', [0xfd, 0x03, ...AT, ...AT, 0, 160], 160],
  ['summing the story', [0xbd, 0x40 | 2], 0x700],
  ['keeping a state for undo', [0xbe, 9, 0xff, 17], 0x480],
])('%s counts an instruction for every eight bytes', (_, code, bytes) => {
  const environment = openEnvironment(assembleStory({ version: 5, code: [...READ_KEY, ...code, ...READ_KEY] }), 'app')
  const instructions = environment.step('x').info.instructions
  expect(instructions).toBe(3 + Math.ceil(bytes / 8))
})

it('a table too large to print spends the budget at once, though none of it is visible', () => {
  const environment = openEnvironment(
    assembleStory({ version: 5, code: [...READ_KEY, 0xfe, 0x03, ...AT, 0xff, 0xff, 0xff, 0xff] }),
    'app',
  )
  expect(environment.step('x').fault?.kind).toBe('budget')
})

/** A story of 128 kB; `print_paddr` of the text at TEXT, with abbreviation 0 at ABBREVIATION. */
const TEXT = 0x10000
const ABBREVIATION = 0x18000

function printLongText(text: readonly number[], abbreviation: readonly number[], words: number) {
  const story = new Uint8Array(0x20000)
  story.set(assembleStory({ version: 3, code: [0x8d, (TEXT / 2) >> 8, (TEXT / 2) & 0xff] }))
  story.set([0, 0], 0x1a)
  story.set([(ABBREVIATION / 2) >> 8, (ABBREVIATION / 2) & 0xff], 0x40)
  for (const [at, word] of [
    [TEXT, text],
    [ABBREVIATION, abbreviation],
  ] as const) {
    for (let index = 0; index < words; index++) story.set(word, at + index * 2)
    story[at + words * 2 - 2]! |= 0x80
  }
  return openEnvironment(story, 'plain').reset({ seed: 1 })
}

it('a text whose abbreviations make it endless is a fault, though none of it is visible', () => {
  const word = (...zchars: readonly number[]) =>
    packZchars(zchars).map((byte, index) => (index === 0 ? byte & 0x7f : byte))
  const { fault } = printLongText(word(5, 1, 0), word(5, 5, 5), 0x3000)
  expect([fault?.kind, fault?.message]).toEqual([
    'output-limit',
    'A text that begins at 0x10000 has more than 65536 words, including those of its abbreviations.',
  ])
})

it('an object whose name takes too long to read has no name', () => {
  const OBJECT_1 = 0x100 + 62
  const TABLE = 0x800
  const story = new Uint8Array(0x20000)
  story.set(assembleStory({ version: 3, code: [] }))
  story.set([0, 0], 0x1a)
  story.set([ABBREVIATION >> 9, (ABBREVIATION >> 1) & 0xff], 0x40)
  story.set([TABLE >> 8, TABLE & 0xff], OBJECT_1 + 7)
  story.set([1, ...packZchars([1, 0])], TABLE)
  story.fill(0x18, ABBREVIATION, ABBREVIATION + 1000)
  story[ABBREVIATION + 1000] = 0x98
  const nameOf = () => openEnvironment(story, 'plain').getObject(1)?.name.length
  expect(nameOf()).toBe(1503)
  story.fill(0x18, ABBREVIATION + 1000, ABBREVIATION + 2000)
  story[ABBREVIATION + 2000] = 0x98
  expect(nameOf()).toBe(0)
})

it('the search in a damaged property table ends after the maximum number of properties', () => {
  const OBJECT_1 = 0x100 + 62
  const TABLE = 0x800
  const DAMAGED = 70
  const story = new Uint8Array(0x1000)
  // get_prop_addr of property 5; print it.
  story.set(assembleStory({ version: 3, code: [0x12, 1, 5, 16, 0xe6, 0xbf, 16] }))
  story.set([0, 0], 0x1a)
  story.set([TABLE >> 8, TABLE & 0xff], OBJECT_1 + 7)
  // Property 31 of one byte, repeated, and then the property that is searched for.
  for (let index = 0; index < DAMAGED; index++) story[TABLE + 1 + index * 2] = 31
  story[TABLE + 1 + DAMAGED * 2] = 5
  const { observation, prompt } = openEnvironment(story, 'plain').reset({ seed: 1 })
  expect(observation + prompt).toBe('0')
})
