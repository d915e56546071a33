import { Fault } from '../fault'
import { sumOfStory } from '../header'
import { DISCARD_RESULT } from '../memory/call-stack'
import { signed } from '../memory/machine-space'
import type { Processor } from '../processor'
import { restartStory, restoreGame, saveGame } from '../state/saving'
import type { OpcodeHandlers } from './instruction-set'

/** Opcodes 2OP:1 to 2OP:28 (Standard §14). */
export const TWO_OPERAND_HANDLERS: OpcodeHandlers<'2OP'> = {
  je: (processor, a, b) => processor.branch(a === b),
  jl: (processor, a, b) => processor.branch(signed(a) < signed(b)),
  jg: (processor, a, b) => processor.branch(signed(a) > signed(b)),
  dec_chk(processor, variable, bound) {
    const value = (processor.peekVariable(variable) - 1) & 0xffff
    processor.pokeVariable(variable, value)
    processor.branch(signed(value) < signed(bound))
  },
  inc_chk(processor, variable, bound) {
    const value = (processor.peekVariable(variable) + 1) & 0xffff
    processor.pokeVariable(variable, value)
    processor.branch(signed(value) > signed(bound))
  },
  jin: (processor, object, parent) =>
    processor.branch((processor.isNoObject(object, 'jin') ? 0 : processor.objects.parent(object)) === parent),
  test: (processor, bitmap, flags) => processor.branch((bitmap & flags) === flags),
  or: (processor, a, b) => processor.store(a | b),
  and: (processor, a, b) => processor.store(a & b),
  test_attr: (processor, object, attribute) =>
    processor.branch(!processor.isNoObject(object, 'test_attr') && processor.objects.hasAttribute(object, attribute)),
  set_attr(processor, object, attribute) {
    if (!processor.isNoObject(object, 'set_attr')) processor.objects.setAttribute(object, attribute, true)
  },
  clear_attr(processor, object, attribute) {
    if (!processor.isNoObject(object, 'clear_attr')) processor.objects.setAttribute(object, attribute, false)
  },
  store: (processor, variable, value) => processor.pokeVariable(variable, value),
  insert_obj(processor, object, destination) {
    if (!processor.isNoObject(object, 'insert_obj') && !processor.isNoObject(destination, 'insert_obj'))
      processor.charge(processor.objects.insert(object, destination))
  },
  loadw: (processor, array, index) => processor.store(processor.readWord(array + 2 * index)),
  loadb: (processor, array, index) => processor.store(processor.memory[(array + index) & 0xffff]!),
  get_prop: (processor, object, property) =>
    processor.store(processor.isNoObject(object, 'get_prop') ? 0 : processor.objects.property(object, property)),
  get_prop_addr: (processor, object, property) =>
    processor.store(
      processor.isNoObject(object, 'get_prop_addr') ? 0 : processor.objects.propertyAddress(object, property),
    ),
  get_next_prop: (processor, object, property) =>
    processor.store(
      processor.isNoObject(object, 'get_next_prop') ? 0 : processor.objects.nextProperty(object, property),
    ),
  add: (processor, a, b) => processor.store(a + b),
  sub: (processor, a, b) => processor.store(a - b),
  mul: (processor, a, b) => processor.store(Math.imul(signed(a), signed(b))),
  div(processor, a, b) {
    if (b === 0) throw new Fault('divide-by-zero', 'A number was divided by zero.')
    processor.store(Math.trunc(signed(a) / signed(b)))
  },
  mod(processor, a, b) {
    if (b === 0) throw new Fault('divide-by-zero', 'A remainder of a division by zero was requested.')
    processor.store(signed(a) % signed(b))
  },
  call_2s(processor, routine, argument) {
    passArgument(processor, argument)
    processor.call(routine, 1, processor.memory[processor.pc++]!)
  },
  call_2n(processor, routine, argument) {
    passArgument(processor, argument)
    processor.call(routine, 1, DISCARD_RESULT)
  },
  set_colour() {}, // the observation has no colors
  throw(processor, value, calls) {
    if (calls > processor.activeCalls) throw new Fault('stack', `There is no call ${calls} to throw to.`)
    processor.activeCalls = calls
    processor.returnValue(value)
  },
}

