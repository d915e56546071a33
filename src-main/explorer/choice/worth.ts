import type { GameObject } from '@shared/map/location-survey'
import { headOf, isAnyKind, isKind, isPrecious } from '../memory/lexicon'
import type { Memory } from '../memory/memory'

/** The value of a thing, 0 to 10. The most valuable is taken first and dropped last. */
export function worthOf(thing: GameObject, memory: Memory): number {
  if (isKind(thing.name, 'light')) return memory.spentLights.has(thing.id) ? 1 : 10
  if (memory.valued.has(thing.id)) return 9.5
  if (isPrecious(thing.name) || memory.valuedHeads.has(headOf(thing.name))) return 9
  if (isKind(thing.name, 'key')) return 8
  if (isKind(thing.name, 'weapon')) return isArmedBesides(thing, memory) ? 3.5 : 8
  if (isKind(thing.name, 'rope')) return 7
  if (isKind(thing.name, 'tool')) return 5
  if (isKind(thing.name, 'paper')) return 2
  if (isAnyKind(thing.name, 'food', 'drink')) return 3
  return 4
}

/** Whether another carried weapon is at least as good. */
const isArmedBesides = ({ id, name }: GameObject, { carried }: Memory) =>
  carried.some((other) => other.id !== id && isKind(other.name, 'weapon') && weaponRank(other.name) <= weaponRank(name))

export const USEFUL = 6

/** Whether a thing looks precious, or it or a thing with the same noun earned points. False once it is delivered. */
export const isTreasure = (thing: GameObject, memory: Memory): boolean =>
  !memory.delivered.has(thing.id) &&
  (memory.valued.has(thing.id) || memory.valuedHeads.has(headOf(thing.name)) || isPrecious(thing.name))

export const heldLight = (memory: Memory): GameObject | null =>
  memory.carried.find(({ id, name }) => isKind(name, 'light') && !memory.spentLights.has(id)) ?? null

/** Weapons, best first. Tools that serve as weapons rank below them. */
const WEAPON_ORDER = ['sword', 'axe', 'spear', 'mace', 'gun', 'pistol', 'rifle']
const weaponRank = (name: string): number => {
  const rank = WEAPON_ORDER.indexOf(headOf(name))
  return rank < 0 ? WEAPON_ORDER.length : rank
}

export function heldWeapon({ carried }: Memory): GameObject | null {
  return (
    carried
      .filter(({ name }) => isKind(name, 'weapon'))
      .toSorted((a, b) => weaponRank(a.name) - weaponRank(b.name))[0] ?? null
  )
}
