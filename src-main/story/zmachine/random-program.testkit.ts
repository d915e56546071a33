import fc from 'fast-check'
import { assembleStory, packZchars, SCRATCH } from './tiny-story.testkit'

/** A story of random routines with well-formed instructions, which call, loop and fail at random. */
interface RandomProgram {
  readonly version: 3 | 4 | 5 | 7 | 8
  /** Address of the global variables. At 0x440 most are in static memory, which is read-only. */
  readonly globals: number
  readonly routines: readonly RandomRoutine[]
}

interface RandomRoutine {
  readonly locals: number
  readonly instructions: readonly RandomInstruction[]
}

interface RandomInstruction {
  readonly opcode: number
  readonly isLong: boolean
  readonly operands: readonly RandomOperand[]
  readonly store: number
  readonly branch: number
}

/** A kind from 0 to 11 and a value, from which `assembleRoutine` derives the operand. */
type RandomOperand = readonly [kind: number, value: number]

type Form = 'two' | 'one' | 'zero' | 'variable' | 'extended'
type Part = 'store' | 'branch' | 'text' | 'call' | 'object' | 'property' | 'table'
interface Opcode {
  readonly form: Form
  readonly opcode: number
  readonly operands: number
  /** The first version that has it. */
  readonly since: number
  readonly parts: readonly Part[]
}

const each = (form: Form, opcodes: readonly number[], operands: number, since: number, ...parts: Part[]): Opcode[] =>
  opcodes.map((opcode) => ({ form, opcode, operands, since, parts }))

/** Common opcodes are listed more than once, so that they are more likely. */
const OPCODES: readonly Opcode[] = [
  ...each('two', [1, 2, 3, 4, 5, 7, 1, 2, 3, 4, 5], 2, 3, 'branch'),
  ...each('two', [6, 10], 2, 3, 'object', 'branch'),
  ...each('two', [8, 9, 20, 21, 22, 23, 24, 20, 21], 2, 3, 'store'),
  ...each('two', [15, 16, 15, 16], 2, 3, 'table', 'store'),
  ...each('two', [17, 18, 19], 2, 3, 'object', 'property', 'store'),
  ...each('two', [11, 12, 14], 2, 3, 'object'),
  ...each('two', [13, 13], 2, 3),
  ...each('two', [25], 2, 4, 'call', 'store'),
  ...each('two', [26], 2, 5, 'call'),
  ...each('two', [27, 28], 2, 5),
  ...each('one', [0, 0, 0], 1, 3, 'branch'),
  ...each('one', [1, 2], 1, 3, 'object', 'store', 'branch'),
  ...each('one', [3], 1, 3, 'object', 'store'),
  ...each('one', [9, 10], 1, 3, 'object'),
  ...each('one', [4, 14, 14, 15], 1, 3, 'store'),
  ...each('one', [5, 5, 6, 6, 11, 12, 12], 1, 3),
  ...each('one', [8], 1, 4, 'call', 'store'),
  ...each('zero', [0, 1, 4, 8, 11, 12], 0, 3),
  ...each('zero', [2, 3], 0, 3, 'text'),
  ...each('zero', [9], 0, 3, 'store'),
  ...each('zero', [13], 0, 3, 'branch'),
  ...each('variable', [0, 0], 4, 3, 'call', 'store'),
  ...each('variable', [1, 2, 1, 2], 3, 3, 'table'),
  ...each('variable', [3, 3], 3, 3, 'object', 'property'),
  ...each('variable', [5, 6, 8, 8, 8, 9, 10, 11, 19], 1, 3),
  ...each('variable', [7], 1, 3, 'store'),
  ...each('variable', [12], 8, 4, 'call', 'store'),
  ...each('variable', [13, 14, 17], 1, 4),
  ...each('variable', [22], 1, 4, 'store'),
  ...each('variable', [23], 4, 4, 'store', 'branch'),
  ...each('variable', [24], 1, 5, 'store'),
  ...each('variable', [25], 4, 5, 'call'),
  ...each('variable', [26], 8, 5, 'call'),
  ...each('variable', [31], 1, 5, 'branch'),
  ...each('extended', [2, 3], 2, 5, 'store'),
  ...each('extended', [9, 10], 0, 5, 'store'),
]

