import { directionOf } from '@shared/map/direction'
import { headOf, isAnyKind, isKind } from '../memory/lexicon'
import { phraseFor } from '../memory/naming'
import { type ActionCandidate, type Site, verbCandidate } from './candidate'
import { isTreasure } from './worth'

/** Puts treasures into open containers to find one that gives points. Once it is known, all treasures go there. */
export function depositCandidates(site: Site): ActionCandidate[] {
  const { memory, place } = site
  const treasures = memory.carried.filter((thing) => isTreasure(thing, memory))
  if (memory.depot?.place === place.id) {
    const { container } = memory.depot
    const prior = place.id === memory.here ? 12 : 4 * treasures.length + (memory.wanted.size > 0 ? 6 : 0)
    return treasures
      .flatMap((thing) =>
        verbCandidate(
          { ...site, attempts: new Map() },
          container === null ? 'drop {}' : `put {} in ${container}`,
          thing.name,
          prior,
          'such things earned points there',
          'deliver',
        ),
      )
      .slice(0, 1)
  }
  if (memory.depot) return []
  return [...place.opened]
    .filter((name) => isAnyKind(name, 'container', 'fixture') && !isKind(name, 'carrier') && !place.stores.has(name))
    .flatMap((container) =>
      memory.carried
        .filter(
          ({ id, name }) =>
            !memory.delivered.has(id) && memory.foundAt.get(id) !== place.id && headOf(name) !== headOf(container),
        )
        .flatMap((thing) => {
          const isWorthIt = memory.valued.has(thing.id)
          if (!isWorthIt && !isTreasure(thing, memory)) return []
          const prior = isWorthIt ? 9 : 3
          return verbCandidate(site, `put {} in ${container}`, thing.name, prior, 'it may be wanted there', 'deliver')
        }),
    )
}

export function anchorCandidates(site: Site): ActionCandidate[] {
  const rope = site.memory.carried.find(({ name }) => isKind(name, 'rope'))
  if (!rope) return []
  const anchors = new Set(
    [...site.place.nouns, ...site.place.things.map(({ name }) => name)].filter((name) => isKind(name, 'anchor')),
  )
  return [...anchors].flatMap((anchor) =>
    verbCandidate(site, `tie {} to ${anchor}`, rope.name, 8, 'a rope and something to tie it to', 'use'),
  )
}

/** Repeats commands that were refused because something was missing, if something was taken since. */
export function wantCandidates({ memory, place }: Site): ActionCandidate[] {
  return [...place.wants].flatMap((command): ActionCandidate[] => {
    const attempt = place.attempts.get(directionOf(command) ?? command)
    const isHopeful =
      attempt !== undefined &&
      attempt.turn < memory.lastGain &&
      attempt.count < MAX_TRIES &&
      attempt.outcome !== 'took' &&
      attempt.outcome !== 'moved'
    return isHopeful
      ? [
          {
            command,
            place: place.id,
            prior: 6 / attempt.count,
            why: 'it wanted something, and I have more with me now',
            goal: 'try',
          },
        ]
      : []
  })
}

const MAX_TRIES = 4

export function foeCandidates(site: Site): ActionCandidate[] {
  const { memory, place } = site
  const weapon = memory.carried.find(({ name }) => isKind(name, 'weapon'))
  if (place.foe === null || !weapon || place.id === memory.here) return []
  return [
    {
      command: `attack ${headOf(place.foe)} with ${phraseFor(weapon.name, memory)}`,
      place: place.id,
      prior: 7,
      why: 'I am armed now',
      goal: 'fight',
    },
  ]
}
