import { describe, expect, it } from 'vitest'
import { readStory } from '../inform.testkit'
import { openEnvironment } from '../live-environment'
import { readZork } from '../story-files.testkit'
import { assembleStory, packZchars } from '../zmachine/tiny-story.testkit'

const grammarOf = (story: Uint8Array) => openEnvironment(story, 'plain').getGrammar()

describe("Inform's first version", () => {
  it('reads lines of eight bytes: kinds of nouns, prepositions, and lines without nouns', () => {
    const lines = grammarOf(readStory('manor.z5'))!
    const of = (verb: string) => lines.filter(({ verbs }) => verbs.includes(verb)).map(({ tokens }) => tokens)
    expect(of('look')).toEqual([[]])
    expect(of('drop')).toEqual([[{ noun: 'held', attribute: null }]])
    expect(of('put')).toEqual(
      ['in', 'on'].map((word) => [
        { noun: 'held', attribute: null },
        { prepositions: [word] },
        { noun: 'any', attribute: null },
      ]),
    )
    expect(lines.find(({ verbs }) => verbs.includes('take'))?.verbs).toEqual(['get', 'take'])
  })
})

const DICTIONARY = 0x640
const GRAMMAR = 0x480
const PREPOSITION_NUMBER = 0xc1
const word = (text: string, flags: number, number: number) => [
  ...packZchars(Array.from({ length: 6 }, (_, index) => (index < text.length ? text.charCodeAt(index) - 91 : 5))),
  flags,
  number,
  0,
]
const words = [word('give', 0x41, 254), word('look', 0x41, 255), word('with', 0x08, PREPOSITION_NUMBER)]

/** A story of 1986 with these entries for the verbs "look" and "give". */
function assembleGrammar(look: readonly number[], give: readonly number[]): Uint8Array {
  const story = assembleStory({ version: 3, code: [] })
  story.set([DICTIONARY >> 8, DICTIONARY & 0xff], 0x08)
  story.set(
    Array.from('860101', (digit) => digit.charCodeAt(0)),
    0x12,
  )
  story.set([0, 7, 0, words.length, ...words.flat()], DICTIONARY)
  const [first, second] = [GRAMMAR + 4, GRAMMAR + 4 + look.length]
  story.set([first >> 8, first & 0xff, second >> 8, second & 0xff, ...look, ...give], GRAMMAR)
  return story
}

const LINES = [
  { verbs: ['look'], action: 5, tokens: [] },
  { verbs: ['give'], action: 7, tokens: [{ noun: 'held', attribute: 0x11 }] },
  {
    verbs: ['give'],
    action: 8,
    tokens: [{ noun: 'many', attribute: null }, { prepositions: ['with'] }, { noun: 'any', attribute: 0x12 }],
  },
]

describe("Infocom's short form", () => {
  const look = [1, 0x00, 5]
  const give = [2, 0x40, 7, 0x11, 0x80, 0x80, 8, 0, 0x04, PREPOSITION_NUMBER & 0x3f, 0x12, 0x20]

  it('reads lines of two, four or seven bytes, by the number of objects', () => {
    expect(grammarOf(assembleGrammar(look, give))).toEqual(LINES)
  })

  it('rejects an entry that does not end where the next begins', () => {
    expect(grammarOf(assembleGrammar([2, ...look.slice(1)], give))).toBeNull()
  })
})

describe("Infocom's long form", () => {
  const look = [1, 0, 0, 0, 0, 0, 0, 0, 5]
  const give = [2, 1, 0, 0, 0x11, 0, 0x80, 0, 7, 2, 0, PREPOSITION_NUMBER, 0, 0x12, 0x04, 0x20, 8]

  it('reads lines of eight bytes', () => {
    expect(grammarOf(assembleGrammar(look, give))).toEqual(LINES)
  })

  it('skips the byte after each entry in stories up to the middle of 1984', () => {
    expect(grammarOf(assembleGrammar([...look, 0], [...give, 0]))).toEqual(LINES)
  })

  it('rejects entries with two bytes left over', () => {
    expect(grammarOf(assembleGrammar([...look, 0, 0], [...give, 0, 0]))).toBeNull()
  })
})

