import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { buildStateBlock, buildStateBlocks } from './build-state-block'
import { emptyEpisode, type EpisodeState, type Observation } from './episode'
import { plainObservation, plainTurn } from './plain-turn.testkit'
import { formatStateBlock, parseStateBlock, stateBlock } from './state-block'

const episode = (opening: Observation, ...turns: [action: string, seen: Observation][]): EpisodeState => ({
  ...emptyEpisode,
  turnLimit: 10,
  opening,
  turns: turns.map(([action, seen], index) => plainTurn(index + 1, action, seen)),
})

const lamp = { id: 2, name: 'brass lamp' }
const key = { id: 3, name: 'small key' }

describe('the state block', () => {
  it('has what each handicap level grants and nothing else', () => {
    const state = episode(plainObservation('A field. A brass lamp lies here.', { visible: [lamp, key] }), [
      'north',
      plainObservation('Hall', { location: { id: 5, name: 'Hall' }, score: 5, moves: 1, inventory: [lamp] }),
    ])
    const text = { v: 1, turn: 2, turns_left: 9, observation: 'Hall' }
    expect(buildStateBlock(state, 'L0')).toEqual({
      ...text,
      handicap: 'L0',
      last: { action: 'north', outcome: 'moved' },
    })
    const position = {
      ...text,
      last: { action: 'north', outcome: 'moved', score_delta: 5 },
      location: { id: 5, name: 'Hall' },
      score: 5,
      moves: 1,
      exits: { known: {}, tried: {} },
    }
    expect(buildStateBlock(state, 'L1')).toEqual({ ...position, handicap: 'L1' })
    expect(buildStateBlock(state, 'L2')).toEqual({ ...position, handicap: 'L2', inventory: [lamp], visible: [] })
  })

  it('offers as many undos at L5 as the game stores', () => {
    const waits = (count: number) =>
      Array.from({ length: count }, (): [string, Observation] => ['wait', plainObservation('Time passes.')])
    const undoableAfter = (...turns: [string, Observation][]) =>
      buildStateBlock(episode(plainObservation('A field.'), ...turns), 'L5').undo
    expect(undoableAfter(...waits(3))).toEqual({ turns: 3 })
    expect(undoableAfter(...waits(60))).toEqual({ turns: 50 })
    expect(undoableAfter(...waits(60), ['undo', plainObservation('A field.', { rule_applied: 'undo' })])).toEqual({
      turns: 49,
    })
    expect(undoableAfter(...waits(3), ['die', plainObservation('A field.', { rule_applied: 'restart' })])).toEqual({
      turns: 0,
    })
  })

  it('includes a question in the prompt', () => {
    expect(
      buildStateBlock(episode(plainObservation('Score: 0.\n', { prompt: 'Are you sure? >' })), 'L2').observation,
    ).toBe('Score: 0.\nAre you sure?')
  })

  it('has exits from the moves of this episode only', () => {
    const hall = plainObservation('Hall', { location: { id: 5, name: 'Hall' } })
    const state = episode(
      plainObservation('A field.'),
      ['west', plainObservation("You can't go that way.")],
      ['north', hall],
      ['south', plainObservation('A field.')],
    )
    expect(buildStateBlock(state, 'L2').exits).toEqual({ known: { north: 5 }, tried: { north: 1, west: 1 } })
  })

  it('names an object only once the story has printed every word of its name', () => {
    const visible = [lamp, key]
    const state = episode(plainObservation('A lamp and a key lie here.', { visible }), [
      'look',
      plainObservation('The lamp is made of brass.', { visible }),
    ])
    expect(buildStateBlocks(state, 'L2').map((block) => block.visible)).toEqual([[], [lamp]])
  })

  it('leaves out what the machine cannot determine', () => {
    const block = buildStateBlock(
      episode(plainObservation('?', { location: null, score: null, moves: null, inventory: null, visible: null })),
      'L2',
    )
    expect(Object.keys(block)).toEqual(['v', 'handicap', 'turn', 'turns_left', 'observation', 'last'])
  })

  it('of a past turn does not change later, and parses back unchanged', () => {
    const move = fc.tuple(
      fc.constantFrom('north', 'south', 'take lamp', 'wait'),
      fc.record({ id: fc.integer({ min: 1, max: 5 }), text: fc.string(), score: fc.option(fc.integer()) }),
    )
    fc.assert(
      fc.property(fc.array(move, { maxLength: 20 }), (moves) => {
        const state = episode(
          plainObservation('A field.'),
          ...moves.map(([action, { id, text, score }]): [string, Observation] => [
            action,
            plainObservation(text, { location: { id, name: `Place ${id}` }, score }),
          ]),
        )
        const blocks = buildStateBlocks(state, 'L2')
        expect(blocks).toHaveLength(moves.length + 1)
        for (const [index, block] of blocks.entries()) {
          expect(stateBlock.safeParse(block).success).toBe(true)
          expect(parseStateBlock(formatStateBlock(block))).toEqual(block)
          expect(buildStateBlock({ ...state, turns: state.turns.slice(0, index) }, 'L2')).toEqual(block)
        }
      }),
      { numRuns: 100 },
    )
  })

  it('does not depend on which episodes, turns and levels were built before', () => {
    const [field, hall] = [
      plainObservation('A field. A brass lamp lies here.', { visible: [lamp] }),
      plainObservation('Hall', { location: { id: 5, name: 'Hall' } }),
    ]
    const [short, long, other] = [
      episode(field, ['wait', field]),
      episode(field, ['wait', field], ['north', hall]),
      episode(field, ['look', field], ['north', hall]),
    ]
    const builds = [short, long, other, { ...long, turnLimit: 3 }].flatMap((state) =>
      (['L1', 'L2'] as const).map((level) => () => buildStateBlocks(state, level)),
    )
    const alone = builds.map((build) => structuredClone(build()))
    const indices = [...builds.keys()]
    for (const order of [indices, indices.toReversed()])
      for (const index of order) expect(builds[index]?.()).toEqual(alone[index])
  })

  it('cannot be built before the story has printed anything', () => {
    expect(() => buildStateBlock(emptyEpisode, 'L2')).toThrow(/opening/)
  })
})
