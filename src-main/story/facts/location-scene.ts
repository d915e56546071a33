import type { SightRules } from './rules'
import type { LocationScene } from '../environment'
import { readLight, readPlayer, readLocation, readVisible } from './read-world'
import { childrenOf } from './object-tree'
import { readScenery } from './shared-scenery'
import type { StoryKnowledge } from '../knowledge/story-knowledge'
import type { Machine } from '../zmachine/machine'

/** Null where the player or the location is unknown. */
export function readScene(
  { player: source, sight, sceneryProperty }: StoryKnowledge,
  machine: Machine,
): LocationScene | null {
  const location = readLocation(machine, source)
  if (source === null || location === null) return null
  const { objects } = machine
  const player = readPlayer(machine, source)
  const visible = readVisible(machine, player, location, sight)
  const hidden = (object: number) => sight?.hiding.some((attribute) => objects.hasAttribute(object, attribute)) === true
  const scenery =
    sceneryProperty === null ? [] : readScenery(machine, location, sceneryProperty).filter((object) => !hidden(object))
  const carried = childrenOf(objects, player)
  const things = [...visible, ...scenery].filter((object) => !carried.includes(object))
  return {
    location,
    light: readLight(machine, player, location, visible, sight),
    things: new Map(things.map((object) => [object, openness(machine, object, sight)])),
    carried,
  }
}

/**
 * Attributes that may mean "open"; which one does differs from story to story.
 */
export const openingAttributes = (sight: SightRules | null): readonly number[] =>
  sight === null ? [] : [...sight.revealing, ...sight.revealingTogether]

export const openness = ({ objects }: Machine, object: number, sight: SightRules | null): string =>
  openingAttributes(sight)
    .filter((attribute) => objects.hasAttribute(object, attribute))
    .join()

/**
 * Whether the light changed, or a thing came, left, opened or closed, other than what the player carries or carried.
 */
export function hasChanged(before: LocationScene, after: LocationScene): boolean {
  const isCarried = (object: number) => before.carried.includes(object) || after.carried.includes(object)
  const things = new Set([...before.things.keys(), ...after.things.keys()])
  return (
    before.light !== after.light ||
    [...things].some((thing) => !isCarried(thing) && before.things.get(thing) !== after.things.get(thing))
  )
}
