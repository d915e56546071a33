import type { ObjectLocation } from '@shared/map/object-location'
import { isSameName } from '@shared/agent/likeness'
import type { GameEnvironment, ZObject } from '../environment'

/** Most objects of one name to list; fifteen may have the same. */
const MOST_OF_A_NAME = 20

/** Every object that one of `names` means, with its location. Empty where the machine knows none of the player. */
export function locateObjects(environment: GameEnvironment, names: readonly string[]): readonly ObjectLocation[] {
  const here = environment.getLocation()
  if (here === null || names.length === 0) return []
  const all = environment.getWorldObjects()
  const byNumber = new Map(all.map((object) => [object.num, object]))
  const player = environment.getPlayerObject()?.num
  return names.flatMap((asked) =>
    all
      .filter(({ num, name }) => num !== player && name.trim() !== '' && isSameName(name, asked))
      .slice(0, MOST_OF_A_NAME)
      .map((object): ObjectLocation => {
        const around = holdersOf(object, byNumber)
        // Locations lie side by side: whatever holds this one holds them all.
        const location = around.find(({ parent }) => parent === here.parent)
        return {
          asked,
          object: { id: object.num, name: object.name },
          location: location && location !== object ? { id: location.num, name: location.name } : null,
          isHeld: around.some(({ num }) => num === player),
        }
      }),
  )
}

/** The object and what is around it, nearest first. A story may put an object into itself. */
function holdersOf(object: ZObject, byNumber: ReadonlyMap<number, ZObject>): readonly ZObject[] {
  const holders = new Set<ZObject>()
  for (let at: ZObject | undefined = object; at !== undefined && !holders.has(at); at = byNumber.get(at.parent))
    holders.add(at)
  return [...holders]
}
