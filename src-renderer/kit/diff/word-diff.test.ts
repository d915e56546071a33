import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { diffLines, diffWords } from './WordDiff'

const join = (kinds: readonly string[], runs: ReturnType<typeof diffWords>) =>
  runs
    .filter(({ kind }) => kinds.includes(kind))
    .map(({ text }) => text)
    .join('')

describe('diffWords', () => {
  it('contains both texts, word for word', () => {
    const anyText = fc
      .array(fc.constantFrom('lamp', 'troll', 'sword', ' ', '\n', '.', 'Käfig'))
      .map((words) => words.join(''))
    fc.assert(
      fc.property(anyText, anyText, (before, after) => {
        const runs = diffWords(before, after)
        expect(join(['same', 'dropped'], runs)).toBe(before)
        expect(join(['same', 'added'], runs)).toBe(after)
      }),
    )
  })

  it('finds the one word that changed', () => {
    expect(diffWords('take the lamp now', 'take the sword now')).toEqual([
      { kind: 'same', text: 'take the ' },
      { kind: 'dropped', text: 'lamp' },
      { kind: 'added', text: 'sword' },
      { kind: 'same', text: ' now' },
    ])
  })

  it('finds changes far apart in a long text', () => {
    const before = Array.from({ length: 20_000 }, (_, index) => `word${index % 997}`)
    const after = before.map((word, index) => (index % 1000 === 500 ? 'new' : word))
    const runs = diffWords(before.join(' '), after.join(' '))
    expect(runs.filter(({ kind }) => kind === 'added').map(({ text }) => text)).toEqual(Array(20).fill('new'))
  })

  it('replaces a text by an unrelated one as a whole', () => {
    const words = (prefix: string) => Array.from({ length: 1500 }, (_, index) => `${prefix}${index}`).join(' ')
    expect(diffWords(words('a'), words('b')).map(({ kind }) => kind)).toEqual(['dropped', 'added'])
  })

  it('compares whole lines on request', () => {
    expect(diffLines('a\nb\nc', 'a\nB\nc')).toEqual([
      { kind: 'same', text: 'a\n' },
      { kind: 'dropped', text: 'b\n' },
      { kind: 'added', text: 'B\n' },
      { kind: 'same', text: 'c' },
    ])
  })
})
