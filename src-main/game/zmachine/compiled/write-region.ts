import { DISCARD_RESULT, STACK_WORDS } from '../call-stack'
import { type Branch, decodeRoutine, type Instruction, type Operand } from './decode'

/** What is the same for all code of a story. */
export interface StoryShape {
  readonly version: number
  readonly globals: number
  readonly staticBase: number
  readonly packing: number
  readonly routineOffset: number
}

/** Instructions without a way in between, one after the other. */
export interface Block {
  readonly instructions: readonly Instruction[]
  /** Where it goes on if the last of them does not say. */
  readonly next: number
}

/** What becomes of the block after an instruction. */
type Flow =
  /** The next one follows. */
  | 'on'
  /** It may throw, or count more work: the next one begins a block. */
  | 'ends'
  /** Where it goes on is written in its code. */
  | 'leaves'

interface Written {
  readonly code: string
  readonly flow: Flow
}

/**
 * What an instruction becomes. JavaScript that is made of numbers alone: of a story nothing else gets into it. `sp`,
 * `lb` and `sb` are the stack pointer, the base of the locals and that of the routine's stack, `mem` and `stack` the
 * machine's own.
 */
export class RegionWriter {
  /** The highest local variable that is named: a routine that has fewer is interpreted. */
  locals = 0
  readonly #story: Uint8Array
  readonly #shape: StoryShape
  readonly #indexOf: ReadonlyMap<number, number>

  /** `indexOf`: the numbers of the blocks, by their addresses. */
  constructor(story: Uint8Array, shape: StoryShape, indexOf: ReadonlyMap<number, number>) {
    this.#story = story
    this.#shape = shape
    this.#indexOf = indexOf
  }

  /** The body of a function of the machine `m` and the number `b` of a block; it gives false for what it did not do. */
  write(blocks: readonly Block[]): string {
    const cases = blocks.map((block, index) => this.#block(block, index))
    return [
      `if (m.localCount < ${this.locals}) return false`,
      'const mem = m.memory, stack = m.stack, ops = m.operands, objects = m.objects, lb = m.localsBase, sb = m.stackBase',
      'let sp = m.sp, last = m.instructionPc, at = 0, a = 0, b0 = 0, c = 0, d = 0, v = 0',
      `returning: { leaving: { stopping: for (;;) switch (b) {\n${cases.join('\n')}\n}`,
      'm.sp = sp; m.pc = at; m.instructionPc = last; return false }',
      'm.sp = sp; m.pc = at; m.instructionPc = last; return true }',
      'm.sp = sp; m.instructionPc = last; m.returnValue(v); return true',
    ].join('\n')
  }

  flowOf(instruction: Instruction): Flow {
    return this.#instruction(instruction, 0).flow
  }

  #block({ instructions, next }: Block, index: number): string {
    const count = instructions.length
    const at = instructions[0]!.at
    const lines = [
      `case ${index}:`,
      `if (m.instructions + ${count} > m.instructionLimit) { at = ${at}; break stopping }`,
      `m.instructions += ${count}; last = ${instructions.at(-1)!.at}`,
    ]
    let flow: Flow = 'on'
    for (const [position, instruction] of instructions.entries()) {
      const written = this.#instruction(instruction, count - position - 1)
      lines.push(written.code)
      flow = written.flow
    }
    if (flow !== 'leaves') lines.push(this.#indexOf.get(next) === index + 1 ? '// on' : this.#goTo(next))
    return lines.join('\n')
  }

  #goTo(address: number): string {
    const index = this.#indexOf.get(address)
    return index === undefined ? `at = ${address}; break leaving` : `b = ${index}; continue`
  }

