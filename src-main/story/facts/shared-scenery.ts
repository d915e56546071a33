import { childrenOf } from './object-tree'
import { propertiesOf } from './nouns'
import type { Machine } from '../zmachine/machine'

const FEWEST_LOCATIONS = 3

/**
 * The property in which locations list shared scenery (Infocom's local globals), recognized by its contents; null when
 * there is none.
 */
export function findSceneryProperty(machine: Machine, locationsHolder: number): number | null {
  if (locationsHolder === 0) return null
  const hits = new Map<number, number>()
  const misses = new Map<number, number>()
  for (const location of childrenOf(machine.objects, locationsHolder)) {
    for (const property of propertiesOf(machine, location)) {
      const counts = isScenery(machine, readScenery(machine, location, property), locationsHolder) ? hits : misses
      counts.set(property, (counts.get(property) ?? 0) + 1)
    }
  }
  const fitting = [...hits].filter(
    ([property, count]) => count >= FEWEST_LOCATIONS && count > 9 * (misses.get(property) ?? 0),
  )
  return fitting.sort((a, b) => b[1] - a[1])[0]?.[0] ?? null
}

/** The object numbers in a location's list: bytes in v1–3, words later. */
export function readScenery(machine: Machine, location: number, property: number): number[] {
  const address = machine.objects.propertyAddress(location, property)
  const length = machine.objects.propertyLength(address)
  const size = machine.header.version <= 3 ? 1 : 2
  const numbers = Array.from({ length: Math.floor(length / size) }, (_, index) =>
    size === 1 ? machine.memory[address + index]! : machine.readWord(address + index * 2),
  )
  return numbers.filter((number) => number > 0 && number <= machine.objects.count)
}

/** Shared scenery is in one object that does not hold the locations. */
function isScenery(machine: Machine, numbers: readonly number[], locationsHolder: number): boolean {
  const parents = new Set(numbers.map((number) => machine.objects.parent(number)))
  return parents.size === 1 && !parents.has(locationsHolder) && !parents.has(0)
}
