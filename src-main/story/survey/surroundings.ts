import type { Surroundings } from '../grammar/action-candidates'
import { readPlayer, readLocation, readVisible } from '../facts/read-world'
import { nameObjects } from '../grammar/noun-phrases'
import { childrenOf } from '../facts/object-tree'
import { readScenery } from '../facts/shared-scenery'
import type { StoryKnowledge } from '../knowledge/story-knowledge'
import type { Machine } from '../zmachine/machine'

/**
 * The objects at hand with words for them: visible ones, and the location's shared scenery. Null if the player is
 * unknown.
 */
export function readSurroundings(knowledge: StoryKnowledge, machine: Machine): Surroundings | null {
  const { player: source, vocabulary, sight, sceneryProperty } = knowledge
  const location = readLocation(machine, source)
  if (source === null || vocabulary === null || location === null) return null
  const player = readPlayer(machine, source)
  const scenery = sceneryProperty === null ? [] : readScenery(machine, location, sceneryProperty)
  const hidden = (object: number) =>
    sight?.hiding.some((attribute) => machine.objects.hasAttribute(object, attribute)) === true
  const objects = new Set([
    ...readVisible(machine, player, location, sight),
    ...scenery.filter((object) => !hidden(object)),
  ])
  return { phrases: nameObjects(machine, vocabulary, [...objects]), held: new Set(childrenOf(machine.objects, player)) }
}
