import { DISCARD_RESULT } from '../call-stack'
import {
  FRAME_COUNT,
  FRAME_WORDS,
  FRAMES_AT,
  INSTRUCTION_LIMIT,
  INSTRUCTION_PC,
  INSTRUCTION_SP,
  INSTRUCTIONS,
  LOCAL_COUNT,
  MEMORY_AT,
  memoryBytes,
  OPERAND_COUNT,
  OPERANDS_AT,
  PC,
  SP,
  STACK_AT,
  STACK_WORDS,
} from '../machine-space'
import { decodeRoutine, type Instruction, type Operand } from './decode'
import { flowOf, isCall, isWritten } from './flow'
import {
  BLOCK,
  COUNT,
  entryOffset,
  FUNCTIONS,
  KEPT,
  loadRegister,
  LOCALS,
  OWN_STACK,
  REGION,
  STACK_POINTER,
  type StoryShape,
  storeRegister,
} from './prelude'
import {
  add,
  and,
  asSigned,
  block,
  branch,
  branchTable,
  call,
  callLast,
  choose,
  type Code,
  divide,
  eq,
  ge,
  get,
  gt,
  i32,
  leave,
  load16,
  load32,
  load8,
  loop,
  lt,
  ltUnsigned,
  mul,
  not,
  or,
  remainder,
  set,
  shiftLeft,
  shiftRight,
  store16,
  store8,
  sub,
  tee,
  type WasmFunction,
  when,
} from './wasm'

/** Instructions without a way in between, one after the other. */
export interface Block {
  readonly instructions: readonly Instruction[]
  /** Where it goes on if the last of them does not say. */
  readonly next: number
}

/** A block of what is compiled at the same time: the number of its function, and its own in there. */
export interface Place {
  readonly target: number
  readonly block: number
}

/** Opcodes that do nothing for what is no object, by the number that tells them. */
export const OBJECT_OPCODES = [
  'jin',
  'test_attr',
  'set_attr',
  'clear_attr',
  'get_prop',
  'get_prop_addr',
  'get_next_prop',
  'get_sibling',
  'get_child',
  'get_parent',
  'put_prop',
] as const
type ObjectOpcode = (typeof OBJECT_OPCODES)[number]

/** Local variables of a region, after what it takes: the operands, and the value that is to be stored. */
const [A, B, C, D, V] = [5, 6, 7, 8, 9]
const NAMED = [A, B, C, D]
const OWN_LOCALS = 5

/** What instructions become: WebAssembly that does the same. */
export class RegionWriter {
  readonly #story: Uint8Array
  readonly #shape: StoryShape
  readonly #places: ReadonlyMap<number, Place>
  /** The highest local variable that is named: a routine that has fewer is interpreted. */
  #locals = 0
  /** Blocks of the region that is written, by their addresses, and the one that is written. */
  #indexOf: ReadonlyMap<number, number> = new Map()
  #index = 0

  /** `places`: where there is compiled code, by its address. */
  constructor(story: Uint8Array, shape: StoryShape, places: ReadonlyMap<number, Place>) {
    this.#story = story
    this.#shape = shape
    this.#places = places
  }

