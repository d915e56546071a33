import type { LocationLight } from '@shared/map/location-survey'
import type { ZObject } from '../environment'
import type { Machine } from '../zmachine/machine'
import type { PlayerSource } from './calibrate-player'
import type { LightRule, SightRules } from './calibrate-sight'
import { readGlobal } from './globals'
import { ancestorsOf, childrenOf } from './object-tree'
import { propertiesOf } from './properties'
import { objectName } from './status-line'

const LOCATION_GLOBAL = 0

/** An object in its current state; null if it does not exist. */
export function readObject(machine: Machine, num: number): ZObject | null {
  const { objects, memory } = machine
  if (num < 1 || num > objects.count) return null
  const properties = propertiesOf(machine, num).map((property) => {
    const address = objects.propertyAddress(num, property)
    return { num: property, address, data: memory.slice(address, address + objects.propertyLength(address)) }
  })
  return {
    num,
    name: objectName(machine, num),
    parent: objects.parent(num),
    sibling: objects.sibling(num),
    child: objects.child(num),
    attributes: objects.attributes(num),
    properties,
  }
}

export function readPlayer(machine: Machine, source: PlayerSource): number {
  if (source.global === null) return source.object
  const named = readGlobal(machine, source.global)
  return named > 0 && named <= machine.objects.count ? named : source.object
}

/** The player's location: global 0 in v1–3 (Standard §8.2.2), later an ancestor of the player. Null if unknown. */
export function readLocation(machine: Machine, source: PlayerSource | null): number | null {
  const { objects } = machine
  if (machine.header.version <= 3) {
    const location = readGlobal(machine, LOCATION_GLOBAL)
    return location > 0 && location <= objects.count ? location : null
  }
  if (source === null) return null
  const ancestors = ancestorsOf(objects, readPlayer(machine, source))
  return ancestors.find((ancestor) => objects.parent(ancestor) === source.locationsHolder) ?? null
}

/**
 * The visible objects of a location and the player, parents first. Without rules, only the player and the objects
 * around it show their contents.
 */
export function readVisible(machine: Machine, player: number, location: number, rules: SightRules | null): number[] {
  const { objects } = machine
  // A player in a vehicle sees the contents of the vehicle.
  const around = new Set([player, ...ancestorsOf(objects, player)])
  const lookInto = (holder: number, seen: Set<number>): Set<number> => {
    for (const object of childrenOf(objects, holder)) {
      const isAround = around.has(object)
      if (
        seen.has(object) ||
        (!isAround && rules !== null && rules.hiding.some((attribute) => objects.hasAttribute(object, attribute)))
      )
        continue
      seen.add(object)
      if (isAround || (rules !== null && shows(machine, object, rules))) lookInto(object, seen)
    }
    return seen
  }
  const withoutPlayer = (seen: ReadonlySet<number>) => [...seen].filter((object) => object !== player)
  const seen = lookInto(location, new Set())
  // The player may be outside the location's tree for a turn. The things that it carries are still visible.
  if (!around.has(location)) lookInto(player, seen)
  const visible = withoutPlayer(seen)
  if (rules?.light == null || isLit(machine, rules.light, [location, player, ...visible])) return visible
  // In the dark only what the player carries is visible.
  return withoutPlayer(lookInto(player, new Set()))
}

/** How the location is lit; null if no rule of light was found. */
export function readLight(
  machine: Machine,
  player: number,
  location: number,
  visible: readonly number[],
  rules: SightRules | null,
): LocationLight | null {
  if (rules?.light == null) return null
  if (!isLit(machine, rules.light, [location, player, ...visible])) return 'none'
  return machine.objects.hasAttribute(location, rules.light.attribute) ? 'own' : 'brought'
}

function isLit(machine: Machine, { globals, attribute }: LightRule, sources: readonly number[]): boolean {
  if (globals.length > 0) return globals.some((global) => readGlobal(machine, global) !== 0)
  return sources.some((object) => machine.objects.hasAttribute(object, attribute))
}

function shows(machine: Machine, object: number, { revealing, revealingTogether }: SightRules): boolean {
  const has = (attribute: number) => machine.objects.hasAttribute(object, attribute)
  return revealing.some(has) || (revealingTogether.length > 0 && revealingTogether.every(has))
}
