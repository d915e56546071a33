import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { watchForRepetition } from './repetition'

/**
 * The number of characters that were read, in pieces of `size`, when the repetition of a text was found; null if it was
 * not.
 */
function readUntilFound(text: string, size = 7): number | null {
  const watch = watchForRepetition()
  for (let at = 0; at < text.length; at += size) if (watch.add(text.slice(at, at + size))) return at + size
  return null
}

describe('a text that repeats itself', () => {
  it.each([
    ['one word', 'go '.repeat(2000)],
    ['a span of a real model', `I am ${'of the house that is west '.repeat(400)}`],
    ['a long span', 'Wait, let me think about the mailbox again, because it may hold a leaflet. '.repeat(60)],
    ['a span over several lines', '{"thinking": "x"}\n{"action":\n"north"}\n'.repeat(200)],
    ['letters without a space', 'a'.repeat(5000)],
    ['a language without spaces', '房子的西边'.repeat(1000)],
    ['blanks', `{"thinking": "x",${' \n\t'.repeat(1000)}`],
  ])('is found early, in pieces of any size: %s', (_which, text) => {
    for (const size of [1, 7, 64, 1000]) expect(readUntilFound(text, size)).toBeLessThan(text.length)
  })
})

describe('a text that does not', () => {
  it.each([
    ['a list of directions', 'north, south, east, west, up, down, in, out. '.repeat(6)],
    ['a rule and a table', `${'-'.repeat(300)}\n${'| --- | --- | --- | --- |\n'.repeat(3)}`],
    ['an enumeration', Array.from({ length: 300 }, (_, at) => `${at + 1}. I tried door ${at + 1}.`).join('\n')],
    ['emphasis', 'no '.repeat(40)],
    [
      'indented JSON',
      JSON.stringify(
        Array.from({ length: 60 }, (_, at) => ({ at, to: { deep: [at] } })),
        null,
        8,
      ),
    ],
  ])('is not stopped: %s', (_which, text) => expect(readUntilFound(text)).toBeNull())

  it('is not stopped: random words, however they are split', () => {
    const words = fc.array(fc.stringMatching(/^[a-z]{2,9}$/), { minLength: 50, maxLength: 300 })
    fc.assert(
      fc.property(
        fc.uniqueArray(fc.stringMatching(/^[a-z]{2,9}$/), { minLength: 120, maxLength: 120 }),
        words,
        (unique, more) => {
          expect(readUntilFound([...unique, ...more.slice(0, 60)].join(' '))).toBeNull()
        },
      ),
    )
  })
})
