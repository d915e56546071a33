import { describe, expect, it } from 'vitest'
import { emptyEpisode, type EpisodeState, type Turn } from '../episode/state/episode'
import { plainObservation, plainTurn } from '../episode/state/plain-turn.testkit'
import { Foreknowledge } from './foreknowledge'

const NAMES = ['Field', 'Living Room', 'living room', 'brass lantern', 'trophy case', 'small white house', '']

const opening = plainObservation('Field\nYou are in a field. A small house stands here.')
const saying = (number: number, reasoning: string, text = 'Time passes.'): Turn =>
  plainTurn(number, 'wait', plainObservation(text), reasoning)
const at = (openTurn: Turn, turns: readonly Turn[] = []): EpisodeState => ({
  ...emptyEpisode,
  opening,
  turns,
  openTurn,
})

describe('names that a player says before it read them', () => {
  it('are found in its reasoning, once each and in any case', () => {
    const found = new Foreknowledge(NAMES).namesIn(at(saying(1, 'The Living  Room has a trophy case.')))
    expect(found).toEqual(['Living Room', 'living room', 'trophy case'])
  })

  it('do not count once every word of them was read', () => {
    const check = new Foreknowledge(NAMES)
    const first = saying(1, 'I wait.', 'A lantern of brass hangs here.')
    expect(check.namesIn(at(first))).toEqual([])
    expect(check.namesIn(at(saying(2, 'I want the brass lantern.'), [first]))).toEqual([])
  })

  it('count in the turn whose reply prints them first', () => {
    const guessed = saying(1, 'There may be a brass lantern.', 'You see a brass lantern.')
    expect(new Foreknowledge(NAMES).namesIn(at(guessed))).toEqual(['brass lantern'])
  })

  it('do not count if a tool named them', () => {
    const call = {
      callId: 'c',
      toolName: 's.map',
      serverName: 's',
      arguments: {},
      status: 'ok',
      durationMs: 1,
    } as const
    const iteration = { number: 1, request: null, response: null, draft: null }
    const told = {
      ...saying(1, 'To the living room.'),
      iterations: [
        { ...iteration, toolCalls: [{ ...call, result: [{ type: 'text', text: 'Next: the Living Room' }] }] },
      ],
    }
    expect(new Foreknowledge(NAMES).namesIn(at(told))).toEqual([])
  })

  it('are whole names, not single words or words in another order', () => {
    expect(new Foreknowledge(NAMES).namesIn(at(saying(1, 'In this room I am living. A trophy!')))).toEqual([])
  })
})
