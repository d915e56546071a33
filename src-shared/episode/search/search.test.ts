import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { foldEvents, sampleEpisode } from '../state/sample-episode.testkit'
import { observationBefore } from '../state/turn-changes'
import { parseSearch, turnMatches, wordsIn } from './search'

const state = foldEvents(sampleEpisode({ turns: 60 }))
const found = (search: string) =>
  state.turns.filter((turn) => turnMatches(parseSearch(search), turn, observationBefore(state, turn.number)))

describe('a search', () => {
  it('finds plain words in room, action and text, in any case', () => {
    expect(found('DUST hangs').length).toBeGreaterThan(0)
    expect(found('frotz').every(({ action }) => action?.action.includes('frotz'))).toBe(true)
    expect(found('no such word anywhere')).toEqual([])
  })

  it('is limited to a field', () => {
    expect(found('room:cellar').every(({ observation }) => observation?.location?.name.startsWith('Cellar'))).toBe(true)
    expect(found('tool:think').length).toBe(60)
    expect(found('action:"take leaflet"').every(({ action }) => action?.action === 'take leaflet')).toBe(true)
  })

  it('finds scores, their changes and problems', () => {
    const gains = found('gain>0')
    expect(gains.length).toBeGreaterThan(0)
    expect(gains.every(({ observation }) => observation?.text.includes('gone up'))).toBe(true)
    expect(found('gain>=5')).toEqual(found('gain>4'))
    expect(found('gain<=0')).toEqual(found('gain<1'))
    expect(found('gain=0').length + found('gain<0').length + gains.length).toBe(60)
    expect(found('gain=0').length).toBeGreaterThan(0)
    const first = gains[0]?.observation?.score ?? 0
    expect(found(`score>=${first}`)).toEqual(
      state.turns.filter(({ observation }) => (observation?.score ?? 0) >= first),
    )
    expect(found(`score >= ${first}`)).toEqual(found(`score>=${first}`))
    expect(found(`score=${first}`).length).toBeGreaterThan(1)
    expect(found('error:')).toEqual(state.turns.filter(({ problems }) => problems.length > 0))
  })

  it('with more words finds no more turns', () => {
    const anyWord = fc.constantFrom(
      'room:cellar',
      'take',
      'score>0',
      'gain>0',
      'north',
      'error:',
      'tool:think',
      'thought:untried',
    )
    fc.assert(
      fc.property(fc.array(anyWord, { maxLength: 4 }), anyWord, (words, more) => {
        expect(found([...words, more].join(' ')).length).toBeLessThanOrEqual(found(words.join(' ')).length)
      }),
    )
  })

  it('finds plain words in the visible text, and others in their field', () => {
    const terms = parseSearch('lamp room:cellar "brass key" score>0 error: text:')
    expect(wordsIn(terms, 'text')).toEqual(['lamp', 'brass key'])
    expect(wordsIn(terms, 'room')).toEqual(['lamp', 'cellar', 'brass key'])
    expect(wordsIn(terms, 'thought')).toEqual([])
  })

  it('that is empty matches every turn, and no text is an error', () => {
    expect(found('').length).toBe(60)
    fc.assert(
      fc.property(fc.string(), (search) => {
        found(search)
      }),
      { numRuns: 30 },
    )
  })
})
