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

const STORES = {
  two: [8, 9, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25],
  one: [1, 2, 3, 4, 8, 14],
  zero: [],
  variable: [0, 7, 12],
  extended: [2, 3],
} as const satisfies Record<Instruction['form'], readonly number[]>

function hasStore(form: Instruction['form'], opcode: number, version: number): boolean {
  if (form === 'one' && opcode === 15) return version <= 4
  if (form === 'zero' && opcode === 9) return version >= 5
  if (form === 'variable' && opcode === 24) return version >= 5
  return STORES[form].some((stores) => stores === opcode)
}

const BRANCHES = {
  two: [1, 2, 3, 4, 5, 6, 7, 10],
  one: [0, 1, 2],
  zero: [],
  extended: [],
} as const satisfies Partial<Record<Instruction['form'], readonly number[]>>

const hasBranch = (form: Instruction['form'], opcode: number, version: number): boolean =>
  form === 'variable' ? opcode === 31 && version >= 5 : BRANCHES[form].some((branches) => branches === opcode)