  /** `rest`: instructions of its block that come after it. */
  #instruction(instruction: Instruction, rest: number): Written {
    return this.#plain(instruction, rest) ?? this.#call(instruction) ?? this.#interpreted(instruction)
  }

  /** Null for what is no call. */
  #call(instruction: Instruction): Written | null {
    const { form, operands, store, afterOperands } = instruction
    if (!isCall(instruction, this.#shape.version)) return null
    const pc = afterOperands + (store === null ? 0 : 1)
    const result = store ?? DISCARD_RESULT
    // The operands of a call in the short form are not kept: its routine is given none.
    const given = form === 'one' ? 0 : operands.length - 1
    const lines = this.#enter(operands[0]!, given, pc, result) ?? [
      ...NAMES.slice(1, given + 1).map((name, index) => `ops[${index + 1}] = ${name}`),
      `m.operandCount = ${form === 'one' ? 0 : operands.length}; m.pc = ${pc}`,
      `m.call(a, ${form === 'one' ? 0 : 1}, ${result})`,
    ]
    const code = [this.#take(operands), 'm.sp = sp; m.instructionPc = last', ...lines, 'return true']
    return { code: code.join('\n'), flow: 'leaves' }
  }

  /** Into a routine that is known beforehand, with the arguments b0, c, d as far as they are given; else null. */
  #enter({ isVariable, value }: Operand, given: number, pc: number, result: number): readonly string[] | null {
    const { packing, routineOffset } = this.#shape
    if (isVariable || value === 0) return null
    const routine = decodeRoutine(this.#story, value * packing + routineOffset, this.#shape)
    if (routine === null) return null
    const { locals } = routine
    return [
      `m.pushFrame(${pc}, ${result}, ${locals.length}, ${given})`,
      ...locals.map((initial, local) => `stack[sp + ${local}] = ${local < given ? (NAMES[local + 1] ?? '') : initial}`),
      `m.pc = ${routine.pc}`,
    ]
  }

  /** By the interpreter's own code. */
  #interpreted({ at, form, isLong, opcode, operands, afterOperands }: Instruction): Written {
    const { version } = this.#shape
    const goesOn = KEEPS_ON[form].some((each) => each === opcode) && !(form === 'zero' && opcode === 9 && version < 5)
    const set = isLong || form === 'extended'
    const size = operands.length > 4 ? 8 : 4
    const lines = [
      `m.instructionPc = ${at}; m.instructionSp = sp`,
      ...(set
        ? [
            ...operands.map((operand, index) => `ops[${index}] = ${this.#value(operand)}`),
            ...Array.from(
              { length: Math.max(0, size - operands.length) },
              (_, more) => `ops[${operands.length + more}] = 0`,
            ),
            `m.operandCount = ${operands.length}`,
          ]
        : [this.#take(operands)]),
      `m.sp = sp; m.pc = ${afterOperands}`,
      callOf(form, opcode, set, isLong && form === 'two'),
    ]
    if (!goesOn) return { code: [...lines, 'return true'].join('\n'), flow: 'leaves' }
    return { code: [...lines, 'sp = m.sp'].join('\n'), flow: 'ends' }
  }

  /** Null for what is left to the interpreter. */
  #plain(instruction: Instruction, rest: number): Written | null {
    const { form, opcode, operands, at, isLong } = instruction
    if (form === 'two' && opcode === 1) return this.#jumpIfEqual(instruction)
    if (form === 'two' && (operands.length !== 2 || opcode >= 23)) return null
    if (form === 'two') return this.#two(instruction, rest)
    if (form === 'one') return this.#one(instruction, rest)
    if (form === 'zero') return this.#zero(instruction)
    if (form === 'variable' && isLong) return this.#variable(instruction, rest, at)
    return null
  }

  #jumpIfEqual({ operands, branch }: Instruction): Written | null {
    if (operands.length > NAMES.length) return null
    const conditions = operands.slice(1).map((_, index) => `a === ${NAMES[index + 1] ?? ''}`)
    return this.#branching(this.#take(operands), conditions.join(' || ') || 'false', branch)
  }

  #two(instruction: Instruction, rest: number): Written | null {
    const { opcode, operands, branch } = instruction
    const take = this.#take(operands)
    const store = (value: string, flow: Flow = 'on') => this.#storing(instruction, take, value, rest, flow)
    switch (opcode) {
      case 2:
        return this.#branching(take, `(a << 16) < (b0 << 16)`, branch)
      case 3:
        return this.#branching(take, `(a << 16) > (b0 << 16)`, branch)
      case 4:
      case 5: {
        const changed = this.#change(operands[0]!, opcode === 4 ? '- 1' : '+ 1')
        if (changed === null) return null
        const second = `b0 = ${this.#value(operands[1]!)}`
        return this.#branching(`${second}\n${changed}`, `(v << 16) ${opcode === 4 ? '<' : '>'} (b0 << 16)`, branch)
      }
      case 6:
        return this.#branching(
          `${take}\nm.instructionPc = last`,
          `(m.isNoObject(a, 'jin') ? 0 : objects.parent(a)) === b0`,
          branch,
        )
      case 7:
        return this.#branching(take, `(a & b0) === b0`, branch)
      case 8:
        return store('a | b0')
      case 9:
        return store('a & b0')
      case 10:
        return this.#branching(
          `${take}\nm.instructionPc = last`,
          `!m.isNoObject(a, 'test_attr') && objects.hasAttribute(a, b0)`,
          branch,
        )
      case 11:
      case 12:
        return {
          code: `${take}\nm.instructionPc = last\nif (!m.isNoObject(a, '${opcode === 11 ? 'set_attr' : 'clear_attr'}')) objects.setAttribute(a, b0, ${opcode === 11})`,
          flow: 'ends',
        }
      case 13: {
        const target = operands[0]!
        if (target.isVariable || target.value === 0) return null
        const written = this.#put(target.value, this.#value(operands[1]!), instruction, rest)
        return written === null ? null : { code: written, flow: 'on' }
      }
      case 15:
        return store('(mem[a + 2 * b0 & 0xffff] << 8) | mem[(a + 2 * b0 & 0xffff) + 1]')
      case 16:
        return store('mem[a + b0 & 0xffff]')
      case 17:
        return store(`m.isNoObject(a, 'get_prop') ? 0 : objects.property(a, b0)`, 'ends')
      case 18:
        return store(`m.isNoObject(a, 'get_prop_addr') ? 0 : objects.propertyAddress(a, b0)`, 'ends')
      case 19:
        return store(`m.isNoObject(a, 'get_next_prop') ? 0 : objects.nextProperty(a, b0)`, 'ends')
      case 20:
        return store('a + b0')
      case 21:
        return store('a - b0')
      case 22:
        return store('Math.imul(a << 16 >> 16, b0 << 16 >> 16)')
      default:
        return null
    }
  }

  #one(instruction: Instruction, rest: number): Written | null {
    const { opcode, operands, branch, next } = instruction
    const operand = operands[0]!
    const take = this.#take(operands)
    const store = (value: string, flow: Flow = 'on') => this.#storing(instruction, take, value, rest, flow)
    switch (opcode) {
      case 0:
        return this.#branching(take, 'a === 0', branch)
      case 1:
      case 2: {
        const [name, link] = opcode === 1 ? ['get_sibling', 'sibling'] : ['get_child', 'child']
        const stored = store(`m.isNoObject(a, '${name}') ? 0 : objects.${link}(a)`, 'ends')
        return stored && this.#branching(stored.code, 'v !== 0', branch)
      }
      case 3:
        return store(`m.isNoObject(a, 'get_parent') ? 0 : objects.parent(a)`, 'ends')
      case 4:
        return store('objects.propertyLength(a)', 'ends')
      case 5:
      case 6: {
        const changed = this.#change(operand, opcode === 5 ? '+ 1' : '- 1')
        return changed === null ? null : { code: changed, flow: 'on' }
      }
      case 11:
        return { code: `${take}\nv = a; break returning`, flow: 'leaves' }
      case 12:
        return operand.isVariable
          ? null
          : { code: this.#goTo(next + ((operand.value << 16) >> 16) - 2), flow: 'leaves' }
      case 14:
        if (operand.isVariable || operand.value === 0) return null
        return this.#storing(instruction, '', this.#value({ isVariable: true, value: operand.value }), rest, 'on')
      default:
        return opcode === 15 && this.#shape.version <= 4 ? store('~a') : null
    }
  }

  #zero({ opcode }: Instruction): Written | null {
    const returning = (value: string) => ({
      code: `v = ${value}; break returning`,
      flow: 'leaves' as const,
    })
    if (opcode === 0 || opcode === 1) return returning(opcode === 0 ? '1' : '0')
    if (opcode === 8) return returning(POP)
    if (opcode === 4) return { code: '', flow: 'on' }
    return opcode === 9 && this.#shape.version < 5 ? { code: `v = ${POP}`, flow: 'on' } : null
  }

  #variable(instruction: Instruction, rest: number, at: number): Written | null {
    const { opcode, operands } = instruction
    const take = this.#take(operands)
    const isWhole = operands.length === 3
    switch (opcode) {
      case 1:
        return isWhole
          ? {
              code: `${take}\nv = a + 2 * b0 & 0xffff\nif (v + 1 >= ${this.#shape.staticBase}) { ${back(at, rest)}; m.writeWord(v, c) }\nmem[v] = c >> 8; mem[v + 1] = c`,
              flow: 'on',
            }
          : null
      case 2:
        return isWhole
          ? {
              code: `${take}\nv = a + b0 & 0xffff\nif (v >= ${this.#shape.staticBase}) { ${back(at, rest)}; m.writeByte(v, c & 255) }\nmem[v] = c`,
              flow: 'on',
            }
          : null
      case 3:
        return isWhole
          ? {
              code: `${take}\nm.instructionPc = last\nif (!m.isNoObject(a, 'put_prop')) objects.setProperty(a, b0, c)`,
              flow: 'ends',
            }
          : null
      case 8: {
        if (operands.length !== 1) return null
        return { code: `${take}\n${this.#put(0, 'a', instruction, rest) ?? ''}`, flow: 'on' }
      }
      case 9: {
        const target = operands[0]
        if (operands.length !== 1 || target === undefined || target.isVariable || target.value === 0) return null
        const written = this.#put(target.value, POP, instruction, rest)
        return written === null ? null : { code: written, flow: 'on' }
      }
      default:
        return null
    }
  }

  /** Operands into a, b0, c, d, in their order: each may take from the stack. */
  #take(operands: readonly Operand[]): string {
    return operands.map((operand, index) => `${NAMES[index] ?? 'v'} = ${this.#value(operand)}`).join('; ')
  }

  #value({ isVariable, value }: Operand): string {
    if (!isVariable) return String(value)
    if (value === 0) return POP
    if (value < 16) return this.#local(value)
    const at = this.#shape.globals + (value - 16) * 2
    return `((mem[${at}] << 8) | mem[${at + 1}])`
  }

  #local(variable: number): string {
    this.locals = Math.max(this.locals, variable)
    return `stack[lb + ${variable - 1}]`
  }

  /** A variable that is named by a constant, one more or less; in `v` what it is then. Null for the stack. */
  #change({ isVariable, value }: Operand, by: string): string | null {
    if (isVariable || value === 0) return null
    const before = this.#value({ isVariable: true, value })
    const after = this.#writeVariable(value)
    return after === null ? null : `v = (${before} ${by}) & 0xffff; ${after}`
  }

  #storing(instruction: Instruction, take: string, value: string, rest: number, flow: Flow): Written | null {
    const written = this.#put(instruction.store ?? 0, value, instruction, rest)
    if (written === null) return null
    return { code: `${take}\n${flow === 'on' ? '' : 'm.instructionPc = last; '}${written}`, flow }
  }

  /** Null for a global that lies where nothing may be written. */
  #put(variable: number, value: string, { at }: Instruction, rest: number): string | null {
    if (variable === 0)
      return `v = ${value}; if (sp >= ${STACK_WORDS}) { ${back(at, rest)}; m.sp = sp; m.push(v) } stack[sp++] = v`
    const after = this.#writeVariable(variable)
    return after === null ? null : `v = ${value}; ${after}`
  }

  #writeVariable(variable: number): string | null {
    if (variable < 16) return `${this.#local(variable)} = v`
    const at = this.#shape.globals + (variable - 16) * 2
    return at + 1 < this.#shape.staticBase ? `mem[${at}] = v >> 8; mem[${at + 1}] = v` : null
  }

  #branching(before: string, condition: string, branch: Branch | null): Written | null {
    if (branch === null) return null
    const { on, to } = branch
    const taken = typeof to === 'number' ? this.#goTo(to) : `v = ${to === 'true' ? 1 : 0}; break returning`
    return { code: `${before}\nif (${on ? condition : `!(${condition})`}) { ${taken} }`, flow: 'ends' }
  }
}

