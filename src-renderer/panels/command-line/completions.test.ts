import { describe, expect, it } from 'vitest'
import { complete, completionsOf, type KnownWords } from './use-line'

const known: KnownWords = {
  words: new Set(['take', 'talk', 'to', 'lanter', 'lamp', 'key', 'treasure', 'north', 'x']),
  commands: ['take', 'talk', 'to', 'north', 'x'],
  printed: ['the', 'lantern', 'key', 'taken'],
  objects: ['brass Lamp'],
}

describe('completions', () => {
  it('complete the first word with commands', () => {
    expect(completionsOf('ta', known)).toEqual(['take', 'talk'])
    expect(completionsOf('  TA', known)).toEqual(['take', 'talk'])
  })
  it('complete later words with objects here, then printed words, unabbreviated', () => {
    expect(completionsOf('take l', known)).toEqual(['lamp', 'lantern'])
    expect(completionsOf('take k', known)).toEqual(['key'])
  })
  it('never offer a noun that was not printed yet', () => {
    expect(completionsOf('take tr', known)).toEqual([])
  })
  it('offer a command that the dictionary may have cut as a whole word, or not at all', () => {
    const commands = ['north', 'northe', 'northw', 'attack', 'temple', 'odysse']
    const cut = { ...known, words: new Set(commands), commands, printed: ['northern', 'temples'] }
    expect(completionsOf('n', cut)).toEqual(['north', 'northeast', 'northwest', 'northern'])
    expect(['at', 'te', 'od'].flatMap((start) => completionsOf(start, cut))).toEqual(['attack', 'temples'])
  })
  it('are empty for an empty or a complete word', () => {
    expect(completionsOf('take ', known)).toEqual([])
    expect(completionsOf('take key', known)).toEqual([])
  })
  it('replace the last word only', () => {
    expect(complete('Take la', 'lamp')).toBe('Take lamp ')
  })
})
