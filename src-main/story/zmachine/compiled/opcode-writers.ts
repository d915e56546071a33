import { FRAME_COUNT, FRAME_WORDS, FRAMES_AT, MEMORY_AT, signed } from '../memory/machine-space'
import type { OpcodeName } from '../opcodes/opcodes'
import {
  add,
  and,
  asSigned,
  call,
  choose,
  type Code,
  divide,
  eq,
  ge,
  get,
  gt,
  i32,
  load32,
  load8,
  lt,
  mul,
  not,
  or,
  remainder,
  set,
  shiftLeft,
  shiftRight,
  store8,
  sub,
  tee,
  when,
  ltUnsigned,
} from '../wasm/encode'
import { branchIf, goTo, returnFrom } from './control-flow'
import type { Instruction, Operand } from './decode'
import { FUNCTIONS, loadRegister, entryOffset } from './module-layout'
import {
  changeVariable,
  combineOperands,
  POP,
  putVariable,
  readOperand,
  recordPosition,
  storeResult,
  takeOperands,
} from './operands'
import { FIRST, OPERAND_LOCALS, type Region, RESULT, SECOND, THIRD } from './region'

/** Opcodes that do nothing for an invalid object number. Compiled code refers to them by index. */
export const OBJECT_OPCODES = [
  ...(['jin', 'test_attr', 'set_attr', 'clear_attr', 'get_prop', 'get_prop_addr', 'get_next_prop'] as const),
  ...(['get_sibling', 'get_child', 'get_parent', 'put_prop'] as const),
] satisfies readonly OpcodeName[]
type ObjectOpcode = (typeof OBJECT_OPCODES)[number]

const OBJECT = FIRST
const PARENT = SECOND
const ATTRIBUTE = SECOND
const PROPERTY = SECOND
const VALUE = THIRD
const LINKS = { parent: 0, sibling: 1, child: 2 } as const
/** The mask of ATTRIBUTE in its byte; the first attribute is the highest bit (Standard §12.3.1). */
const ATTRIBUTE_BIT = shiftRight(i32(0x80), and(get(ATTRIBUTE), i32(7)))

type OpcodeWriter = (region: Region, instruction: Instruction) => Code
type Operation = (first: Code, second: Code) => Code

