import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { ToolCall } from '../state/episode'
import { MIND_TURNS, mindEpisode } from '../state/mind-episode.testkit'
import { foldEvents, sampleEpisode } from '../state/sample-episode.testkit'
import {
  countPlaces,
  FIND_FIELDS,
  finderOf,
  LONGEST_QUERY,
  matchesIn,
  MAX_PLACES,
  openingAsTurn,
  patternOf,
  placesOf,
  type Query,
} from './find'
import { mindTextsOf } from './mind-texts'
import type { SearchedTurn } from './search'

const usual = { fields: FIND_FIELDS, matchesCase: false, isWholeWord: false }
const finder = (text: string, how: Partial<Query> = {}) => {
  const made = finderOf({ ...usual, text, ...how })
  if (made === null) throw new Error('There is something to look for.')
  return made
}
const found = (text: string, sought: string, how: Partial<Query> = {}) =>
  matchesIn(text, patternOf(sought, { ...usual, ...how })).map(([start, end]) => text.slice(start, end))

const call = (more: Partial<ToolCall>): ToolCall => ({
  callId: 'a',
  toolName: 'text-adventure.act',
  serverName: 'text-adventure',
  arguments: { action: 'light lamp' },
  status: 'ok',
  result: null,
  durationMs: 1,
  ...more,
})
const turnWith = (...toolCalls: readonly ToolCall[]): SearchedTurn => {
  const [turn] = foldEvents(sampleEpisode({ turns: 1 })).turns
  if (!turn?.action || !turn.observation || !turn.iterations[0]) throw new Error('The sample has a turn.')
  return {
    ...turn,
    iterations: [{ ...turn.iterations[0], response: null, toolCalls }],
    action: { ...turn.action, action: 'light lamp', reasoning: 'The lamp is near.' },
    observation: { ...turn.observation, text: 'The brass\nlamp is lit. Lamps burn.' },
  }
}
const places = (turn: SearchedTurn, text: string, how: Partial<Query> = {}) =>
  placesOf(finder(text, how), turn, null).map(({ field, part, nth }) => `${field ?? 'turn'} ${part} ${nth}`)

describe('the query', () => {
  it('is matched literally', () => {
    expect(found('a.b a-b (x|y) $1 [z]* \\d', '(x|y) $1 [z]* \\d')).toEqual(['(x|y) $1 [z]* \\d'])
    expect(found('a.b a-b', 'a.b')).toEqual(['a.b'])
    fc.assert(
      fc.property(fc.string({ minLength: 1, maxLength: 30 }), (text) => {
        const sought = text.trim()
        if (sought !== '') expect(found(`… ${sought} …`, sought).length).toBeGreaterThan(0)
      }),
    )
  })

  it('ignores case unless case matters, and matches whole words if requested', () => {
    expect(found('Lamp lamp lamps', 'lamp')).toEqual(['Lamp', 'lamp', 'lamp'])
    expect(found('Lamp lamp lamps', 'lamp', { matchesCase: true })).toEqual(['lamp', 'lamp'])
    expect(found('Lamp lamp lamps', 'lamp', { isWholeWord: true })).toEqual(['Lamp', 'lamp'])
    expect(found('l’été étés été', 'été', { isWholeWord: true })).toEqual(['été', 'été'])
    expect(found('(lamp)s (lamp)', '(lamp)', { isWholeWord: true })).toHaveLength(2)
  })

  it('matches over line ends, and accents in either Unicode form', () => {
    expect(found('a brass\n  lantern', 'brass lantern')).toEqual(['brass\n  lantern'])
    expect(found('cafe\u0301 caf\u00e9', 'caf\u00e9')).toHaveLength(2)
    expect(found('cafe\u0301 caf\u00e9', 'cafe\u0301')).toHaveLength(2)
    expect(found('שלום עולם', 'עולם')).toEqual(['עולם'])
    expect(found('👩‍🚀 waves', '👩‍🚀')).toHaveLength(1)
  })

  it('is null if it is empty or longer than the limit', () => {
    expect(finderOf({ ...usual, text: '  ' })).toBeNull()
    expect(finderOf({ ...usual, text: 'x'.repeat(LONGEST_QUERY + 1) })).toBeNull()
    expect(finderOf({ ...usual, text: 'é'.repeat(LONGEST_QUERY) })).not.toBeNull()
  })

  it('counts a limited number of matches per text', () =>
    expect(matchesIn('e'.repeat(MAX_PLACES * 3), patternOf('e'))).toHaveLength(MAX_PLACES))
})

