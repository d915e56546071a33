import { DISCARD_RESULT } from '../memory/call-stack'
import type { OpcodeHandlers } from './opcode-handler'
import { signed } from '../word'

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
