import type { WorldDiff } from '../environment'
import { countGlobals } from './globals'
import type { Machine } from '../zmachine/machine'

/** Things that change by themselves, by the keys below: a diff or a hash leaves them out. */
export type Noise = ReadonlySet<string>

export const movedKey = (object: number) => `m${object}`
export const attributeKey = (object: number, attribute: number) => `a${object}.${attribute}`
const globalKey = (index: number) => `g${index}`

/**
 * The net difference of two memories: parents and attributes of objects, and globals. `before` and `after` are dynamic
 * memory.
 */
export function compareWorlds(machine: Machine, before: Uint8Array, after: Uint8Array): WorldDiff {
  const { objects, header } = machine
  const moved: { object: number; from: number; to: number }[] = []
  const attributesSet: [number, number][] = []
  const attributesCleared: [number, number][] = []
  const isSmall = objects.entryBytes === 9
  const attributeBytes = objects.attributeCount / 8
  const parentAt = isSmall ? 4 : 6
  for (let object = 1, entry = objects.firstEntry; object <= objects.count; object++, entry += objects.entryBytes) {
    for (let byte = 0; byte < attributeBytes; byte++) {
      const was = before[entry + byte]!
      const is = after[entry + byte]!
      if (was === is) continue
      for (let bit = 0; bit < 8; bit++) {
        const mask = 0x80 >> bit
        if ((was & mask) === (is & mask)) continue
        ;((is & mask) === 0 ? attributesCleared : attributesSet).push([object, byte * 8 + bit])
      }
    }
    const at = entry + parentAt
    const from = isSmall ? before[at]! : (before[at]! << 8) | before[at + 1]!
    const to = isSmall ? after[at]! : (after[at]! << 8) | after[at + 1]!
    if (from !== to) moved.push({ object, from, to })
  }
  const globals: { index: number; before: number; after: number }[] = []
  const last = countGlobals(machine)
  for (let index = 0, at = header.globals; index < last; index++, at += 2) {
    const was = (before[at]! << 8) | before[at + 1]!
    const is = (after[at]! << 8) | after[at + 1]!
    if (was !== is) globals.push({ index, before: was, after: is })
  }
  return { moved, attributesSet, attributesCleared, globals }
}

export function keysOf(diff: WorldDiff): string[] {
  return [
    ...diff.moved.map(({ object }) => movedKey(object)),
    ...[...diff.attributesSet, ...diff.attributesCleared].map(([object, attribute]) => attributeKey(object, attribute)),
    ...diff.globals.map(({ index }) => globalKey(index)),
  ]
}

export function withoutNoise(diff: WorldDiff, noise: Noise): WorldDiff {
  return {
    moved: diff.moved.filter(({ object }) => !noise.has(movedKey(object))),
    attributesSet: diff.attributesSet.filter(([object, attribute]) => !noise.has(attributeKey(object, attribute))),
    attributesCleared: diff.attributesCleared.filter(
      ([object, attribute]) => !noise.has(attributeKey(object, attribute)),
    ),
    globals: diff.globals.filter(({ index }) => !noise.has(globalKey(index))),
  }
}

export const EMPTY_DIFF: WorldDiff = { moved: [], attributesSet: [], attributesCleared: [], globals: [] }