/** `je` with two to four operands: equal to any of the later ones. */
export function jumpIfEqual(processor: Processor): void {
  const { operands, operandCount } = processor
  let isEqual = false
  for (let index = 1; index < operandCount; index++) if (operands[0] === operands[index]) isEqual = true
  processor.branch(isEqual)
}

function passArgument(processor: Processor, argument: number): void {
  processor.operands[1] = argument
  processor.operandCount = 2
}

/** Opcodes 1OP:128 to 1OP:143 (Standard §14). */
export const ONE_OPERAND_HANDLERS: OpcodeHandlers<'1OP'> = {
  jz: (processor, value) => processor.branch(value === 0),
  get_sibling(processor, object) {
    const sibling = processor.isNoObject(object, 'get_sibling') ? 0 : processor.objects.sibling(object)
    processor.store(sibling)
    processor.branch(sibling !== 0)
  },
  get_child(processor, object) {
    const child = processor.isNoObject(object, 'get_child') ? 0 : processor.objects.child(object)
    processor.store(child)
    processor.branch(child !== 0)
  },
  get_parent: (processor, object) =>
    processor.store(processor.isNoObject(object, 'get_parent') ? 0 : processor.objects.parent(object)),
  get_prop_len: (processor, address) => processor.store(processor.objects.propertyLength(address)),
  inc: (processor, variable) => processor.pokeVariable(variable, (processor.peekVariable(variable) + 1) & 0xffff),
  dec: (processor, variable) => processor.pokeVariable(variable, (processor.peekVariable(variable) - 1) & 0xffff),
  print_addr: (processor, address) => void processor.printText(address),
  call_1s(processor, routine) {
    processor.operandCount = 0
    processor.call(routine, 0, processor.memory[processor.pc++]!)
  },
  remove_obj(processor, object) {
    if (!processor.isNoObject(object, 'remove_obj')) processor.charge(processor.objects.remove(object))
  },
  print_obj(processor, object) {
    const name = processor.isNoObject(object, 'print_obj') ? 0 : processor.objects.nameAddress(object)
    if (name !== 0) processor.printText(name)
  },
  ret: (processor, value) => processor.returnValue(value),
  jump(processor, offset) {
    processor.pc += signed(offset) - 2
  },
  print_paddr: (processor, packed) => void processor.printText(processor.stringAddress(packed)),
  load: (processor, variable) => processor.store(processor.peekVariable(variable)),
  not: (processor, value) => processor.store(~value),
  call_1n(processor, routine) {
    processor.operandCount = 0
    processor.call(routine, 0, DISCARD_RESULT)
  },
}

/** Opcodes 0OP:176 to 0OP:191 (Standard §14). */
export const ZERO_OPERAND_HANDLERS: OpcodeHandlers<'0OP'> = {
  rtrue: (processor) => processor.returnValue(1),
  rfalse: (processor) => processor.returnValue(0),
  print(processor) {
    processor.pc = processor.printText(processor.pc)
  },
  print_ret(processor) {
    processor.pc = processor.printText(processor.pc)
    processor.output.print('\n')
    processor.returnValue(1)
  },
  nop() {},
  save: saveGame,
  restore: restoreGame,
  restart: restartStory,
  ret_popped: (processor) => processor.returnValue(processor.pop()),
  pop: (processor) => void processor.pop(),
  catch: (processor) => processor.store(processor.activeCalls),
  quit(processor) {
    processor.requests.push({ kind: 'quit' })
    processor.end()
  },
  new_line: (processor) => processor.output.print('\n'),
  show_status() {}, // the status line is read from memory when it is needed
  verify(processor) {
    const { length, checksum } = processor.header
    processor.chargeBytes(length)
    processor.branch(sumOfStory(processor.story, length) === checksum)
  },
  piracy: (processor) => processor.branch(true), // Standard §15: "interpreters are asked to be gullible"
}
