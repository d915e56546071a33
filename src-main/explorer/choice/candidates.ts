import { anchorCandidates, depositCandidates, foeCandidates, wantCandidates } from './aim-candidates'
import type { ActionCandidate, RetryLevel, Site } from './candidate'
import { doorCandidates, exitCandidates, waitCandidates } from './exit-candidates'
import { headOf, isAnyKind, wordsOf } from '../memory/lexicon'
import { type Memory, placeOf } from '../memory/memory'
import { presentedCandidates, takeCandidates, thingCandidates } from './thing-candidates'

/** Everything worth trying in every known place, in a fixed order. */
export function findCandidates(memory: Memory, level: RetryLevel): readonly ActionCandidate[] {
  const found: ActionCandidate[] = []
  const sightings = countSightings(memory)
  for (const place of memory.places.values()) {
    const here: Site = { memory, place, level, attempts: place.attempts }
    found.push(...exitCandidates(here), ...doorCandidates(here), ...waitCandidates(here))
    for (const thing of place.things) {
      const seenIn = sightings.get(thing.id) ?? 0
      if (seenIn >= EVERYWHERE) continue
      // A thing that moves, or is seen from several places, has one history for all of them.
      const site = seenIn > 1 || memory.foundAt.has(thing.id) ? { ...here, attempts: memory.attempts } : here
      found.push(...takeCandidates(here, thing))
      if (!memory.delivered.has(thing.id)) found.push(...thingCandidates(site, thing.name, true))
    }
    const listed = new Set([...place.things, ...memory.carried, ...memory.along].flatMap(({ name }) => wordsOf(name)))
    const isListed = (noun: string) => listed.has(headOf(noun)) || place.aliases.has(noun)
    for (const noun of place.nouns) {
      if (isListed(noun)) continue
      found.push(...thingCandidates(here, noun, false))
      if (isAnyKind(noun, 'light', 'weapon', 'key', 'rope')) found.push(...presentedCandidates(here, noun))
    }
    for (const name of place.presented) if (!isListed(name)) found.push(...presentedCandidates(here, name))
    found.push(...depositCandidates(here), ...anchorCandidates(here), ...wantCandidates(here), ...foeCandidates(here))
  }
  const self = placeOf(memory)
  if (self) {
    const held: Site = { memory, place: self, level, attempts: memory.attempts }
    for (const thing of [...memory.carried, ...memory.along])
      found.push(...thingCandidates(held, thing.name, true, true))
    for (const thing of memory.along) found.push(...takeCandidates(held, thing))
  }
  return found
}

/** A thing seen in this many places is scenery: the sky, the fog, a wall. */
const EVERYWHERE = 3

function countSightings({ places }: Memory): ReadonlyMap<number, number> {
  const sightings = new Map<number, number>()
  for (const { things } of places.values()) for (const { id } of things) sightings.set(id, (sightings.get(id) ?? 0) + 1)
  return sightings
}