  write(blocks: readonly Block[]): WasmFunction {
    this.#locals = 0
    this.#indexOf = new Map(blocks.map(({ instructions }, index) => [instructions[0]!.at, index]))
    // Each block's code follows what can be left to get there: a branch ahead leads there at once, one back through
    // the table.
    let body = branchTable(get(BLOCK), blocks.length)
    for (const [index, each] of blocks.entries()) {
      this.#index = index
      body = [block(body), this.#block(each)]
    }
    const tooFew: Code = [
      storeRegister(SP, shiftRight(get(STACK_POINTER), i32(1))),
      storeRegister(INSTRUCTIONS, get(COUNT)),
      leave,
    ]
    const checked = this.#locals === 0 ? [] : when(lt(loadRegister(LOCAL_COUNT), i32(this.#locals)), tooFew)
    return { signature: REGION, locals: OWN_LOCALS, body: [checked, loop(body)] }
  }

  #block({ instructions, next }: Block): Code {
    const count = instructions.length
    const at = instructions[0]!.at
    const code: Code[] = [
      when(gt(tee(COUNT, add(get(COUNT), i32(count))), loadRegister(INSTRUCTION_LIMIT)), [
        callLast(FUNCTIONS.stop, i32(at), ...KEPT.slice(0, -1), sub(get(COUNT), i32(count))),
      ]),
    ]
    for (const [position, instruction] of instructions.entries())
      code.push(this.#instruction(instruction, count - position - 1))
    const isLeft = flowOf(instructions.at(-1)!, this.#shape.version) === 'leaves'
    if (!isLeft && this.#indexOf.get(next) !== this.#index + 1) code.push(this.#goTo(next, 0))
    return code
  }

  /** From a block of code, or so many within it. */
  #goTo(address: number, depth: number): Code {
    const index = this.#indexOf.get(address)
    if (index === undefined) return this.#goOnAt(address, KEPT)
    if (index > this.#index) return branch(depth + index - this.#index - 1)
    return [set(BLOCK, i32(index)), branch(depth + this.#indexOf.size - this.#index - 1)]
  }

  #goOnAt(address: number, kept: readonly Code[]): Code {
    const place = this.#places.get(address)
    return place === undefined
      ? callLast(FUNCTIONS.goOn, i32(address), ...kept)
      : [storeRegister(PC, i32(address)), callLast(place.target, i32(place.block), ...kept)]
  }

  /** `rest`: instructions of its block that come after it. */
  #instruction(instruction: Instruction, rest: number): Code {
    const { version } = this.#shape
    if (isCall(instruction, version)) return this.#call(instruction)
    if (!isWritten(instruction, version)) return this.#interpreted(instruction)
    switch (instruction.form) {
      case 'two':
        return this.#two(instruction, rest)
      case 'one':
        return this.#one(instruction, rest)
      case 'zero':
        return this.#zero(instruction)
      default:
        return this.#variable(instruction, rest)
    }
  }

  /** For what may be a fault: where it is, and that what comes after it was not done. */
  #tell(at: number, rest: number): Code {
    return [
      storeRegister(INSTRUCTION_PC, i32(at)),
      storeRegister(INSTRUCTIONS, rest === 0 ? get(COUNT) : sub(get(COUNT), i32(rest))),
    ]
  }

  #call({ at, form, operands, store, afterOperands }: Instruction): Code {
    const pc = afterOperands + (store === null ? 0 : 1)
    const result = store ?? DISCARD_RESULT
    // The operands of a call in the short form are not kept: its routine is given none.
    const given = form === 'one' ? 0 : operands.length - 1
    const enter = this.#enter(operands[0]!, given, pc, result)
    if (enter !== null && operands.length <= NAMED.length) return [this.#take(operands), this.#tell(at, 0), enter]
    return [
      this.#keep(operands),
      storeRegister(OPERAND_COUNT, i32(given + 1)),
      this.#tell(at, 0),
      call(FUNCTIONS.enter, load16(i32(0), OPERANDS_AT), i32(pc), i32(result), i32(given), get(STACK_POINTER)),
      callLast(FUNCTIONS.resume),
    ]
  }

  /** Into a routine that is known beforehand, with the arguments B, C, D as far as they are given; else null. */
  #enter({ isVariable, value }: Operand, given: number, pc: number, result: number): Code | null {
    const { packing, routineOffset } = this.#shape
    if (isVariable || value === 0) return null
    const routine = decodeRoutine(this.#story, value * packing + routineOffset, this.#shape)
    if (routine === null) return null
    const { locals } = routine
    const ownStack = add(get(STACK_POINTER), i32(locals.length * 2))
    return [
      call(FUNCTIONS.frame, get(STACK_POINTER), i32(pc), i32(result), i32(locals.length), i32(given)),
      locals.map((initial, local) =>
        store16(get(STACK_POINTER), STACK_AT + local * 2, local < given ? get(NAMED[local + 1]!) : i32(initial)),
      ),
      this.#goOnAt(routine.pc, [ownStack, get(STACK_POINTER), ownStack, get(COUNT)]),
    ]
  }

  /** By the interpreter's own code. */
  #interpreted(instruction: Instruction): Code {
    const { at, form, isLong, opcode, operands, afterOperands } = instruction
    const isKept = isLong || form === 'extended'
    const size = operands.length > 4 ? 8 : 4
    const missing = Math.max(0, size - operands.length)
    const code: Code = [
      this.#tell(at, 0),
      storeRegister(INSTRUCTION_SP, shiftRight(get(STACK_POINTER), i32(1))),
      isKept
        ? [
            this.#keep(operands),
            Array.from({ length: missing }, (_, more) =>
              store16(i32(0), OPERANDS_AT + (operands.length + more) * 2, i32(0)),
            ),
            storeRegister(OPERAND_COUNT, i32(operands.length)),
          ]
        : this.#take(operands),
      storeRegister(SP, shiftRight(get(STACK_POINTER), i32(1))),
      storeRegister(PC, i32(afterOperands)),
      callOf(form, opcode, isLong && form === 'two'),
    ]
    if (flowOf(instruction, this.#shape.version) === 'leaves') return [code, callLast(FUNCTIONS.resume)]
    const again = [set(STACK_POINTER, shiftLeft(loadRegister(SP), i32(1))), set(COUNT, loadRegister(INSTRUCTIONS))]
    return [code, again]
  }

  #jumpIfEqual(instruction: Instruction): Code {
    const { operands } = instruction
    if (operands.length < 2) return this.#branching(instruction, [this.#take(operands), i32(0)])
    if (operands.length === 2) return this.#branching(instruction, this.#both(eq, operands))
    const equals = operands.slice(1).map((_, index) => eq(get(A), get(NAMED[index + 1]!)))
    return this.#branching(instruction, [this.#take(operands), equals.reduce((all, each) => or(all, each))])
  }

  #two(instruction: Instruction, rest: number): Code {
    const { at, opcode, operands } = instruction
    const { objects } = this.#shape
    const [first, second] = [operands[0]!, operands[1]!]
    const store = (value: Code) => this.#storing(instruction, value, rest)
    const branchOn = (condition: Code) => this.#branching(instruction, condition)
    const take = this.#take.bind(this, operands)
    switch (opcode) {
      case 1:
        return this.#jumpIfEqual(instruction)
      case 2:
        return branchOn(lt(asSigned(this.#value(first)), asSigned(this.#value(second))))
      case 3:
        return branchOn(gt(asSigned(this.#value(first)), asSigned(this.#value(second))))
      case 4:
      case 5: {
        const bound = set(B, this.#value(second))
        const changed = this.#change(first, opcode === 4 ? -1 : 1, instruction, rest)
        const compare = opcode === 4 ? lt : gt
        return branchOn([bound, changed, compare(asSigned(get(V)), asSigned(get(B)))])
      }
      case 6:
        return branchOn([take(), eq(this.#ofObject('jin', this.#link(A, 0)), get(B))])
      case 7:
        return branchOn([take(), eq(and(get(A), get(B)), get(B))])
      case 8:
        return store(this.#both(or, operands))
      case 9:
        return store(this.#both(and, operands))
      case 10:
        return branchOn([take(), this.#ofObject('test_attr', this.#attribute(second))])
      case 11:
      case 12: {
        const isOn = opcode === 11
        const changed = [
          set(V, add(this.#entryOf(A), shiftRight(get(B), i32(3)))),
          store8(
            get(V),
            entryOffset(objects, 0),
            isOn
              ? or(load8(get(V), entryOffset(objects, 0)), BIT_OF_B)
              : and(load8(get(V), entryOffset(objects, 0)), sub(i32(0xff), BIT_OF_B)),
          ),
        ]
        return [
          take(),
          when(
            this.#isObject(),
            when(lt(get(B), i32(objects.attributeCount)), changed),
            this.#tellNoObject(isOn ? 'set_attr' : 'clear_attr'),
          ),
        ]
      }
      case 13:
        return this.#put(first.value, this.#value(second), instruction, rest)
      case 15:
        return store(loadWordOf(and(add(this.#value(first), shiftLeft(this.#value(second), i32(1))), i32(0xffff))))
      case 16:
        return store(load8(and(this.#both(add, operands), i32(0xffff)), MEMORY_AT))
      case 17:
        return store([
          take(),
          this.#tell(at, rest),
          this.#ofObject('get_prop', call(FUNCTIONS.readProperty, get(A), get(B))),
        ])
      case 18: {
        const found = tee(V, call(FUNCTIONS.findProperty, get(A), get(B)))
        const byMachine = call(FUNCTIONS.propertyAddress, get(A), get(B))
        return store([
          take(),
          this.#tell(at, rest),
          this.#ofObject('get_prop_addr', choose(lt(found, i32(0)), byMachine, get(V))),
        ])
      }
      case 19:
        return store([
          take(),
          this.#tell(at, rest),
          this.#ofObject('get_next_prop', call(FUNCTIONS.nextProperty, get(A), get(B))),
        ])
      case 20:
        return store(this.#both(add, operands))
      case 21:
        return store(this.#both(sub, operands))
      case 22:
        return store(this.#both(mul, operands))
      default: {
        const byMachine = [this.#tell(at, rest), call(FUNCTIONS.executeTwoOperands, i32(opcode), get(A), get(B))]
        const operation = opcode === 23 ? divide : remainder
        return store([take(), when(not(get(B)), byMachine), operation(asSigned(get(A)), asSigned(get(B)))])
      }
    }
  }

  #one(instruction: Instruction, rest: number): Code {
    const { at, opcode, operands, next } = instruction
    const operand = operands[0]!
    const store = (value: Code) => this.#storing(instruction, value, rest)
    const take = this.#take.bind(this, operands)
    switch (opcode) {
      case 0:
        return this.#branching(instruction, not(this.#value(operand)))
      case 1:
      case 2: {
        const [name, link] = opcode === 1 ? (['get_sibling', 1] as const) : (['get_child', 2] as const)
        const stored = store([take(), this.#ofObject(name, this.#link(A, link))])
        return this.#branching(instruction, [stored, get(V)])
      }
      case 3:
        return store([take(), this.#ofObject('get_parent', this.#link(A, 0))])
      case 4:
        return store([take(), choose(get(A), this.#propertyLength(), i32(0))])
      case 5:
      case 6:
        return this.#change(operand, opcode === 5 ? 1 : -1, instruction, rest)
      case 11:
        return this.#returning(at, this.#value(operand))
      case 12:
        return this.#goTo(next + ((operand.value << 16) >> 16) - 2, 0)
      case 14:
        return store(this.#value({ isVariable: true, value: operand.value }))
      default:
        return store(sub(i32(0xffff), this.#value(operand)))
    }
  }

  #zero({ at, opcode }: Instruction): Code {
    if (opcode === 0 || opcode === 1) return this.#returning(at, i32(1 - opcode))
    if (opcode === 8) return this.#returning(at, POP)
    return opcode === 9 ? set(V, POP) : []
  }

  #variable(instruction: Instruction, rest: number): Code {
    const { at, opcode, operands } = instruction
    const { staticBase } = this.#shape
    const take = this.#take.bind(this, operands)
    switch (opcode) {
      case 1:
        return [
          take(),
          set(V, and(add(get(A), shiftLeft(get(B), i32(1))), i32(0xffff))),
          when(ge(get(V), i32(staticBase - 1)), [this.#tell(at, rest), call(FUNCTIONS.writeWord, get(V), get(C))]),
          store8(get(V), MEMORY_AT, shiftRight(get(C), i32(8))),
          store8(get(V), MEMORY_AT + 1, get(C)),
        ]
      case 2:
        return [
          take(),
          set(V, and(add(get(A), get(B)), i32(0xffff))),
          when(ge(get(V), i32(staticBase)), [
            this.#tell(at, rest),
            call(FUNCTIONS.writeByte, get(V), and(get(C), i32(0xff))),
          ]),
          store8(get(V), MEMORY_AT, get(C)),
        ]
      case 3:
        return [
          take(),
          this.#tell(at, rest),
          when(this.#isObject(), call(FUNCTIONS.setProperty, get(A), get(B), get(C)), this.#tellNoObject('put_prop')),
        ]
      case 8:
        return this.#put(0, this.#value(operands[0]!), instruction, rest)
      case 9:
        return this.#put(operands[0]!.value, POP, instruction, rest)
      default: {
        const given = load32(mul(loadRegister(FRAME_COUNT), i32(FRAME_WORDS * 4)), FRAMES_AT - 4)
        return this.#branching(instruction, not(gt(this.#value(operands[0]!), given)))
      }
    }
  }

  /** Of two operands, the first of which takes from the stack first. */
  #both(operation: (first: Code, second: Code) => Code, operands: readonly Operand[]): Code {
    return operation(this.#value(operands[0]!), this.#value(operands[1]!))
  }

  /** Operands into A, B, C, D, in their order: each may take from the stack. */
  #take(operands: readonly Operand[]): Code {
    return operands.map((operand, index) => set(NAMED[index] ?? V, this.#value(operand)))
  }

  /** Operands to where the machine finds them. */
  #keep(operands: readonly Operand[]): Code {
    return operands.map((operand, index) => store16(i32(0), OPERANDS_AT + index * 2, this.#value(operand)))
  }

  #value({ isVariable, value }: Operand): Code {
    if (!isVariable) return i32(value)
    if (value === 0) return POP
    if (value < 16) return this.#local(value)
    const at = this.#shape.globals + (value - 16) * 2
    return or(shiftLeft(this.#byte(at), i32(8)), this.#byte(at + 1))
  }

  /** What lies beyond memory is 0, as for the interpreter. */
  #byte(at: number): Code {
    return at < memoryBytes(this.#shape.length) ? load8(i32(0), MEMORY_AT + at) : i32(0)
  }

  #local(variable: number): Code {
    this.#locals = Math.max(this.#locals, variable)
    return load16(get(LOCALS), STACK_AT + (variable - 1) * 2)
  }

  /** A variable that is named by a constant, so much more; in V what it is then. */
  #change({ value }: Operand, by: number, { at }: Instruction, rest: number): Code {
    const before = this.#value({ isVariable: true, value })
    return [set(V, and(add(before, i32(by)), i32(0xffff))), this.#writeVariable(value, at, rest)]
  }

  /** In V what was stored, but for bits above the sixteenth. */
  #storing(instruction: Instruction, value: Code, rest: number): Code {
    return this.#put(instruction.store ?? 0, value, instruction, rest)
  }

  #put(variable: number, value: Code, { at }: Instruction, rest: number): Code {
    const kept = set(V, value)
    if (variable !== 0) return [kept, this.#writeVariable(variable, at, rest)]
    const full = [
      this.#tell(at, rest),
      storeRegister(SP, shiftRight(get(STACK_POINTER), i32(1))),
      call(FUNCTIONS.push, get(V)),
    ]
    return [
      kept,
      when(ge(get(STACK_POINTER), i32(STACK_WORDS * 2)), full),
      store16(get(STACK_POINTER), STACK_AT, get(V)),
      set(STACK_POINTER, add(get(STACK_POINTER), i32(2))),
    ]
  }

  /** V into a variable, which is not the stack. */
  #writeVariable(variable: number, at: number, rest: number): Code {
    if (variable < 16) {
      this.#locals = Math.max(this.#locals, variable)
      return store16(get(LOCALS), STACK_AT + (variable - 1) * 2, get(V))
    }
    const address = this.#shape.globals + (variable - 16) * 2
    if (address + 1 >= this.#shape.staticBase)
      return [this.#tell(at, rest), call(FUNCTIONS.writeWord, i32(address), get(V))]
    return [
      store8(i32(0), MEMORY_AT + address, shiftRight(get(V), i32(8))),
      store8(i32(0), MEMORY_AT + address + 1, get(V)),
    ]
  }

  #returning(at: number, value: Code): Code {
    return [
      // Its value may take from the stack, whose pointer is passed on.
      set(V, value),
      storeRegister(INSTRUCTION_PC, i32(at)),
      callLast(FUNCTIONS.returning, get(V), ...KEPT),
    ]
  }

  #branching({ at, branch: data }: Instruction, condition: Code): Code {
    const { on: isOn, to } = data!
    const taken = typeof to === 'number' ? this.#goTo(to, 1) : this.#returning(at, i32(to === 'true' ? 1 : 0))
    return when(isOn ? condition : not(condition), taken)
  }

  /** Whether A is the number of an object. */
  #isObject(): Code {
    return ltUnsigned(sub(get(A), i32(1)), i32(this.#shape.objects.mostObjects))
  }

  #tellNoObject(opcode: ObjectOpcode): Code {
    return call(FUNCTIONS.tellNoObject, get(A), i32(OBJECT_OPCODES.indexOf(opcode)))
  }

  /** A value that is 0 for what is no object. */
  #ofObject(opcode: ObjectOpcode, value: Code): Code {
    return choose(this.#isObject(), value, [this.#tellNoObject(opcode), i32(0)])
  }

  /** Without the offset of a field. */
  #entryOf(object: number): Code {
    return mul(get(object), i32(this.#shape.objects.entryBytes))
  }

  /** 0 parent, 1 sibling, 2 child. */
  #link(object: number, link: 0 | 1 | 2): Code {
    const { objects, version } = this.#shape
    const entry = this.#entryOf(object)
    if (version <= 3) return load8(entry, entryOffset(objects, 4 + link))
    const at = entryOffset(objects, 6 + link * 2)
    return or(shiftLeft(load8(tee(V, entry), at), i32(8)), load8(get(V), at + 1))
  }

  /** Of A, whether it has the attribute, which is also in B. */
  #attribute({ isVariable, value }: Operand): Code {
    const { objects } = this.#shape
    if (!isVariable && value >= objects.attributeCount) return i32(0)
    if (!isVariable) return and(load8(this.#entryOf(A), entryOffset(objects, value >> 3)), i32(0x80 >> (value & 7)))
    return choose(
      lt(get(B), i32(objects.attributeCount)),
      and(load8(add(this.#entryOf(A), shiftRight(get(B), i32(3))), entryOffset(objects, 0)), BIT_OF_B),
      i32(0),
    )
  }

  /** Of the property whose data begins at A, which is not 0 (Standard §12.4). */
  #propertyLength(): Code {
    const size = load8(get(A), MEMORY_AT - 1)
    if (this.#shape.version <= 3) return add(shiftRight(size, i32(5)), i32(1))
    const long = choose(tee(B, and(get(V), i32(0x3f))), get(B), i32(64))
    return choose(lt(tee(V, size), i32(0x80)), add(shiftRight(get(V), i32(6)), i32(1)), long)
  }
}

/** Below its own part of the stack a routine finds what the machine says. */
const POP = choose(
  gt(get(STACK_POINTER), get(OWN_STACK)),
  load16(tee(STACK_POINTER, sub(get(STACK_POINTER), i32(2))), STACK_AT),
  [storeRegister(SP, shiftRight(get(STACK_POINTER), i32(1))), call(FUNCTIONS.pop)],
)
const BIT_OF_B = shiftRight(i32(0x80), and(get(B), i32(7)))
const loadWordOf = (address: Code): Code =>
  or(shiftLeft(load8(tee(V, address), MEMORY_AT), i32(8)), load8(get(V), MEMORY_AT + 1))

/** `isTwo`: the operands were kept, for there may be fewer than two. */
function callOf(form: Instruction['form'], opcode: number, isTwo: boolean): Code {
  const number = i32(opcode)
  switch (form) {
    case 'two':
      return call(
        FUNCTIONS.executeTwoOperands,
        number,
        isTwo ? load16(i32(0), OPERANDS_AT) : get(A),
        isTwo ? load16(i32(0), OPERANDS_AT + 2) : get(B),
      )
    case 'one':
      return call(FUNCTIONS.executeOneOperand, number, get(A))
    case 'zero':
      return call(FUNCTIONS.executeZeroOperands, number)
    case 'variable':
      return call(FUNCTIONS.executeVariable, number)
    case 'extended':
      return call(FUNCTIONS.executeExtended, number)
  }
}
