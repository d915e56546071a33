import { MEMORY_AT } from '../memory/machine-space'
import type { OpcodeName } from '../opcodes/opcodes'
import type { Instruction, Operand } from './decode'
import { branchIf } from './control-flow'
import { recordPosition, storeResult, takeOperands } from './operands'
import { entryOffset, FUNCTIONS } from './prelude'
import { FIRST, type Region, RESULT, SECOND, THIRD } from './region'
import {
  add,
  and,
  call,
  choose,
  type Code,
  eq,
  get,
  i32,
  load8,
  lt,
  ltUnsigned,
  mul,
  or,
  set,
  shiftLeft,
  shiftRight,
  store8,
  sub,
  tee,
  when,
} from '../wasm/encode'

/** Opcodes that do nothing when they are given no object. Compiled code names one by its index. */
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
] as const satisfies readonly OpcodeName[]
type ObjectOpcode = (typeof OBJECT_OPCODES)[number]

const OBJECT = FIRST
const PARENT = SECOND
const ATTRIBUTE = SECOND
const PROPERTY = SECOND
const VALUE = THIRD
const LINKS = { parent: 0, sibling: 1, child: 2 } as const
/** The bit of ATTRIBUTE in its byte, the highest bit first (Standard §12.3.1). */
const ATTRIBUTE_BIT = shiftRight(i32(0x80), and(get(ATTRIBUTE), i32(7)))

export type OpcodeWriter = (region: Region, instruction: Instruction) => Code

export const OBJECT_OPCODE_WRITERS: Readonly<Record<ObjectOpcode, OpcodeWriter>> = {
  jin: (region, instruction) =>
    branchIf(region, instruction, [
      takeOperands(region, instruction.operands),
      eq(unlessNoObject(region, 'jin', readLink(region, 'parent')), get(PARENT)),
    ]),
  test_attr: (region, instruction) =>
    branchIf(region, instruction, [
      takeOperands(region, instruction.operands),
      unlessNoObject(region, 'test_attr', testAttribute(region, instruction.operands[1]!)),
    ]),
  set_attr: (region, instruction) =>
    changeAttribute(region, instruction, 'set_attr', (byte) => or(byte, ATTRIBUTE_BIT)),
  clear_attr: (region, instruction) =>
    changeAttribute(region, instruction, 'clear_attr', (byte) => and(byte, sub(i32(0xff), ATTRIBUTE_BIT))),
  get_prop: (region, instruction) =>
    readProperty(region, instruction, 'get_prop', call(FUNCTIONS.readProperty, get(OBJECT), get(PROPERTY))),
  get_prop_addr(region, instruction) {
    const found = tee(RESULT, call(FUNCTIONS.findProperty, get(OBJECT), get(PROPERTY)))
    const byMachine = call(FUNCTIONS.propertyAddress, get(OBJECT), get(PROPERTY))
    return readProperty(region, instruction, 'get_prop_addr', choose(lt(found, i32(0)), byMachine, get(RESULT)))
  },
  get_next_prop: (region, instruction) =>
    readProperty(region, instruction, 'get_next_prop', call(FUNCTIONS.nextProperty, get(OBJECT), get(PROPERTY))),
  get_sibling: (region, instruction) =>
    branchIf(region, instruction, [storeLink(region, instruction, 'get_sibling', 'sibling'), get(RESULT)]),
  get_child: (region, instruction) =>
    branchIf(region, instruction, [storeLink(region, instruction, 'get_child', 'child'), get(RESULT)]),
  get_parent: (region, instruction) => storeLink(region, instruction, 'get_parent', 'parent'),
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

/** `get_prop_len` of the property whose data begins at the address in FIRST, which is not 0 (Standard §12.4). */
export function readPropertyLength({ shape }: Region): Code {
  const size = load8(get(FIRST), MEMORY_AT - 1)
  if (shape.version <= 3) return add(shiftRight(size, i32(5)), i32(1))
  const long = choose(tee(SECOND, and(get(RESULT), i32(0x3f))), get(SECOND), i32(64))
  return choose(lt(tee(RESULT, size), i32(0x80)), add(shiftRight(get(RESULT), i32(6)), i32(1)), long)
}

function readProperty(region: Region, instruction: Instruction, opcode: ObjectOpcode, value: Code): Code {
  return storeResult(region, instruction, [
    takeOperands(region, instruction.operands),
    recordPosition(region, instruction),
    unlessNoObject(region, opcode, value),
  ])
}

function storeLink(region: Region, instruction: Instruction, opcode: ObjectOpcode, link: keyof typeof LINKS): Code {
  return storeResult(region, instruction, [
    takeOperands(region, instruction.operands),
    unlessNoObject(region, opcode, readLink(region, link)),
  ])
}

function changeAttribute(
  region: Region,
  instruction: Instruction,
  opcode: ObjectOpcode,
  change: (byte: Code) => Code,
): Code {
  const { objects } = region.shape
  const byteOffset = entryOffset(objects, 0)
  const changed = [
    set(RESULT, add(entryOf(region), shiftRight(get(ATTRIBUTE), i32(3)))),
    store8(get(RESULT), byteOffset, change(load8(get(RESULT), byteOffset))),
  ]
  return [
    takeOperands(region, instruction.operands),
    when(isObject(region), when(lt(get(ATTRIBUTE), i32(objects.attributeCount)), changed), warnNoObject(opcode)),
  ]
}

/** Whether OBJECT has the attribute of an operand whose value is also in ATTRIBUTE. */
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

/** Whether OBJECT is the number of an object. */
function isObject({ shape }: Region): Code {
  return ltUnsigned(sub(get(OBJECT), i32(1)), i32(shape.objects.mostObjects))
}

function warnNoObject(opcode: ObjectOpcode): Code {
  return call(FUNCTIONS.warnNoObject, get(OBJECT), i32(OBJECT_OPCODES.indexOf(opcode)))
}

/** The value, or 0 with a warning when OBJECT is no object. */
function unlessNoObject(region: Region, opcode: ObjectOpcode, value: Code): Code {
  return choose(isObject(region), value, [warnNoObject(opcode), i32(0)])
}

/** Where the entry of OBJECT begins, without the offset that `entryOffset` gives. */
function entryOf({ shape }: Region): Code {
  return mul(get(OBJECT), i32(shape.objects.entryBytes))
}

function readLink(region: Region, link: keyof typeof LINKS): Code {
  const { objects, version } = region.shape
  if (version <= 3) return load8(entryOf(region), entryOffset(objects, 4 + LINKS[link]))
  const at = entryOffset(objects, 6 + LINKS[link] * 2)
  return or(shiftLeft(load8(tee(RESULT, entryOf(region)), at), i32(8)), load8(get(RESULT), at + 1))
}
