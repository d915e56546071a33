import { describe, expect, it } from 'vitest'
import { complete, completionsOf, type KnownWords } from './use-line'

const known: KnownWords = {
  words: new Set(['take', 'talk', 'to', 'lanter', 'lamp', 'key', 'treasure', 'north', 'x', 'land', 'launch']),
  commands: ['take', 'talk', 'to', 'north', 'x', 'land', 'launch'],
  verbs: new Set(['take', 'talk', 'x', 'land', 'launch']),
  printed: ['the', 'land', 'lantern', 'key', 'taken'],
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
  it('offer no verb within a command, except where another command begins', () => {
    expect(completionsOf('take la', known)).toEqual(['lamp', 'lantern'])
    expect(completionsOf('go no', known)).toEqual(['north'])
    for (const before of ['', 'take key. ', 'take key then '])
      expect(completionsOf(`${before}la`, known)).toEqual(['land', 'launch', 'lamp', 'lantern'])
    expect(completionsOf('thief, la', known)).toEqual(['lamp', 'land', 'lantern', 'launch'])
  })
  it('never offer a noun that was not printed yet', () => {
    expect(completionsOf('take tr', known)).toEqual([])
  })
  it('offer a command that the dictionary may truncate only as a whole word', () => {
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