const ROUTINES = 3
const operand = fc.tuple(fc.nat({ max: 11 }), fc.nat({ max: 0xffff }))
const instruction: fc.Arbitrary<RandomInstruction> = fc.record({
  opcode: fc.nat({ max: OPCODES.length - 1 }),
  isLong: fc.boolean(),
  operands: fc.array(operand, { minLength: 2, maxLength: 8 }),
  store: fc.nat({ max: 0xff }),
  branch: fc.nat({ max: 0xfff }),
})

export const randomProgram: fc.Arbitrary<RandomProgram> = fc.record({
  version: fc.constantFrom(3, 4, 5, 7, 8),
  globals: fc.constantFrom(0x200, 0x440),
  routines: fc.array(
    fc.record({
      locals: fc.nat({ max: 15 }),
      instructions: fc.array(instruction, { minLength: 4, maxLength: 40, size: 'max' }),
    }),
    { minLength: ROUTINES, maxLength: ROUTINES },
  ),
})

const FIRST_ROUTINE = 0x800
const BETWEEN_ROUTINES = 0x800
const LENGTH = FIRST_ROUTINE + ROUTINES * BETWEEN_ROUTINES
const PACKING = { 3: 2, 4: 4, 5: 4, 7: 4, 8: 8 } as const
/** Values at the limits of memory, numbers, objects and properties. */
const EDGES = [0, 1, 2, 3, 0x7fff, 0x8000, 0xfffe, 0xffff, 0x47e, 0x47f, 0x480, SCRATCH, SCRATCH + 8, 20, 255, 63]

const wordOf = (value: number) => [(value >> 8) & 0xff, value & 0xff]

/** Assembles a story that reads a key or a line and calls the first routine, in an endless loop. */
export function assembleProgram({ version, globals, routines }: RandomProgram): Uint8Array {
  const story = new Uint8Array(LENGTH)
  const packed = (index: number) => (FIRST_ROUTINE + index * BETWEEN_ROUTINES) / PACKING[version]
  const read = version === 3 ? [0xe4, 0x0f, ...wordOf(SCRATCH), ...wordOf(SCRATCH + 24)] : [0xf6, 0x7f, 1, 16]
  const call = [0xe0, 0x15, ...wordOf(packed(0)), 3, 4, 5, 17]
  const loop = [...read, ...call]
  story.set(assembleStory({ version, code: [...loop, 0x8c, ...wordOf(-loop.length - 1)] }))
  story.set([0, 0], 0x1a)
  story.set(wordOf(globals), 0x0c)
  // A text buffer, a parse buffer, and the properties of objects 1 to 3, which are nested.
  story.set([16], SCRATCH)
  story.set([3], SCRATCH + 24)
  story.set([0, 20, 7, (version === 3 ? 0x20 : 0x40) | 9, 1, 2, 3, 5, 0], SCRATCH + 48)
  const [first, entry] = version === 3 ? [0x13e, 9] : [0x17e, 14]
  for (let object = 1; object <= 3; object++) {
    const at = first + (object - 1) * entry
    story.set(wordOf(SCRATCH + 48), at + entry - 2)
    const links = [object - 1, 0, object === 3 ? 0 : object + 1]
    story.set(version === 3 ? links : links.flatMap(wordOf), at + (version === 3 ? 4 : 6))
  }
  for (const [index, routine] of routines.entries())
    story.set(assembleRoutine(routine, version, packed), FIRST_ROUTINE + index * BETWEEN_ROUTINES)
  return story
}

