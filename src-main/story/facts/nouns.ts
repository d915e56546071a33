import type { Machine } from '../zmachine/machine'

const FEWEST_OBJECTS = 2

/**
 * The property that lists the dictionary words of an object (Inform: 1; Infocom: it varies), recognized by its
 * contents; null when there is none.
 */
export function findNounProperty(machine: Machine): number | null {
  const hits = new Map<number, number>()
  const misses = new Map<number, number>()
  const entries = dictionaryEntries(machine)
  for (let object = 1; object <= machine.objects.count; object++) {
    for (const property of propertiesOf(machine, object)) {
      const words = propertyWords(machine, object, property)
      const counts = words !== null && words.every((word) => entries.has(word)) ? hits : misses
      counts.set(property, (counts.get(property) ?? 0) + 1)
    }
  }
  const [best] = [...hits]
    .filter(([property, count]) => count >= FEWEST_OBJECTS && count > 3 * (misses.get(property) ?? 0))
    .sort((a, b) => b[1] - a[1])
  return best?.[0] ?? null
}

/** Byte addresses of the dictionary words of an object, in the order of the story. */
export function nounsOf(machine: Machine, object: number, nounProperty: number): number[] {
  const entries = dictionaryEntries(machine)
  return (propertyWords(machine, object, nounProperty) ?? []).filter((word) => entries.has(word))
}

export function propertiesOf(machine: Machine, object: number): number[] {
  const numbers: number[] = []
  // Property numbers strictly fall; in a damaged story they may not, and the loop must still end.
  for (
    let property = machine.objects.nextProperty(object, 0);
    property !== 0 && numbers.length < 64;
    property = machine.objects.nextProperty(object, property)
  )
    numbers.push(property)
  return numbers
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
  const { count, firstEntry, entryBytes } = machine.dictionary.dictionary
  const entries = new Set(Array.from({ length: count }, (_, index) => firstEntry + index * entryBytes))
  entrySets.set(machine, entries)
  return entries
}
