import { MEMORY_AT, REGISTERS_AT } from '../memory/machine-space'
import type { Processor } from '../processor'
import { type Code, get, i32, load32, type Signature, store32 } from '../wasm/encode'

/** The addresses and sizes that all code of a story shares. */
export interface StoryShape {
  readonly length: number
  readonly version: number
  readonly globals: number
  readonly staticBase: number
  readonly packing: number
  readonly routineOffset: number
  readonly objects: ObjectShape
}

interface ObjectShape {
  readonly firstEntry: number
  readonly entryBytes: number
  readonly mostObjects: number
  readonly attributeCount: number
}

/** Copies the numbers, so that the compiled story does not keep a machine in memory. */
export function shapeOf({ story, header, objects }: Processor): StoryShape {
  const { version, globals, staticBase, packing, routineOffset } = header
  const { firstEntry, entryBytes, mostObjects, attributeCount } = objects
  return {
    length: story.length,
    version,
    globals,
    staticBase,
    packing,
    routineOffset,
    objects: { firstEntry, entryBytes, mostObjects: Math.max(0, mostObjects), attributeCount },
  }
}

export const noResult = (parameters: number): Signature => ({ parameters, results: 0 })
export const oneResult = (parameters: number): Signature => ({ parameters, results: 1 })

/** The machine's functions that compiled code calls. Each may throw a Fault. */
export const IMPORTS = {
  executeTwoOperands: noResult(3),
  executeOneOperand: noResult(2),
  executeZeroOperands: noResult(1),
  executeVariable: noResult(1),
  executeExtended: noResult(1),
  push: noResult(1),
  pop: oneResult(0),
  writeByte: noResult(2),
  writeWord: noResult(2),
  call: noResult(3),
  pushFrame: noResult(4),
  returnValue: noResult(1),
  warnNoObject: noResult(2),
  property: oneResult(2),
  propertyAddress: oneResult(2),
  nextProperty: oneResult(2),
  setProperty: noResult(3),
} as const satisfies Readonly<Record<string, Signature>>

export type ImportName = keyof typeof IMPORTS
const IMPORT_NAMES = Object.keys(IMPORTS)

/** The functions at the start of each module, after the imports. */
export const PRELUDE_NAMES = [
  'stop',
  'continueAt',
  'resume',
  'returnFrom',
  'enterFrame',
  'callRoutine',
  'findProperty',
  'readProperty',
] as const

/** The numbers of imports and of the prelude's functions. */
export const FUNCTIONS = Object.fromEntries(
  [...IMPORT_NAMES, ...PRELUDE_NAMES].map((name, index) => [name, index]),
) as Readonly<Record<ImportName | (typeof PRELUDE_NAMES)[number], number>>

export const FIRST_REGION = IMPORT_NAMES.length + PRELUDE_NAMES.length

/**
 * Parameters of a region: the block to begin with, and the state while it runs. The state is the stack pointer, the
 * base of the locals and the base of the routine's part of the stack, all in bytes, and the count of instructions.
 */
export const REGION = noResult(5)
export const BLOCK = 0
export const STACK_POINTER = 1
export const LOCALS = 2
export const OWN_STACK = 3
export const COUNT = 4
/** An entry is the number of a region in the table, shifted left by this, and the number of a block. */
export const BLOCK_BITS = 10

export const loadRegister = (register: number): Code => load32(i32(0), REGISTERS_AT + register * 4)
export const storeRegister = (register: number, value: Code): Code =>
  store32(i32(0), REGISTERS_AT + register * 4, value)
/** The current state of the region, as arguments of a tail call. */
export const REGION_STATE = [get(STACK_POINTER), get(LOCALS), get(OWN_STACK), get(COUNT)] as const

/** The offset to add to `number * entryBytes` for a field of an object's entry. */
export const entryOffset = ({ firstEntry, entryBytes }: ObjectShape, field: number): number =>
  MEMORY_AT + firstEntry - entryBytes + field