/** The code of each opcode that `isCompiled` accepts. */
export const OPCODE_WRITERS: Readonly<Partial<Record<OpcodeName, OpcodeWriter>>> = {
  je: branching((region, { operands }) => {
    if (operands.length < 2) return [takeOperands(region, operands), i32(0)]
    if (operands.length === 2) return combineOperands(region, eq, operands)
    const equals = operands.slice(1).map((_, index) => eq(get(FIRST), get(OPERAND_LOCALS[index + 1]!)))
    return [takeOperands(region, operands), equals.reduce((all, each) => or(all, each))]
  }),
  jl: branching(comparing(lt)),
  jg: branching(comparing(gt)),
  dec_chk: branching(changingAndComparing(-1, lt)),
  inc_chk: branching(changingAndComparing(1, gt)),
  test: branching((region, { operands }) => [
    takeOperands(region, operands),
    eq(and(get(FIRST), get(SECOND)), get(SECOND)),
  ]),
  jz: branching((region, { operands }) => not(readOperand(region, operands[0]!))),
  check_arg_count: branching((region, { operands }) => {
    const given = load32(mul(loadRegister(FRAME_COUNT), i32(FRAME_WORDS * 4)), FRAMES_AT - 4)
    return not(gt(readOperand(region, operands[0]!), given))
  }),
  jump: (region, { operands, next }) => goTo(region, next + signed(operands[0]!.value) - 2, 0),

  or: storing(combining(or)),
  and: storing(combining(and)),
  not: storing((region, { operands }) => sub(i32(0xffff), readOperand(region, operands[0]!))),
  add: storing(combining(add)),
  sub: storing(combining(sub)),
  mul: storing(combining(mul)),
  div: storing(dividing(divide)),
  mod: storing(dividing(remainder)),
  inc: (region, instruction) => changeVariable(region, instruction, 1),
  dec: (region, instruction) => changeVariable(region, instruction, -1),

  load: storing((region, { operands }) => readOperand(region, { isVariable: true, value: operands[0]!.value })),
  store: (region, instruction) =>
    putVariable(region, instruction, instruction.operands[0]!.value, readOperand(region, instruction.operands[1]!)),
  push: (region, instruction) => putVariable(region, instruction, 0, readOperand(region, instruction.operands[0]!)),
  pull: (region, instruction) => putVariable(region, instruction, instruction.operands[0]!.value, POP),
  pop: () => set(RESULT, POP),

  loadw: storing((region, { operands }) => {
    const index = shiftLeft(readOperand(region, operands[1]!), i32(1))
    const address = and(add(readOperand(region, operands[0]!), index), i32(0xffff))
    const high = shiftLeft(load8(tee(RESULT, address), MEMORY_AT), i32(8))
    return or(high, load8(get(RESULT), MEMORY_AT + 1))
  }),
  loadb: storing((region, { operands }) => load8(and(combineOperands(region, add, operands), i32(0xffff)), MEMORY_AT)),
  storew: (region, instruction) => [
    takeOperands(region, instruction.operands),
    set(RESULT, and(add(get(FIRST), shiftLeft(get(SECOND), i32(1))), i32(0xffff))),
    when(ge(get(RESULT), i32(region.shape.staticBase - 1)), call(FUNCTIONS.writeWord, get(RESULT), get(THIRD)), [
      store8(get(RESULT), MEMORY_AT, shiftRight(get(THIRD), i32(8))),
      store8(get(RESULT), MEMORY_AT + 1, get(THIRD)),
    ]),
  ],
  storeb: (region, instruction) => [
    takeOperands(region, instruction.operands),
    set(RESULT, and(add(get(FIRST), get(SECOND)), i32(0xffff))),
    when(
      ge(get(RESULT), i32(region.shape.staticBase)),
      call(FUNCTIONS.writeByte, get(RESULT), and(get(THIRD), i32(0xff))),
      store8(get(RESULT), MEMORY_AT, get(THIRD)),
    ),
  ],

  rtrue: (_, instruction) => returnFrom(instruction, i32(1)),
  rfalse: (_, instruction) => returnFrom(instruction, i32(0)),
  ret: (region, instruction) => returnFrom(instruction, readOperand(region, instruction.operands[0]!)),
  ret_popped: (_, instruction) => returnFrom(instruction, POP),
  nop: () => [],

  jin: branching((region, { operands }) => [
    takeOperands(region, operands),
    eq(unlessNoObject(region, 'jin', readLink(region, 'parent')), get(PARENT)),
  ]),
  test_attr: branching((region, { operands }) => [
    takeOperands(region, operands),
    unlessNoObject(region, 'test_attr', testAttribute(region, operands[1]!)),
  ]),
  set_attr: changingAttribute('set_attr', (byte) => or(byte, ATTRIBUTE_BIT)),
  clear_attr: changingAttribute('clear_attr', (byte) => and(byte, sub(i32(0xff), ATTRIBUTE_BIT))),
  get_prop: storing(readingProperty('get_prop', call(FUNCTIONS.readProperty, get(OBJECT), get(PROPERTY)))),
  get_prop_addr: storing(
    readingProperty(
      'get_prop_addr',
      choose(
        lt(tee(RESULT, call(FUNCTIONS.findProperty, get(OBJECT), get(PROPERTY))), i32(0)),
        call(FUNCTIONS.propertyAddress, get(OBJECT), get(PROPERTY)),
        get(RESULT),
      ),
    ),
  ),
  get_next_prop: storing(readingProperty('get_next_prop', call(FUNCTIONS.nextProperty, get(OBJECT), get(PROPERTY)))),
  get_prop_len: storing((region, { operands }) => [
    takeOperands(region, operands),
    choose(get(FIRST), readPropertyLength(region), i32(0)),
  ]),
  get_sibling: branching((...at) => [storing(readingLink('get_sibling', 'sibling'))(...at), get(RESULT)]),
  get_child: branching((...at) => [storing(readingLink('get_child', 'child'))(...at), get(RESULT)]),
  get_parent: storing(readingLink('get_parent', 'parent')),
  put_prop: (region, instruction) => [
    takeOperands(region, instruction.operands),
    recordPosition(region, instruction),
    when(
      isObject(region),
      call(FUNCTIONS.setProperty, get(OBJECT), get(PROPERTY), get(VALUE)),
      warnNoObject('put_prop'),
    ),
  ],
}

/** Stores the value of the code. */
function storing(write: OpcodeWriter): OpcodeWriter {
  return (region, instruction) => storeResult(region, instruction, write(region, instruction))
}

/** Branches on the value of the code. */
function branching(write: OpcodeWriter): OpcodeWriter {
  return (region, instruction) => branchIf(region, instruction, write(region, instruction))
}

function combining(operation: Operation): OpcodeWriter {
  return (region, { operands }) => combineOperands(region, operation, operands)
}

function comparing(compare: Operation): OpcodeWriter {
  return combining((first, second) => compare(asSigned(first), asSigned(second)))
}

