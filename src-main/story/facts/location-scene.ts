import type { LocationScene } from '../environment'
import type { StoryKnowledge } from '../knowledge/story-knowledge'
import type { Machine } from '../zmachine/machine'
import type { SightRules } from './calibrate-sight'
import { childrenOf } from './object-tree'
import { readScenery } from './properties'
import { readLight, readLocation, readPlayer, readVisible } from './read-world'

interface ObjectsAtHand {
  readonly player: number
  readonly location: number
  /** The visible objects, parents first. */
  readonly visible: readonly number[]
  /** Visible objects and the shared scenery of the location. */
  readonly atHand: readonly number[]
  readonly carried: readonly number[]
}

/** Null where the player or the location is unknown. */
export function readObjectsAtHand(
  { player: source, sight, sceneryProperty }: StoryKnowledge,
  machine: Machine,
): ObjectsAtHand | null {
  const location = readLocation(machine, source)
  if (source === null || location === null) return null
  const { objects } = machine
  const player = readPlayer(machine, source)
  const visible = readVisible(machine, player, location, sight)
  const scenery = sceneryProperty === null ? [] : readScenery(machine, location, sceneryProperty)
  const isHidden = (object: number) => sight?.hiding.some((attribute) => objects.hasAttribute(object, attribute))
  const atHand = [...new Set([...visible, ...scenery.filter((object) => !isHidden(object))])]
  return { player, location, visible, atHand, carried: childrenOf(objects, player) }
}

/** Null where the player or the location is unknown. */
export function readScene(knowledge: StoryKnowledge, machine: Machine): LocationScene | null {
  const found = readObjectsAtHand(knowledge, machine)
  if (found === null) return null
  const { player, location, visible, atHand, carried } = found
  const { sight } = knowledge
  const things = atHand.filter((object) => !carried.includes(object))
  return {
    location,
    light: readLight(machine, player, location, visible, sight),
    things: new Map(things.map((object) => [object, openness(machine, object, sight)])),
    carried,
  }
}

/** Attributes that may mean "open"; the right one differs from story to story. */
export const openingAttributes = (sight: SightRules | null): readonly number[] =>
  sight === null ? [] : [...sight.revealing, ...sight.revealingTogether]

export const openness = ({ objects }: Machine, object: number, sight: SightRules | null): string =>
  openingAttributes(sight)
    .filter((attribute) => objects.hasAttribute(object, attribute))
    .join()

/** Whether the light changed, or a thing that is not carried appeared, disappeared, opened or closed. */
export function hasChanged(before: LocationScene, after: LocationScene): boolean {
  const isCarried = (object: number) => before.carried.includes(object) || after.carried.includes(object)
  const things = new Set([...before.things.keys(), ...after.things.keys()])
  return (
    before.light !== after.light ||
    [...things].some((thing) => !isCarried(thing) && before.things.get(thing) !== after.things.get(thing))
  )
}
