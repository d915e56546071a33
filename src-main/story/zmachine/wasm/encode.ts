import { PAGE } from './api'

/** Nested bytes of WebAssembly code, which uses 32-bit integers, one memory and one table of functions. */
export type Code = Uint8Array | readonly (number | Code)[]

const I32 = 0x7f
const NOTHING = 0x40

const unsigned = (value: number): number | Code =>
  value < 0x80 ? value : [(value & 0x7f) | 0x80, unsigned(value >>> 7)]

function signedLeb128(value: number): number | Code {
  if (value >= -0x40 && value < 0x40) return value & 0x7f
  const bytes: number[] = []
  for (let rest = value | 0; ; rest >>= 7) {
    const isLast = (rest >> 6 === 0 && (rest & 0x40) === 0) || (rest >> 6 === -1 && (rest & 0x40) !== 0)
    bytes.push((rest & 0x7f) | (isLast ? 0 : 0x80))
    if (isLast) return bytes
  }
}

export const i32 = (value: number): Code => [0x41, signedLeb128(value)]
export const get = (local: number): Code => [0x20, unsigned(local)]
export const set = (local: number, value: Code): Code => [value, 0x21, unsigned(local)]
/** `set` that also yields the value. */
export const tee = (local: number, value: Code): Code => [value, 0x22, unsigned(local)]

const binary =
  (opcode: number) =>
  (first: Code, second: Code): Code => [first, second, opcode]
export const add = binary(0x6a)
export const sub = binary(0x6b)
export const mul = binary(0x6c)
/** Signed division towards zero; a divisor of 0 traps. */
export const divide = binary(0x6d)
export const remainder = binary(0x6f)
export const and = binary(0x71)
export const or = binary(0x72)
export const shiftLeft = binary(0x74)
export const shiftRight = binary(0x75)
export const eq = binary(0x46)
export const ne = binary(0x47)
export const lt = binary(0x48)
export const gt = binary(0x4a)
export const ge = binary(0x4e)
/** Compares as unsigned numbers. */
export const ltUnsigned = binary(0x49)
export const not = (value: Code): Code => [value, 0x45]
/** Sign-extends a 16-bit word. */
export const asSigned = (word: Code): Code => [word, 0xc1]

/** `alignment` is a hint: an exponent of two. */
const load =
  (opcode: number, alignment: number) =>
  (address: Code, offset: number): Code => [address, opcode, alignment, unsigned(offset)]
export const load8 = load(0x2d, 0)
export const load16 = load(0x2f, 1)
export const load32 = load(0x28, 2)

const store =
  (opcode: number, alignment: number) =>
  (address: Code, offset: number, value: Code): Code => [address, value, opcode, alignment, unsigned(offset)]
export const store8 = store(0x3a, 0)
export const store16 = store(0x3b, 1)
export const store32 = store(0x36, 2)

/** `if`, which counts as one block for the branches in it. */
export const when = (condition: Code, then: Code, otherwise: Code = []): Code => [
  condition,
  0x04,
  NOTHING,
  then,
  otherwise.length === 0 ? [] : [0x05, otherwise],
  0x0b,
]
/** `if` and `else` with an i32 as result. */
export const choose = (condition: Code, then: Code, otherwise: Code): Code => [
  condition,
  0x04,
  I32,
  then,
  0x05,
  otherwise,
  0x0b,
]
export const block = (body: Code): Code => [0x02, NOTHING, body, 0x0b]
export const loop = (body: Code): Code => [0x03, NOTHING, body, 0x0b]
/** Branches to the end of a block, or the start of a loop, that is `depth` levels further out. */
export const branch = (depth: number): Code => [0x0c, unsigned(depth)]
/** Branches to the block with this number, counted from the innermost. */
export const branchTable = (index: Code, blocks: number): Code => [
  index,
  0x0e,
  unsigned(blocks - 1),
  Array.from({ length: blocks }, (_, depth) => unsigned(depth)),
]
export const leave: Code = [0x0f]
export const call = (target: number, ...values: Code[]): Code => [values, 0x10, unsigned(target)]
/** A tail call, which leaves no frame on the engine's stack. */
export const callLast = (target: number, ...values: Code[]): Code => [values, 0x12, unsigned(target)]
/** A tail call of the function at an index of the table. */
export const callLastAt = (type: number, index: Code, ...values: Code[]): Code => [
  values,
  index,
  0x13,
  unsigned(type),
  0,
]

