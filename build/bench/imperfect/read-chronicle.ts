import { directionOf } from '@shared/map/direction'
import { recordAttempt } from '../../../src-main/explorer/memory/attempts'
import { emptyMemory, type Memory, newPlace, type KnownPlace } from '../../../src-main/explorer/memory/memory'
import { readWays } from '../../../src-main/explorer/memory/location-text'
import type { Outcome } from '@shared/episode/state/state-block'

const STAY = /^T\d+(?:–\d+)? (.+?)#(\d+)(?: \((.*?)\))?: (.*)$/
const ACT = /^(.+) → (\w+)/

/** What the story so far, a line a stay, leaves in mind: places, the ways between them, and what was tried there. */
export function readChronicle(text: string): Memory {
  const places = new Map<number, KnownPlace>()
  let left: { readonly from: number; readonly way: string } | null = null
  for (const line of text.split('\n')) {
    const [, name, number, look = '', acts = ''] = STAY.exec(line) ?? []
    if (name === undefined) {
      left = null
      continue
    }
    const id = Number(number)
    let place = places.get(id) ?? newPlace(id, name)
    const from = left && places.get(left.from)
    if (from && left) places.set(from.id, { ...from, edges: new Map([...from.edges, [left.way, id]]) })
    left = null
    for (const said of acts.split('; ')) {
      const [, action, outcome] = ACT.exec(said) ?? []
      if (action === undefined || outcome === undefined) continue
      const label = directionOf(action) ?? action.toLowerCase()
      place = { ...place, attempts: recordAttempt(emptyMemory, place.attempts, label, outcome as Outcome) }
      left = outcome === 'moved' ? { from: id, way: label } : null
    }
    const { open, doubtful, gloomy } = readWays(look)
    places.set(id, {
      ...place,
      visits: place.visits + 1,
      description: place.description || look,
      ways: new Set([...place.ways, ...open]),
      doubtfulWays: new Set([...place.doubtfulWays, ...doubtful]),
      gloomyWays: new Set([...place.gloomyWays, ...gloomy]),
    })
  }
  return { ...emptyMemory, places }
}
