import { expect, it } from 'vitest'
import { furthestLocation } from './furthest-location'
import { emptyMap, type Move, recordMove } from './world-map'

const NAMES = ['Attic', 'Bell', 'Cellar', 'Dome', 'Elm', 'Ford']
/** Each step is a direction and the number of the location where it led. */
const mapOf = (...steps: readonly (readonly [action: string | null, here: number])[]) =>
  steps
    .map(([action, id], turn): Move => ({ turn, action, here: { id, name: NAMES[id] ?? '' }, walked: action !== null }))
    .reduce(recordMove, emptyMap)

it('the furthest location has the longest of all shortest routes, however it was found', () => {
  const round = mapOf([null, 0], ['north', 1], ['east', 2], ['south', 3], ['west', 0], ['east', 3], ['down', 4])
  expect(furthestLocation(round)?.name).toBe('Elm')
  expect(furthestLocation(mapOf([null, 0], ['north', 1], ['east', 2], ['south', 3], ['west', 0]))?.name).toBe('Dome')
  const straight = mapOf([null, 0], ['north', 1], ['east', 2], ['west', 1], ['south', 0], ['east', 3])
  expect(furthestLocation(straight)?.name).toBe('Cellar')
})

it('of several equally far locations, the one found last is the furthest', () => {
  expect(furthestLocation(mapOf([null, 0], ['north', 1], ['south', 0], ['east', 2]))?.name).toBe('Cellar')
})

it('distances count from revival points, too, and an empty map has no furthest location', () => {
  expect(furthestLocation(mapOf([null, 0], ['north', 1], [null, 4]))?.name).toBe('Bell')
  expect(furthestLocation(mapOf([null, 0]))?.name).toBe('Attic')
  expect(furthestLocation(emptyMap)).toBeNull()
})