/** Changes the variable by one and compares it with the second operand. */
function changingAndComparing(by: 1 | -1, compare: Operation): OpcodeWriter {
  return (region, instruction) => [
    set(SECOND, readOperand(region, instruction.operands[1]!)),
    changeVariable(region, instruction, by),
    compare(asSigned(get(RESULT)), asSigned(get(SECOND))),
  ]
}

/** The interpreter's code throws the fault for a division by zero. */
function dividing(operation: Operation): OpcodeWriter {
  return (region, instruction) => [
    takeOperands(region, instruction.operands),
    when(not(get(SECOND)), [
      recordPosition(region, instruction),
      call(FUNCTIONS.executeTwoOperands, i32(instruction.number), get(FIRST), get(SECOND)),
    ]),
    operation(asSigned(get(FIRST)), asSigned(get(SECOND))),
  ]
}

function readingProperty(opcode: ObjectOpcode, value: Code): OpcodeWriter {
  return (region, instruction) => [
    takeOperands(region, instruction.operands),
    recordPosition(region, instruction),
    unlessNoObject(region, opcode, value),
  ]
}

function readingLink(opcode: ObjectOpcode, link: keyof typeof LINKS): OpcodeWriter {
  return (region, { operands }) => [
    takeOperands(region, operands),
    unlessNoObject(region, opcode, readLink(region, link)),
  ]
}

function changingAttribute(opcode: ObjectOpcode, change: (byte: Code) => Code): OpcodeWriter {
  return (region, { operands }) => {
    const { objects } = region.shape
    const byteOffset = entryOffset(objects, 0)
    const changed = [
      set(RESULT, add(entryOf(region), shiftRight(get(ATTRIBUTE), i32(3)))),
      store8(get(RESULT), byteOffset, change(load8(get(RESULT), byteOffset))),
    ]
    return [
      takeOperands(region, operands),
      when(isObject(region), when(lt(get(ATTRIBUTE), i32(objects.attributeCount)), changed), warnNoObject(opcode)),
    ]
  }
}

/** `get_prop_len` of the property whose data begins at the address in FIRST, which is not 0 (Standard §12.4). */
function readPropertyLength({ shape }: Region): Code {
  const size = load8(get(FIRST), MEMORY_AT - 1)
  if (shape.version <= 3) return add(shiftRight(size, i32(5)), i32(1))
  const long = choose(tee(SECOND, and(get(RESULT), i32(0x3f))), get(SECOND), i32(64))
  return choose(lt(tee(RESULT, size), i32(0x80)), add(shiftRight(get(RESULT), i32(6)), i32(1)), long)
}

/** Tests whether the object in local OBJECT has the attribute of the operand, whose value is also in ATTRIBUTE. */
function testAttribute(region: Region, { isVariable, value }: Operand): Code {
  const { objects } = region.shape
  if (!isVariable && value >= objects.attributeCount) return i32(0)
  if (!isVariable) return and(load8(entryOf(region), entryOffset(objects, value >> 3)), i32(0x80 >> (value & 7)))
  return choose(
    lt(get(ATTRIBUTE), i32(objects.attributeCount)),
    and(load8(add(entryOf(region), shiftRight(get(ATTRIBUTE), i32(3))), entryOffset(objects, 0)), ATTRIBUTE_BIT),
    i32(0),
  )
}

/** Whether OBJECT is a valid object number. */
function isObject({ shape }: Region): Code {
  return ltUnsigned(sub(get(OBJECT), i32(1)), i32(shape.objects.mostObjects))
}

function warnNoObject(opcode: ObjectOpcode): Code {
  return call(FUNCTIONS.warnNoObject, get(OBJECT), i32(OBJECT_OPCODES.indexOf(opcode)))
}

/** The value, or 0 with a warning if OBJECT is not a valid object number. */
function unlessNoObject(region: Region, opcode: ObjectOpcode, value: Code): Code {
  return choose(isObject(region), value, [warnNoObject(opcode), i32(0)])
}

/** The offset of OBJECT's entry, to be added to `entryOffset`. */
function entryOf({ shape }: Region): Code {
  return mul(get(OBJECT), i32(shape.objects.entryBytes))
}

function readLink(region: Region, link: keyof typeof LINKS): Code {
  const { objects, version } = region.shape
  if (version <= 3) return load8(entryOf(region), entryOffset(objects, 4 + LINKS[link]))
  const at = entryOffset(objects, 6 + LINKS[link] * 2)
  return or(shiftLeft(load8(tee(RESULT, entryOf(region)), at), i32(8)), load8(get(RESULT), at + 1))
}