describe("the grammar of a story from Infocom's compiler", () => {
  const story = readStory('adit.z3')
  const any = (attribute: number | null) => ({ noun: 'any', attribute })
  const held = (attribute: number | null) => ({ noun: 'held', attribute })
  const [TAKEABLE, CONTAINER, TOOL] = [1, 2, 4]

  it('has verbs with all their words, prepositions, and the attributes of missing objects', () => {
    expect(
      grammarOf(story)!.map(({ verbs, action, tokens }) => [
        verbs.join(' '),
        action,
        ...tokens.map((token) => ('noun' in token ? token : token.prepositions.join(' '))),
      ]),
    ).toEqual([
      ['l look', 0],
      ['l look', 8, 'at', any(null)],
      ['i invent', 1],
      ['wait z', 2],
      ['score', 3],
      ['get take', 4, any(TAKEABLE)],
      ['get take', 4, any(TAKEABLE), 'from', any(CONTAINER)],
      ['drop', 5, held(null)],
      ['put', 6, held(null), 'in', any(CONTAINER)],
      ['open', 7, any(CONTAINER)],
      ['close', 9, any(CONTAINER)],
      ['examin x', 8, any(null)],
      ['light', 10, held(null)],
      ['cut', 11, any(null), 'with', held(TOOL)],
      ['restar', 12],
      ['quit', 13],
    ])
  })

  it("is recognized even if the story has Inform's signature", () => {
    const signed = story.slice()
    signed.set(
      Array.from('6.41', (digit) => digit.charCodeAt(0)),
      0x3c,
    )
    expect(grammarOf(signed)).toEqual(grammarOf(story))
  })

  it('gives each word its parts of speech, one or two', () => {
    const words = openEnvironment(story, 'plain').getDictionary()
    const partsOf = (text: string) =>
      Object.entries(words.find(({ word }) => word === text)!).flatMap(([part, is]) => (is === true ? [part] : []))
    expect(['lamp', 'put', 'tin', 'north', 'with', 'the', 'light', 'in'].map(partsOf)).toEqual([
      ['isNoun'],
      ['isVerb'],
      ['isAdjective'],
      ['isDirection'],
      ['isPreposition'],
      ['isSpecial'],
      ['isNoun', 'isVerb'],
      ['isDirection', 'isPreposition'],
    ])
  })

  it('gives the words of valid actions', () => {
    const environment = openEnvironment(story, 'plain')
    const actions = () => environment.getValidActions({})!.actions.map(({ action }) => action)
    expect(actions()).toEqual(['north', 'out', 'take brass lamp'])
    for (const command of ['take lamp', 'north', 'take box', 'open box', 'take chisel', 'down', 'light lamp'])
      environment.step(command)
    expect(actions()).toEqual([
      'west',
      'up',
      'out',
      'drop steel chisel',
      'drop tin box',
      'drop brass lamp',
      'close tin box',
      'put steel chisel in tin box',
      'put brass lamp in tin box',
      'cut blue opal with steel chisel',
    ])
    environment.step('cut milky opal with chisel')
    expect([environment.getScore(), environment.getMaxScore(), environment.getMoves()]).toEqual([10, 15, 8])
    environment.step('put opal in box')
    expect([environment.getScore(), environment.gameOver(), environment.victory()]).toEqual([15, true, true])
  })
})

describe("Infocom's long form in a whole story", () => {
  it('is recognized for any year that the story states', () => {
    const story = readZork(1)
    const lines = grammarOf(story)
    story.set(
      Array.from('150101', (digit) => digit.charCodeAt(0)),
      0x12,
    )
    expect(grammarOf(story)).toEqual(lines)
    expect(lines!.length).toBeGreaterThan(200)
  })
})