export interface Signature {
  readonly parameters: number
  readonly results: 0 | 1
}

export interface WasmFunction {
  readonly signature: Signature
  /** Number of local variables, without the parameters. */
  readonly locals: number
  readonly body: Code
}

interface ModuleParts {
  /** Imported from `host` by name; their function numbers come first. */
  readonly imports: readonly (readonly [name: string, signature: Signature])[]
  readonly functions: readonly WasmFunction[]
  /** The number of the function that is exported as `run`. */
  readonly run: number
  /** Functions from this number on are written to the table, from `tableBase` on. */
  readonly firstInTable: number
  readonly tableBase: number
}

/** Encodes a module that imports `host.memory`, `host.table` and the functions in `imports`. */
export function encodeModule({ imports, functions, run, firstInTable, tableBase }: ModuleParts): Uint8Array {
  const inTable = Array.from({ length: imports.length + functions.length - firstInTable }, (_, at) => firstInTable + at)
  return flatten([
    [0x00, 0x61, 0x73, 0x6d, 1, 0, 0, 0],
    section(1, SIGNATURES.map(encodeSignature)),
    section(2, [
      [name('host'), name('memory'), 0x02, 0x00, 1],
      [name('host'), name('table'), 0x01, 0x70, 0x00, 0],
      ...imports.map(([title, signature]) => [name('host'), name(title), 0x00, typeOf(signature)]),
    ]),
    section(
      3,
      functions.map(({ signature }) => [typeOf(signature)]),
    ),
    section(7, [[name('run'), 0x00, unsigned(run)]]),
    section(9, [[0x00, i32(tableBase), 0x0b, vector(inTable.map(unsigned))]]),
    section(
      10,
      functions.map(({ locals, body }) => sized([locals === 0 ? [0] : [1, unsigned(locals), I32], body, 0x0b])),
    ),
  ])
}

/** All signatures in use: up to five parameters, without and with a result. */
const SIGNATURES: readonly Signature[] = [0, 1].flatMap((results) =>
  Array.from({ length: 6 }, (_, parameters) => ({ parameters, results: results === 1 ? 1 : 0 }) as const),
)
export const typeOf = ({ parameters, results }: Signature): number => results * 6 + parameters

const encodeSignature = ({ parameters, results }: Signature): Code => [
  0x60,
  vector(Array.from({ length: parameters }, () => [I32])),
  vector(Array.from({ length: results }, () => [I32])),
]
const section = (id: number, entries: readonly Code[]): Code => [id, sized(vector(entries))]
const vector = (entries: readonly (number | Code)[]): Code => [unsigned(entries.length), entries]
const name = (text: string): Code => vector(Array.from(text, (letter) => [letter.charCodeAt(0)]))

function sized(code: Code): Code {
  const bytes = flatten(code)
  return [unsigned(bytes.length), bytes]
}

/** Collects bytes before they are copied to an array of their length. */
let scratch = new Uint8Array(PAGE)

export function flatten(code: Code): Uint8Array {
  const end = write(code, 0)
  return scratch.slice(0, end)
}

/** Writes the code at `start` and returns the end. */
function write(code: Code, start: number): number {
  let at = start
  if (code instanceof Uint8Array) {
    reserve(at + code.length)
    scratch.set(code, at)
    return at + code.length
  }
  for (const part of code) {
    if (typeof part === 'number') {
      reserve(at + 1)
      scratch[at++] = part
    } else at = write(part, at)
  }
  return at
}

function reserve(bytes: number): void {
  if (bytes <= scratch.length) return
  const larger = new Uint8Array(Math.max(bytes, scratch.length * 2))
  larger.set(scratch)
  scratch = larger
}