const NAMES = ['a', 'b0', 'c', 'd']
/** Below its own part of the stack a routine finds what the machine says. */
const POP = '(sp > sb ? stack[--sp] : (m.sp = sp, m.pop()))'

/** Of a fault in the middle of a block: where it was, and that what comes after it was not done. */
const back = (at: number, rest: number): string => `m.instructionPc = ${at}; m.instructions -= ${rest}`

/** Instructions of the interpreter after which the next one follows, whatever they do. */
const KEEPS_ON = {
  two: [13, 14, 23, 24, 27],
  one: [5, 6, 7, 9, 10, 13, 14],
  zero: [2, 4, 9, 11, 12],
  variable: [1, 2, 3, 5, 6, 7, 8, 9, 10, 11, 19],
  extended: [2, 3],
} as const satisfies Record<Instruction['form'], readonly number[]>

function callOf(form: Instruction['form'], opcode: number, set: boolean, isTwo: boolean): string {
  if (isTwo) return `executeTwoOperands(m, ${opcode}, ops[0], ops[1])`
  switch (form) {
    case 'two':
      return `executeTwoOperands(m, ${opcode}, a, b0)`
    case 'one':
      return `executeOneOperand(m, ${opcode}, a)`
    case 'zero':
      return `executeZeroOperands(m, ${opcode})`
    case 'variable':
      return `executeVariable(m, ${opcode})`
    case 'extended':
      return set ? `executeExtended(m, ${opcode})` : ''
  }
}

/** Of the calls those that take their arguments from up to four operands. */
export function isCall({ form, opcode, operands }: Instruction, version: number): boolean {
  if (operands.length === 0 || operands.length > NAMES.length) return false
  if (form === 'variable') return opcode === 0 || (opcode === 25 && version >= 5)
  if (form === 'two')
    return operands.length === 2 && ((opcode === 25 && version >= 4) || (opcode === 26 && version >= 5))
  return form === 'one' && ((opcode === 8 && version >= 4) || (opcode === 15 && version >= 5))
}
