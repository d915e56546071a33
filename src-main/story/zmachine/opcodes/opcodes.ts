/** The forms by which the Standard numbers opcodes (§14). */
export type OpcodeForm = '2OP' | '1OP' | '0OP' | 'VAR' | 'EXT'

export interface Opcode {
  readonly form: OpcodeForm
  /** The number in an instruction, which counts from 0 in each form. */
  readonly number: number
  /** The Standard's name; the later one if versions name an opcode differently. */
  readonly name: string
  /** The first and the last version that have the opcode. `until` is absent if all later versions have it. */
  readonly since: number
  readonly until?: number
  /** A byte after the operands names the variable that takes the result. */
  readonly stores?: true
  /** Branch data follows (Standard §4.7). */
  readonly branches?: true
}

/** Every opcode of versions 1 to 5, 7 and 8 (Standard §14): for interpreter, decoder and compiler. */
const OPCODES = [
  { form: '2OP', number: 1, name: 'je', since: 1, branches: true },
  { form: '2OP', number: 2, name: 'jl', since: 1, branches: true },
  { form: '2OP', number: 3, name: 'jg', since: 1, branches: true },
  { form: '2OP', number: 4, name: 'dec_chk', since: 1, branches: true },
  { form: '2OP', number: 5, name: 'inc_chk', since: 1, branches: true },
  { form: '2OP', number: 6, name: 'jin', since: 1, branches: true },
  { form: '2OP', number: 7, name: 'test', since: 1, branches: true },
  { form: '2OP', number: 8, name: 'or', since: 1, stores: true },
  { form: '2OP', number: 9, name: 'and', since: 1, stores: true },
  { form: '2OP', number: 10, name: 'test_attr', since: 1, branches: true },
  { form: '2OP', number: 11, name: 'set_attr', since: 1 },
  { form: '2OP', number: 12, name: 'clear_attr', since: 1 },
  { form: '2OP', number: 13, name: 'store', since: 1 },
  { form: '2OP', number: 14, name: 'insert_obj', since: 1 },
  { form: '2OP', number: 15, name: 'loadw', since: 1, stores: true },
  { form: '2OP', number: 16, name: 'loadb', since: 1, stores: true },
  { form: '2OP', number: 17, name: 'get_prop', since: 1, stores: true },
  { form: '2OP', number: 18, name: 'get_prop_addr', since: 1, stores: true },
  { form: '2OP', number: 19, name: 'get_next_prop', since: 1, stores: true },
  { form: '2OP', number: 20, name: 'add', since: 1, stores: true },
  { form: '2OP', number: 21, name: 'sub', since: 1, stores: true },
  { form: '2OP', number: 22, name: 'mul', since: 1, stores: true },
  { form: '2OP', number: 23, name: 'div', since: 1, stores: true },
  { form: '2OP', number: 24, name: 'mod', since: 1, stores: true },
  { form: '2OP', number: 25, name: 'call_2s', since: 4, stores: true },
  { form: '2OP', number: 26, name: 'call_2n', since: 5 },
  { form: '2OP', number: 27, name: 'set_colour', since: 5 },
  { form: '2OP', number: 28, name: 'throw', since: 5 },

  { form: '1OP', number: 0, name: 'jz', since: 1, branches: true },
  { form: '1OP', number: 1, name: 'get_sibling', since: 1, stores: true, branches: true },
  { form: '1OP', number: 2, name: 'get_child', since: 1, stores: true, branches: true },
  { form: '1OP', number: 3, name: 'get_parent', since: 1, stores: true },
  { form: '1OP', number: 4, name: 'get_prop_len', since: 1, stores: true },
  { form: '1OP', number: 5, name: 'inc', since: 1 },
  { form: '1OP', number: 6, name: 'dec', since: 1 },
  { form: '1OP', number: 7, name: 'print_addr', since: 1 },
  { form: '1OP', number: 8, name: 'call_1s', since: 4, stores: true },
  { form: '1OP', number: 9, name: 'remove_obj', since: 1 },
  { form: '1OP', number: 10, name: 'print_obj', since: 1 },
  { form: '1OP', number: 11, name: 'ret', since: 1 },
  { form: '1OP', number: 12, name: 'jump', since: 1 },
  { form: '1OP', number: 13, name: 'print_paddr', since: 1 },
  { form: '1OP', number: 14, name: 'load', since: 1, stores: true },
  { form: '1OP', number: 15, name: 'not', since: 1, until: 4, stores: true },
  { form: '1OP', number: 15, name: 'call_1n', since: 5 },

  { form: '0OP', number: 0, name: 'rtrue', since: 1 },
  { form: '0OP', number: 1, name: 'rfalse', since: 1 },
  { form: '0OP', number: 2, name: 'print', since: 1 },
  { form: '0OP', number: 3, name: 'print_ret', since: 1 },
  { form: '0OP', number: 4, name: 'nop', since: 1 },
  { form: '0OP', number: 5, name: 'save', since: 1, until: 3, branches: true },
  { form: '0OP', number: 5, name: 'save', since: 4, until: 4, stores: true },
  { form: '0OP', number: 6, name: 'restore', since: 1, until: 3, branches: true },
  { form: '0OP', number: 6, name: 'restore', since: 4, until: 4, stores: true },
  { form: '0OP', number: 7, name: 'restart', since: 1 },
  { form: '0OP', number: 8, name: 'ret_popped', since: 1 },
  { form: '0OP', number: 9, name: 'pop', since: 1, until: 4 },
  { form: '0OP', number: 9, name: 'catch', since: 5, stores: true },
  { form: '0OP', number: 10, name: 'quit', since: 1 },
  { form: '0OP', number: 11, name: 'new_line', since: 1 },
  { form: '0OP', number: 12, name: 'show_status', since: 3 },
  { form: '0OP', number: 13, name: 'verify', since: 3, branches: true },
  // The Standard has it from version 5 on; Frotz runs it in every version.
  { form: '0OP', number: 15, name: 'piracy', since: 1, branches: true },

  { form: 'VAR', number: 0, name: 'call_vs', since: 1, stores: true },
  { form: 'VAR', number: 1, name: 'storew', since: 1 },
  { form: 'VAR', number: 2, name: 'storeb', since: 1 },
  { form: 'VAR', number: 3, name: 'put_prop', since: 1 },
  { form: 'VAR', number: 4, name: 'sread', since: 1, until: 4 },
  { form: 'VAR', number: 4, name: 'aread', since: 5, stores: true },
  { form: 'VAR', number: 5, name: 'print_char', since: 1 },
  { form: 'VAR', number: 6, name: 'print_num', since: 1 },
  { form: 'VAR', number: 7, name: 'random', since: 1, stores: true },
  { form: 'VAR', number: 8, name: 'push', since: 1 },
  { form: 'VAR', number: 9, name: 'pull', since: 1 },
  { form: 'VAR', number: 10, name: 'split_window', since: 3 },
  { form: 'VAR', number: 11, name: 'set_window', since: 3 },
  { form: 'VAR', number: 12, name: 'call_vs2', since: 4, stores: true },
  { form: 'VAR', number: 13, name: 'erase_window', since: 4 },
  { form: 'VAR', number: 14, name: 'erase_line', since: 4 },
  { form: 'VAR', number: 15, name: 'set_cursor', since: 4 },
  { form: 'VAR', number: 16, name: 'get_cursor', since: 4 },
  { form: 'VAR', number: 17, name: 'set_text_style', since: 4 },
  { form: 'VAR', number: 18, name: 'buffer_mode', since: 4 },
  { form: 'VAR', number: 19, name: 'output_stream', since: 3 },
  { form: 'VAR', number: 20, name: 'input_stream', since: 3 },
  { form: 'VAR', number: 21, name: 'sound_effect', since: 3 },
  { form: 'VAR', number: 22, name: 'read_char', since: 4, stores: true },
  { form: 'VAR', number: 23, name: 'scan_table', since: 4, stores: true, branches: true },
  { form: 'VAR', number: 24, name: 'not', since: 5, stores: true },
  { form: 'VAR', number: 25, name: 'call_vn', since: 5 },
  { form: 'VAR', number: 26, name: 'call_vn2', since: 5 },
  { form: 'VAR', number: 27, name: 'tokenise', since: 5 },
  { form: 'VAR', number: 28, name: 'encode_text', since: 5 },
  { form: 'VAR', number: 29, name: 'copy_table', since: 5 },
  { form: 'VAR', number: 30, name: 'print_table', since: 5 },
  { form: 'VAR', number: 31, name: 'check_arg_count', since: 5, branches: true },

  { form: 'EXT', number: 0, name: 'save', since: 5, stores: true },
  { form: 'EXT', number: 1, name: 'restore', since: 5, stores: true },
  { form: 'EXT', number: 2, name: 'log_shift', since: 5, stores: true },
  { form: 'EXT', number: 3, name: 'art_shift', since: 5, stores: true },
  { form: 'EXT', number: 4, name: 'set_font', since: 5, stores: true },
  { form: 'EXT', number: 9, name: 'save_undo', since: 5, stores: true },
  { form: 'EXT', number: 10, name: 'restore_undo', since: 5, stores: true },
  { form: 'EXT', number: 11, name: 'print_unicode', since: 5 },
  { form: 'EXT', number: 12, name: 'check_unicode', since: 5, stores: true },
  { form: 'EXT', number: 13, name: 'set_true_colour', since: 5 },
] as const satisfies readonly Opcode[]

