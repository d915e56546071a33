import { describe, expect, it } from 'vitest'
import { emptyEpisode } from '@shared/episode/state/episode'
import { emptyMap, recordMove } from '@shared/map/world-map'
import { gameTools } from './game-tools'

const walked = [
  { id: 1, name: 'Hall' },
  { id: 2, name: 'Attic' },
].reduce((map, here, turn) => recordMove(map, { turn, action: turn === 0 ? null : 'up', here, walked: true }), emptyMap)
const route = (map: typeof walked, to: unknown) =>
  gameTools(() => ({ ...emptyEpisode, map }))[0]?.run({ to }, new AbortController().signal)

describe('game.map_route', () => {
  it('returns the directions and the rooms on the route', () => {
    expect(route({ ...walked, here: 1 }, 2)).toEqual({ directions: ['up'], through: ['Attic'] })
  })

  it('reports that no route is known', () => {
    expect(route(walked, 1)).toEqual({ directions: null, reason: 'No route is known.' })
  })

  it('names the visited locations when asked for an unvisited one', () => {
    for (const wrong of [9, 'Attic', undefined]) expect(() => route(walked, wrong)).toThrow('1 Hall, 2 Attic')
  })
})
