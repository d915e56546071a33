import { expect, it } from 'vitest'
import { openEnvironment } from '../environment'
import { assembleStory, packZchars, SCRATCH } from './tiny-story.testkit'

const READ_KEY = [0xf6, 0x7f, 1, 16]
const AT = [SCRATCH >> 8, SCRATCH & 0xff]
const jumpBack = (bytes: number) => [0x8c, (2 - bytes - 3) >> 8 & 0xff, (2 - bytes - 3) & 0xff]
const forEver = (code: readonly number[]) => [...code, ...jumpBack(code.length)]

/** What takes the story's time is one instruction that goes through much memory, again and again. */
it.each([
  ['prints a table of nothing', [0xfe, 0x03, ...AT, 0xff, 0xff, 0xff, 0xff]],
  ['searches a table', forEver([0xf7, 0x03, 0x12, 0x34, ...AT, 0xff, 0xff, 17, 0x40 | 2])],
  ['copies a table', forEver([0xfd, 0x03, ...AT, ...AT, 0, 160])],
  ['sums itself', forEver([0xbd, 0x40 | 2])],
  ['keeps states for undo', forEver([0xbe, 9, 0xff, 17])],
])('a story that %s for ever spends its budget in seconds', (_, code) => {
  const environment = openEnvironment(assembleStory({ version: 5, code: [...READ_KEY, ...code] }), 'app')
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
  for (const [at, word] of [[TEXT, text], [ABBREVIATION, abbreviation]] as const) {
    for (let index = 0; index < words; index++) story.set(word, at + index * 2)
    story[at + words * 2 - 2]! |= 0x80
  }
  return openEnvironment(story, 'plain').reset({ seed: 1 })
}

it('a text whose abbreviations make it endless is a fault, though nothing of it can be seen', () => {
  const word = (...zchars: readonly number[]) => packZchars(zchars).map((byte, index) => (index === 0 ? byte & 0x7f : byte))
  const { fault } = printLongText(word(5, 1, 0), word(5, 5, 5), 0x3000)
  expect([fault?.kind, fault?.message]).toEqual(['output-limit', 'A text that begins at 0x10000 has more than 65536 words, those of its abbreviations included.'])
})

it('a property table that never falls is left after as many properties as there are numbers', () => {
  const OBJECT_1 = 0x100 + 62
  const story = new Uint8Array(0x10000)
  story.set(assembleStory({ version: 3, code: [...forEver([0x12, 1, 5, 17])] }))
  story.set([0, 0], 0x1a)
  // Property 31 with one byte, over and over, to the end of the story.
  story.set([0x08, 0x00], OBJECT_1 + 7)
  for (let at = 0x801; at < story.length; at += 2) story[at] = 31
  expect(openEnvironment(story, 'plain').reset({ seed: 1 }).fault?.kind).toBe('budget')
})