type ListedOpcode = (typeof OPCODES)[number]
export type OpcodeName = ListedOpcode['name']
export type OpcodeNameOf<Form extends OpcodeForm> = Extract<ListedOpcode, { readonly form: Form }>['name']

/** How many opcodes each form can encode. */
const FORM_SIZES = { '2OP': 32, '1OP': 16, '0OP': 16, VAR: 32, EXT: 256 } as const satisfies Record<OpcodeForm, number>

/** The Standard's number for opcode 0 of each form. */
const FIRST_NUMBERS = { '2OP': 0, '1OP': 128, '0OP': 176, VAR: 224, EXT: 0 } as const satisfies Record<
  OpcodeForm,
  number
>

/** The number of an opcode in the notation of the Standard, such as `VAR:224`. */
export const opcodeLabel = (form: OpcodeForm, number: number): string => `${form}:${FIRST_NUMBERS[form] + number}`

/** First byte of every EXT instruction; the opcode's number follows (Standard §4.3). */
export const EXTENDED = 0xbe
/** First byte of `je` with one to four operands, encoded as in VAR form. */
export const VARIABLE_JE = 0xc1
/** First bytes of the opcodes with up to eight operands, whose types take two bytes (Standard §4.4.3.1). */
export const CALL_VS2 = 0xec
export const CALL_VN2 = 0xfa

const cache = new Map<string, readonly (ListedOpcode | null)[]>()

/** The opcodes of a form, indexed by number; null if there is none. Versions 1 and 2 have those of 3, as in Frotz. */
export function opcodesOf(form: OpcodeForm, version: number): readonly (ListedOpcode | null)[] {
  const key = `${form} ${version}`
  const known = cache.get(key)
  if (known !== undefined) return known
  const opcodes: (ListedOpcode | null)[] = Array.from({ length: FORM_SIZES[form] }, () => null)
  for (const opcode of OPCODES) {
    const { since, until = version }: Opcode = opcode
    if (opcode.form === form && (version >= since || since <= 3) && version <= until) opcodes[opcode.number] = opcode
  }
  cache.set(key, opcodes)
  return opcodes
}