describe('places of a turn', () => {
  it('come in page order: thoughts, calls, action, text', () => {
    const turn = turnWith(call({}))
    expect(places(turn, 'lamp')).toEqual(['thought 0 0', 'call a 0', 'action  0', 'text  0', 'text  1'])
    expect(places(turn, 'lamp', { fields: ['action'] })).toEqual(['action  0'])
    expect(places(turn, 'brass lamp')).toEqual(['text  0'])
  })

  it('are in name, arguments and results of a call, also nested ones', () => {
    const turn = turnWith(
      call({ toolName: 'lamp.act', arguments: { deep: [{ lamp: ['a lamp', 7, true] }] } }),
      call({ callId: 'b', arguments: null, result: [{ type: 'text', text: 'type lamp' }] }),
      call({ callId: 'c', arguments: null, result: 'no lamp' }),
    )
    const inCalls = (text: string) => places(turn, text, { fields: ['call'] })
    expect(inCalls('lamp')).toEqual(['call a 0', 'call a 1', 'call a 2', 'call b 0', 'call c 0'])
    expect(inCalls('7')).toEqual(['call a 0'])
    // As a value only, not also as a field name of MCP.
    expect(inCalls('type')).toEqual(['call b 0'])
  })

  it('are in a thought once, though it is also a tool call', () => {
    const turn = turnWith(call({ arguments: { thought: 'A lamp.' } }))
    expect(places(turn, 'lamp', { fields: ['thought', 'call'] })).toEqual(['thought 0 0', 'thought 1 0'])
    expect(places(turn, 'lamp', { fields: ['call'] })).toEqual(['call a 0'])
  })

  it('are those of its words for a search by field, or the turn itself without words', () => {
    const turn = turnWith(call({}))
    expect(places(turn, 'action:lamp')).toEqual(['action  0'])
    expect(places(turn, 'tool:act')).toEqual(['call a 0'])
    expect(places(turn, 'gain=0')).toEqual(['turn  0'])
    expect(places(turn, 'gain>0 lamp')).toEqual([])
    // A word with a colon is text.
    expect(places(turn, 'error: lamp')).toEqual([])
    expect(finder('error: lamp').terms).toEqual([])
    expect(finder('error:').terms).toHaveLength(1)
  })

  it('are counted without being built', () => {
    const { turns, opening } = foldEvents(sampleEpisode({ turns: 20 }))
    for (const text of ['the', 'score>0', 'text:dust', 'zeppelin', 'thought'])
      for (const turn of turns)
        expect(countPlaces(finder(text), turn, opening)).toBe(placesOf(finder(text), turn, opening).length)
  })

  it('are in notes, objectives and verdicts, each in its part', () => {
    const state = foldEvents(mindEpisode())
    const inMind = (turn: number, text: string) => {
      const at = state.turns[turn - 1]!
      const mind = mindTextsOf(state, at)
      const hits = placesOf(finder(text, { fields: ['mind'] }), at, null, mind)
      expect(countPlaces(finder(text, { fields: ['mind'] }), at, null, mind)).toBe(hits.length)
      return hits.map(({ field, part, nth }) => `${field} ${part} ${nth}`)
    }
    expect(inMind(MIND_TURNS.firstNote, 'lantern')).toEqual(['mind note n1 0'])
    expect(inMind(MIND_TURNS.firstNote, 'five points')).toEqual(['mind objective o2 0'])
    expect(inMind(MIND_TURNS.rejected, 'trapdoor')).toEqual(['mind proposal 1 0', 'mind proposal 1 1'])
    expect(inMind(MIND_TURNS.moreStuck, 'new room')).toEqual(['mind proposal 1 0'])
    expect(inMind(MIND_TURNS.firstNote + 1, 'lantern')).toEqual([])
  })

  it('are in what the game printed before the first action', () => {
    const { opening } = foldEvents(sampleEpisode({ turns: 1 }))
    if (!opening) throw new Error('The sample has an opening.')
    expect(countPlaces(finder(opening.text.slice(0, 5)), openingAsTurn(opening), null)).toBeGreaterThan(0)
  })
})