function assembleRoutine(
  { locals, instructions }: RandomRoutine,
  version: RandomProgram['version'],
  packed: (index: number) => number,
): number[] {
  const head = [
    locals,
    ...(version <= 4 ? Array.from({ length: locals }, (_, local) => wordOf(local * 300)).flat() : []),
  ]
  const variableOf = (value: number) => {
    const kind = value >> 6
    if (kind === 0) return 0
    if (kind === 1) return 16 + (value & 15)
    // Rarely a global variable that may be in static memory, or a local one that the routine does not have.
    if (value === 255 || locals === 0) return value
    return value === 254 && locals < 15 ? locals + 1 : 1 + (value % locals)
  }
  const starts = [0]
  const code: number[] = []
  const links: { readonly at: number; readonly branch: number; readonly isJump: boolean }[] = []
  for (const { opcode: number, isLong, operands, store, branch } of instructions) {
    const { form, opcode, operands: most, since, parts } = OPCODES[number]!
    if (version < since) continue
    const isCall = parts.includes('call') || (form === 'one' && opcode === 15 && version >= 5)
    // Usually a valid value, because others soon end most programs.
    const fitting = (place: number, value: number): number | null => {
      if (value % 32 === 0) return null
      if (place === 0 && isCall) return packed(value % ROUTINES)
      if (place === 0 && parts.includes('object')) return value % 4
      // Some addresses are at the end of dynamic memory.
      if (place === 0 && parts.includes('table')) return SCRATCH + (value % 8 === 1 ? 156 + (value % 5) : value % 100)
      if (place === 1 && parts.includes('table')) return value % 24
      return place === 1 && parts.includes('property') ? [20, 9, 20, 9, 0, 17][value % 6]! : null
    }
    const isFree = form === 'variable' || form === 'extended' || (form === 'two' && isLong)
    const count = isFree && (opcode === 1 || store % 32 === 0) ? Math.min(operands.length, Math.max(most, 4)) : most
    const written = operands.slice(0, count).map(([kind, value], place) => {
      const [other, edge] = [kind < 4 ? null : value % 256, EDGES[value % EDGES.length]!]
      const constant = fitting(place, value) ?? (kind === 11 ? edge : other)
      if (constant === null) return { type: 2, bytes: [variableOf(value & 0xff)] }
      return constant > 255 || kind === 10 ? { type: 0, bytes: wordOf(constant) } : { type: 1, bytes: [constant] }
    })
    const bytes = written.flatMap((each) => each.bytes)
    const isShort = form === 'two' && !isLong && written.every(({ type }) => type !== 0)
    if (form === 'zero') code.push(0xb0 | opcode)
    else if (form === 'one') {
      const isJump = opcode === 12 && (written[0]!.type !== 2 || branch % 8 > 0)
      code.push(0x80 | ((isJump ? 0 : written[0]!.type) << 4) | opcode)
      if (isJump) links.push({ at: head.length + code.length, branch, isJump })
      code.push(...(isJump ? [0, 0] : bytes))
    } else if (isShort)
      code.push(
        written.reduce((sum, { type }, place) => sum | (type === 2 ? 0x40 >> place : 0), opcode),
        ...bytes,
      )
    else {
      const types = Array.from({ length: 8 }, (_, place) => written[place]?.type ?? 3)
      const typeByte = (from: number) => types.slice(from, from + 4).reduce((sum, type) => (sum << 2) | type, 0)
      code.push(...(form === 'extended' ? [0xbe, opcode] : [(form === 'two' ? 0xc0 : 0xe0) | opcode]), typeByte(0))
      if (form === 'variable' && (opcode === 12 || opcode === 26)) code.push(typeByte(4))
      code.push(...bytes)
    }
    const stores =
      parts.includes('store') &&
      !(form === 'zero' && version <= 4) &&
      !(form === 'one' && opcode === 15 && version >= 5)
    if (stores) code.push(variableOf(store))
    if (parts.includes('branch')) {
      links.push({ at: head.length + code.length, branch, isJump: false })
      code.push(0, 0)
    }
    if (parts.includes('text')) code.push(...packZchars([6 + (store % 20), 7, 8, 9]))
    starts.push(code.length)
  }
  const routine = [...head, ...code, 0xb0]
  for (const { at, branch, isJump } of links) {
    const offset = head.length + starts[(branch >> 3) % starts.length]! - (at + 2) + 2
    // Sometimes the branch returns false or true, on a true or a false condition.
    const target = isJump || (branch & 7) > 1 ? offset : branch & 1
    routine.splice(at, 2, ...(isJump ? wordOf(offset) : [((target >> 8) & 0x3f) | ((branch & 4) << 5), target & 0xff]))
  }
  return routine
}
