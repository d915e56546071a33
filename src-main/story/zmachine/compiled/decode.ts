import {
  CALL_VN2,
  CALL_VS2,
  EXTENDED,
  type Opcode,
  type OpcodeForm,
  type OpcodeName,
  opcodesOf,
} from '../opcodes/opcodes'

/** One instruction as the story encodes it (Standard §4). */
export interface Instruction {
  readonly at: number
  readonly form: OpcodeForm
  /** True for 2OP or VAR with operands encoded as in VAR form, of any number. */
  readonly isVariableForm: boolean
  /** The number in the instruction, which counts from 0 in each form. */
  readonly number: number
  /** Null for an opcode that the version does not have. */
  readonly name: OpcodeName | null
  readonly operands: readonly Operand[]
  /** Address after the operands: of the store byte, the branch data or the text, if there is one. */
  readonly afterOperands: number
  /** The variable that takes the result; null if there is none. */
  readonly store: number | null
  readonly branch: Branch | null
  /** Address of the next instruction. */
  readonly next: number
}

export interface Operand {
  readonly isVariable: boolean
  readonly value: number
}

interface Branch {
  readonly on: boolean
  /** An address; 'false' and 'true' return from the routine instead. */
  readonly to: number | 'false' | 'true'
}

/** The header of a routine (Standard §5). */
interface Routine {
  /** Initial values of its local variables; all 0 from version 5 on. */
  readonly locals: readonly number[]
  /** Address of its first instruction. */
  readonly pc: number
}

/** Decodes the header of a routine; null outside static memory, and if there is no routine. */
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

/** Decodes an instruction; null if it ends beyond `end`. An unknown opcode is decoded and fails when it runs. */
export function decodeInstruction(memory: Uint8Array, at: number, version: number, end: number): Instruction | null {
  const first = memory[at]!
  const form = formOf(first)
  const operands: Operand[] = []
  let pc = at + 1
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
  const number = first === EXTENDED ? memory[pc++]! : numberOf(first)
  if (first < 0x80) {
    take((first & 0x40) === 0 ? 1 : 2)
    take((first & 0x20) === 0 ? 1 : 2)
  } else if (form === '1OP') take((first >> 4) & 3)
  else if (form !== '0OP') {
    const [types, more] = [memory[pc++]!, first === CALL_VS2 || first === CALL_VN2 ? memory[pc++]! : 0xff]
    if (takeAll(types)) takeAll(more)
  }
  const afterOperands = pc
  const listed = opcodesOf(form, version)[number]!
  const opcode: Opcode | null = listed
  const store = opcode?.stores ? memory[pc++]! : null
  let branch: Branch | null = null
  if (opcode?.branches) {
    const data = memory[pc++]!
    let offset = data & 0x3f
    if ((data & 0x40) === 0) offset = (((offset << 8) | memory[pc++]!) << 18) >> 18
    branch = { on: (data & 0x80) !== 0, to: branchTarget(offset, pc) }
  }
  const name = listed?.name ?? null
  if (name === 'print' || name === 'print_ret') {
    // A text ends with the word whose top bit is set.
    while (pc < end && (memory[pc]! & 0x80) === 0) pc += 2
    pc += 2
  }
  if (pc > end) return null
  return { at, form, isVariableForm: first >= 0xc0, number, name, operands, afterOperands, store, branch, next: pc }
}

/** The form of an instruction with this first byte (Standard §4.3). */
function formOf(first: number): OpcodeForm {
  if (first === EXTENDED) return 'EXT'
  if (first >= 0xe0) return 'VAR'
  if (first < 0x80 || first >= 0xc0) return '2OP'
  return first < 0xb0 ? '1OP' : '0OP'
}

const numberOf = (first: number): number => (first < 0x80 || first >= 0xc0 ? first & 0x1f : first & 0x0f)

function branchTarget(offset: number, pc: number): Branch['to'] {
  if (offset === 0) return 'false'
  return offset === 1 ? 'true' : pc + offset - 2
}
