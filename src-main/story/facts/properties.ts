import type { Machine } from '../zmachine/machine'
import { childrenOf } from './object-tree'

const FEWEST_NAMED = 2
const FEWEST_LOCATIONS = 3

export function propertiesOf(machine: Machine, object: number): number[] {
  const numbers: number[] = []
  // Property numbers decrease. In a damaged story they may not, so the loop has a limit.
  for (
    let property = machine.objects.nextProperty(object, 0);
    property !== 0 && numbers.length < 64;
    property = machine.objects.nextProperty(object, property)
  )
    numbers.push(property)
  return numbers
}

/**
 * The property that fits in at least `fewest` objects, and in more than `ratio` times as many objects as it does not
 * fit in; null if there is none.
 */
export function findProperty(
  machine: Machine,
  objects: readonly number[],
  fits: (object: number, property: number) => boolean,
  { fewest, ratio }: { readonly fewest: number; readonly ratio: number },
): number | null {
  const hits = new Map<number, number>()
  const misses = new Map<number, number>()
  for (const object of objects) {
    for (const property of propertiesOf(machine, object)) {
      const counts = fits(object, property) ? hits : misses
      counts.set(property, (counts.get(property) ?? 0) + 1)
    }
  }
  const [best] = [...hits]
    .filter(([property, count]) => count >= fewest && count > ratio * (misses.get(property) ?? 0))
    .sort((a, b) => b[1] - a[1])
  return best?.[0] ?? null
}

/** The property that lists the dictionary words of an object (Inform: 1; Infocom: it varies); null if none is found. */
export function findNounProperty(machine: Machine): number | null {
  const entries = dictionaryEntries(machine)
  const isNouns = (object: number, property: number) =>
    propertyWords(machine, object, property)?.every((word) => entries.has(word)) === true
  return findProperty(machine, machine.objects.all(), isNouns, { fewest: FEWEST_NAMED, ratio: 3 })
}

/** Byte addresses of the dictionary words of an object, in the order of the property. */
export function nounsOf(machine: Machine, object: number, nounProperty: number): number[] {
  const entries = dictionaryEntries(machine)
  return (propertyWords(machine, object, nounProperty) ?? []).filter((word) => entries.has(word))
}

function propertyWords(machine: Machine, object: number, property: number): number[] | null {
  const address = machine.objects.propertyAddress(object, property)
  const length = machine.objects.propertyLength(address)
  if (length < 2 || length % 2 !== 0) return null
  return Array.from({ length: length / 2 }, (_, index) => machine.readWord(address + index * 2))
}

const entrySets = new WeakMap<Machine, ReadonlySet<number>>()

function dictionaryEntries(machine: Machine): ReadonlySet<number> {
  const known = entrySets.get(machine)
  if (known !== undefined) return known
  const entries = new Set(machine.dictionary.addresses())
  entrySets.set(machine, entries)
  return entries
}

/** The property in which locations list shared scenery (Infocom's local globals); null if none is found. */
export function findSceneryProperty(machine: Machine, locationsHolder: number): number | null {
  if (locationsHolder === 0) return null
  const isList = (location: number, property: number) =>
    isScenery(machine, readScenery(machine, location, property), locationsHolder)
  const locations = childrenOf(machine.objects, locationsHolder)
  return findProperty(machine, locations, isList, { fewest: FEWEST_LOCATIONS, ratio: 9 })
}

/** The object numbers in a location's list, which has bytes in v1–3 and words later. */
export function readScenery(machine: Machine, location: number, property: number): number[] {
  const address = machine.objects.propertyAddress(location, property)
  const length = machine.objects.propertyLength(address)
  const size = machine.header.version <= 3 ? 1 : 2
  const numbers = Array.from({ length: Math.floor(length / size) }, (_, index) =>
    size === 1 ? machine.memory[address + index]! : machine.readWord(address + index * 2),
  )
  return numbers.filter((number) => number > 0 && number <= machine.objects.count)
}

/** Whether the objects share one parent other than `locationsHolder`, as shared scenery does. */
function isScenery(machine: Machine, numbers: readonly number[], locationsHolder: number): boolean {
  const parents = new Set(numbers.map((number) => machine.objects.parent(number)))
  return parents.size === 1 && !parents.has(locationsHolder) && !parents.has(0)
}
