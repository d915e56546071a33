import { describe, expect, it } from 'vitest'
import type { EpisodeState } from '../state/episode'
import { foldEvents, sampleEpisode } from '../state/sample-episode.testkit'
import { outlineOf } from './outline'

const state = foldEvents(sampleEpisode({ turns: 40 }))

/** The sample episode with other actions in some turns. */
const acting = (actions: Readonly<Record<number, string>>): EpisodeState => ({
  ...state,
  turns: state.turns.map((turn) =>
    turn.action && actions[turn.number]
      ? { ...turn, action: { ...turn.action, action: actions[turn.number] ?? '' } }
      : turn,
  ),
})
const movingTurn =
  state.turns.find(
    ({ number, observation }) =>
      number > 10 && observation?.location?.id !== state.turns[number - 2]?.observation?.location?.id,
  )?.number ?? 0

describe('outlineOf', () => {
  it('holds every turn once, in order', () => {
    const turns = outlineOf(acting({ [movingTurn]: 'down' })).flatMap(({ firstTurn, lastTurn }) =>
      Array.from({ length: lastTurn - firstTurn + 1 }, (_, index) => firstTurn + index),
    )
    expect(turns).toEqual(state.turns.map(({ number }) => number))
  })

  it('begins a chapter where the player went down a level', () => {
    const [first, second] = outlineOf(acting({ [movingTurn]: 'go down' }))
    expect(first?.lastTurn).toBe(movingTurn - 1)
    expect(second).toMatchObject({
      firstTurn: movingTurn,
      locations: expect.arrayContaining([state.turns[movingTurn - 1]?.observation?.location?.name]),
    })
  })

  it('names every location that the player was in, and no other', () => {
    for (const { firstTurn, lastTurn, locations } of outlineOf(acting({ [movingTurn]: 'down' }))) {
      const before = firstTurn === 1 ? [state.opening] : []
      const visited = [...before, ...state.turns.slice(firstTurn - 1, lastTurn).map(({ observation }) => observation)]
      expect(locations).toEqual([...new Set(visited.map((observation) => observation?.location?.name))])
    }
  })

  it('begins no chapter where a way down was refused', () => {
    const staying =
      state.turns.find(
        ({ number, observation }) =>
          number > 1 && observation?.location?.id === state.turns[number - 2]?.observation?.location?.id,
      )?.number ?? 0
    expect(outlineOf(acting({ [staying]: 'down' })).length).toBe(1)
  })

  it('ends a chapter with a death', () => {
    const turns = state.turns.map((turn) =>
      turn.number === 7 && turn.observation ? { ...turn, observation: { ...turn.observation, game_over: true } } : turn,
    )
    expect(outlineOf({ ...state, turns }).map(({ firstTurn, endedInDeath }) => [firstTurn, endedInDeath])).toEqual([
      [1, true],
      [8, false],
    ])
  })

  it('distributes the score over its chapters', () => {
    const total = outlineOf(acting({ [movingTurn]: 'down' })).reduce((sum, { scoreDelta }) => sum + scoreDelta, 0)
    expect(total).toBe((state.turns.at(-1)?.observation?.score ?? 0) - (state.opening?.score ?? 0))
  })
})
