import type { OpcodeName } from '../opcodes/opcodes'
import type { Instruction, Operand } from './decode'

/** How a block continues after an instruction. */
type Flow =
  /** The next instruction follows. */
  | 'continues'
  /** It may charge more instructions or branch, so the next instruction begins a block. */
  | 'ends-block'
  /** Its code defines where execution continues. */
  | 'leaves'

/** Opcodes that are compiled, with the required number of operands; `je` takes any number. */
const COMPILED_OPERANDS: ReadonlyMap<OpcodeName, number> = new Map([
  ...eachWith(
    ['jl', 'jg', 'dec_chk', 'inc_chk', 'jin', 'test', 'or', 'and', 'test_attr', 'set_attr', 'clear_attr', 'store'],
    2,
  ),
  ...eachWith(['loadw', 'loadb', 'get_prop', 'get_prop_addr', 'get_next_prop', 'add', 'sub', 'mul', 'div', 'mod'], 2),
  ...eachWith(
    ['jz', 'get_sibling', 'get_child', 'get_parent', 'get_prop_len', 'inc', 'dec', 'ret', 'jump', 'load', 'not'],
    1,
  ),
  ...eachWith(['rtrue', 'rfalse', 'nop', 'ret_popped', 'pop'], 0),
  ...eachWith(['storew', 'storeb', 'put_prop'], 3),
  ...eachWith(['push', 'pull', 'check_arg_count'], 1),
])

function eachWith(names: readonly OpcodeName[], operands: number): (readonly [OpcodeName, number])[] {
  return names.map((name) => [name, operands])
}

/** Opcodes whose first operand is the number of a variable (Standard §6.3.4). */
const TAKES_VARIABLE: ReadonlySet<OpcodeName> = new Set(['dec_chk', 'inc_chk', 'store', 'inc', 'dec', 'load', 'pull'])

const CALLS: ReadonlySet<OpcodeName> = new Set([
  'call_vs',
  'call_vs2',
  'call_vn',
  'call_vn2',
  'call_2s',
  'call_2n',
  'call_1s',
  'call_1n',
])

/** Opcodes after which the next instruction never runs. */
const LAST: ReadonlySet<OpcodeName> = new Set([
  'rtrue',
  'rfalse',
  'ret',
  'ret_popped',
  'print_ret',
  'jump',
  'throw',
  'restart',
  'quit',
])

/** Opcodes that the interpreter's code runs, and after which the next instruction always runs. */
const INTERPRETED_IN_PLACE: ReadonlySet<OpcodeName> = new Set([
  ...(['store', 'insert_obj', 'div', 'mod', 'set_colour'] as const),
  ...(['inc', 'dec', 'print_addr', 'remove_obj', 'print_obj', 'print_paddr', 'load'] as const),
  ...(['print', 'nop', 'new_line', 'show_status'] as const),
  ...(['storew', 'storeb', 'put_prop', 'print_char', 'print_num', 'random', 'push', 'pull'] as const),
  ...(['split_window', 'set_window', 'output_stream', 'log_shift', 'art_shift'] as const),
])

/** Whether an instruction is translated to WebAssembly. The interpreter's code runs all others. */
export function isCompiled({ form, name, operands }: Instruction): boolean {
  if (name === null) return false
  if (name === 'je') return true
  // The `not` of version 5 takes any number of operands.
  if (operands.length !== COMPILED_OPERANDS.get(name) || (name === 'not' && form === 'VAR')) return false
  if (name === 'jump') return !operands[0]!.isVariable
  return !TAKES_VARIABLE.has(name) || isNamed(operands[0]!)
}

export function flowOf(instruction: Instruction): Flow {
  const { name, branch } = instruction
  if (isCall(instruction)) return 'leaves'
  if (!isCompiled(instruction)) return name !== null && INTERPRETED_IN_PLACE.has(name) ? 'ends-block' : 'leaves'
  if (branch !== null) return 'ends-block'
  return isLast(instruction) ? 'leaves' : 'continues'
}

export const isLast = ({ name }: Instruction): boolean => name !== null && LAST.has(name)

export function isCall({ form, name, operands }: Instruction): boolean {
  if (name === null || !CALLS.has(name) || operands.length === 0) return false
  return form !== '2OP' || operands.length === 2
}

/** Whether the variable is a constant, and is not the stack. */
const isNamed = ({ isVariable, value }: Operand): boolean => !isVariable && value !== 0
