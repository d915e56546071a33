/** One instruction as it stands in the story (Standard §4), without what it does. */
export interface Instruction {
  readonly at: number
  readonly form: 'two' | 'one' | 'zero' | 'variable' | 'extended'
  /** Two operands in the form that takes any number of them. */
  readonly isLong: boolean
  readonly opcode: number
  readonly operands: readonly Operand[]
  /** Where the operands end: at the store byte, the branch or the text, if it has one. */
  readonly afterOperands: number
  /** The variable that takes the result. */
  readonly store: number | null
  readonly branch: Branch | null
  /** Where the next one begins. */
  readonly next: number
}

export interface Operand {
  readonly isVariable: boolean
  readonly value: number
}

export interface Branch {
  readonly on: boolean
  /** An address; 'false' and 'true' return from the routine instead. */
  readonly to: number | 'false' | 'true'
}

/** A routine as it begins (Standard §5). */
export interface Routine {
  /** What its local variables hold at first; all 0 from version 5 on. */
  readonly locals: readonly number[]
  /** Its first instruction. */
  readonly pc: number
}

/** Null for what lies outside of static memory, or is no routine. */
export function decodeRoutine(
  memory: Uint8Array,
  at: number,
  { version, staticBase }: { readonly version: number; readonly staticBase: number },
): Routine | null {
  const count = memory[at] ?? Number.POSITIVE_INFINITY
  const pc = at + 1 + (version <= 4 ? count * 2 : 0)
  if (at < staticBase || count > 15 || pc > memory.length) return null
  const initial = (local: number) => (memory[at + 1 + local * 2]! << 8) | memory[at + 2 + local * 2]!
  return { locals: Array.from({ length: count }, (_, local) => (version <= 4 ? initial(local) : 0)), pc }
}

const DOUBLE_TYPES = new Set([0xec, 0xfa])

/** Null for what runs beyond `end`. Opcodes that do not exist are decoded as well: to execute them is a fault. */
export function decodeInstruction(memory: Uint8Array, at: number, version: number, end: number): Instruction | null {
  const first = memory[at]!
  const operands: Operand[] = []
  let pc = at + 1
  let form: Instruction['form']
  let opcode: number
  const take = (type: number): void => {
    const value = type === 0 ? (memory[pc]! << 8) | memory[pc + 1]! : memory[pc]!
    pc += type === 0 ? 2 : 1
    operands.push({ isVariable: type === 2, value })
  }
  const takeAll = (types: number): boolean => {
    for (let shift = 6; shift >= 0; shift -= 2) {
      const type = (types >> shift) & 3
      if (type === 3) return false
      take(type)
    }
    return true
  }
  if (first < 0x80) {
    form = 'two'
    opcode = first & 0x1f
    take((first & 0x40) === 0 ? 1 : 2)
    take((first & 0x20) === 0 ? 1 : 2)
  } else if (first < 0xb0) {
    form = 'one'
    opcode = first & 0x0f
    take((first >> 4) & 3)
  } else if (first < 0xc0 && first !== 0xbe) {
    form = 'zero'
    opcode = first & 0x0f
  } else {
    form = variableForm(first)
    opcode = first === 0xbe ? memory[pc++]! : first & 0x1f
    const [types, more] = [memory[pc++]!, DOUBLE_TYPES.has(first) ? memory[pc++]! : 0xff]
    if (takeAll(types)) takeAll(more)
  }
  const afterOperands = pc
  const store = hasStore(form, opcode, version) ? memory[pc++]! : null
  let branch: Branch | null = null
  if (hasBranch(form, opcode, version)) {
    const data = memory[pc++]!
    let offset = data & 0x3f
    if ((data & 0x40) === 0) offset = (((offset << 8) | memory[pc++]!) << 18) >> 18
    branch = { on: (data & 0x80) !== 0, to: targetOf(offset, pc) }
  }
  if (form === 'zero' && (opcode === 2 || opcode === 3)) {
    // A text ends with the word whose top bit is set.
    while (pc < end && (memory[pc]! & 0x80) === 0) pc += 2
    pc += 2
  }
  return pc > end ? null : { at, form, isLong: first >= 0xc0, opcode, operands, afterOperands, store, branch, next: pc }
}

function variableForm(first: number): Instruction['form'] {
  if (first === 0xbe) return 'extended'
  return first >= 0xe0 ? 'variable' : 'two'
}

function targetOf(offset: number, pc: number): Branch['to'] {
  if (offset === 0) return 'false'
  return offset === 1 ? 'true' : pc + offset - 2
}

/** Which have the number of a variable for their result, by the first version in which they do (Standard §14). */
const STORES: Readonly<Record<Instruction['form'], Readonly<Record<number, number>>>> = {
  two: { 8: 1, 9: 1, 15: 1, 16: 1, 17: 1, 18: 1, 19: 1, 20: 1, 21: 1, 22: 1, 23: 1, 24: 1, 25: 4 },
  one: { 1: 1, 2: 1, 3: 1, 4: 1, 8: 4, 14: 1 },
  zero: { 5: 4, 6: 4, 9: 5 },
  variable: { 0: 1, 4: 5, 7: 1, 12: 4, 22: 4, 23: 4, 24: 5 },
  extended: { 0: 5, 1: 5, 2: 5, 3: 5, 4: 5, 9: 5, 10: 5, 12: 5 },
}

function hasStore(form: Instruction['form'], opcode: number, version: number): boolean {
  if (form === 'one' && opcode === 15) return version <= 4
  return version >= (STORES[form][opcode] ?? Number.POSITIVE_INFINITY)
}

/** The same of those that may go elsewhere. */
const BRANCHES: Readonly<Record<Instruction['form'], Readonly<Record<number, number>>>> = {
  two: { 1: 1, 2: 1, 3: 1, 4: 1, 5: 1, 6: 1, 7: 1, 10: 1 },
  one: { 0: 1, 1: 1, 2: 1 },
  zero: { 5: 1, 6: 1, 13: 3, 15: 5 },
  variable: { 23: 4, 31: 5 },
  extended: {},
}

function hasBranch(form: Instruction['form'], opcode: number, version: number): boolean {
  // Saving and restoring branch up to version 3, store in 4, and are others from 5 on.
  if (form === 'zero' && (opcode === 5 || opcode === 6)) return version <= 3
  return version >= (BRANCHES[form][opcode] ?? Number.POSITIVE_INFINITY)
}
