import { describe, expect, it } from 'vitest'
import { complete, completionsOf, type KnownWords } from './completions'

const known: KnownWords = {
  words: new Set(['take', 'talk', 'to', 'lanter', 'lamp', 'key', 'treasure', 'north', 'x']),
  commands: ['take', 'talk', 'to', 'north', 'x'],
  printed: ['the', 'lantern', 'key', 'taken'],
  objects: ['brass Lamp'],
}

describe('completions', () => {
  it('begin a command with what can be done', () => {
    expect(completionsOf('ta', known)).toEqual(['take', 'talk'])
    expect(completionsOf('  TA', known)).toEqual(['take', 'talk'])
  })
  it('go on with things that are here, then with what was printed, in full where the parser cuts words', () => {
    expect(completionsOf('take l', known)).toEqual(['lamp', 'lantern'])
    expect(completionsOf('take k', known)).toEqual(['key'])
  })
  it('never tell of what was not yet printed', () => {
    expect(completionsOf('take tr', known)).toEqual([])
  })
  it('are none for nothing, and none for what is complete', () => {
    expect(completionsOf('take ', known)).toEqual([])
    expect(completionsOf('take key', known)).toEqual([])
  })
  it('replace the word that was begun and leave the rest', () => {
    expect(complete('Take la', 'lamp')).toBe('Take lamp ')
  })
})
