import { DISCARD_RESULT } from '../memory/call-stack'
import { Fault } from '../fault'
import type { OpcodeHandlers } from './opcode-handler'
import type { Processor } from '../processor'
import { signed } from '../word'

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
    if (b === 0) throw new Fault('divide-by-zero', 'A remainder by zero was asked for.')
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
