import { createHash } from 'node:crypto'
import type { WorldDiff } from '../environment'
import type { Machine } from '../zmachine/machine'
import { FRAME_WORDS } from '../zmachine/memory/machine-space'
import type { MachineState } from '../zmachine/state/machine-state'
import { countGlobals } from './globals'
import type { TrialMachine } from './trial-machine'

/** Facts that change by themselves, as keys (see below). Diffs and hashes leave them out. */
export type Noise = ReadonlySet<string>

const movedKey = (object: number) => `m${object}`
const attributeKey = (object: number, attribute: number) => `a${object}.${attribute}`
const globalKey = (index: number) => `g${index}`

/** The difference between two dynamic memories: parents and attributes of objects, and globals. */
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

/** A hash of the current state, without undo states and saves. */
export function hashState(machine: Machine): string {
  const hash = createHash('sha256')
  const { memory, stack, frames, header, output } = machine
  const window = output.capture()
  hash.update(memory.subarray(0, header.staticBase))
  hash.update(bytesOf(stack.subarray(0, machine.sp)))
  hash.update(bytesOf(frames.subarray(0, machine.frameCount * FRAME_WORDS)))
  hash.update(new Uint8Array(window.upper.cells.buffer))
  hash.update(
    JSON.stringify([
      machine.pc,
      machine.random.capture(),
      machine.waiting,
      window.window,
      window.font,
      window.screenIsOn,
      window.tables,
      window.upper.height,
      window.upper.row,
      window.upper.column,
    ]),
  )
  return hash.digest('hex')
}

const bytesOf = ({ buffer, byteOffset, byteLength }: Uint16Array | Int32Array): Uint8Array =>
  new Uint8Array(buffer, byteOffset, byteLength)

/** A hash of parents and attributes of all objects, without noise: a repeated position has the same hash. */
export function hashWorld(machine: Machine, noise: Noise): string {
  const { objects } = machine
  let world = ''
  for (let object = 1; object <= objects.count; object++) {
    world += noise.has(movedKey(object)) ? '\n?' : `\n${objects.parent(object)}`
    for (let attribute = 0; attribute < objects.attributeCount; attribute++) {
      if (objects.hasAttribute(object, attribute) && !noise.has(attributeKey(object, attribute)))
        world += ` ${attribute}`
    }
  }
  return createHash('sha256').update(world).digest('hex')
}

/** A word that is in no dictionary. */
const UNKNOWN_WORD = 'qzxvk'
/** Actions without effect on the world, so all changes after them happen by themselves. */
const NULL_ACTIONS = ['wait', 'look', UNKNOWN_WORD]
const LONG_WAIT_TURNS = 40
const ORDINARY_ACTIONS = ['inventory', 'examine me', 'take all']

/** Keys that null actions change in one state. The player's place is never noise, because a drifting boat matters. */
export function findNoise(trialMachine: TrialMachine, state: MachineState, player: number | null): Set<string> {
  const noise = new Set<string>()
  for (const action of NULL_ACTIONS) {
    if (trialMachine.runFrom(state, action).isInconclusive) continue
    for (const key of keysOf(compareWorlds(trialMachine.machine, state.image.dynamic, trialMachine.machine.memory)))
      noise.add(key)
  }
  if (player !== null) noise.delete(movedKey(player))
  return noise
}

/** Keys that change in any turn: actors, clocks, parser variables. Found once, by a long wait from the start. */
export function findLastingNoise(trialMachine: TrialMachine, player: number | null): Noise {
  const { start, machine } = trialMachine
  const noise = new Set<string>()
  if (start === null) return noise
  trialMachine.restore(start)
  let before = start.image.dynamic
  for (let turn = 0; turn < LONG_WAIT_TURNS; turn++) {
    if (trialMachine.run(NULL_ACTIONS[turn % 4 === 3 ? 1 + ((turn >> 2) % 2) : 0]!).isInconclusive) break
    const after = machine.memory.slice(0, machine.header.staticBase)
    for (const key of keysOf(compareWorlds(machine, before, after))) noise.add(key)
    before = after
  }
  // Globals and attributes of the player that ordinary commands change belong to the parser.
  for (const action of ORDINARY_ACTIONS) {
    if (trialMachine.runFrom(start, action).isInconclusive) continue
    for (const key of keysOf(compareWorlds(machine, start.image.dynamic, machine.memory)))
      if (key.startsWith('g') || key.startsWith(`a${player}.`)) noise.add(key)
  }
  if (player !== null) noise.delete(movedKey(player))
  return noise
}
