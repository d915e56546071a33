import { DISCARD_RESULT } from './call-stack'
import type { Machine } from './machine'

/** Opcodes 1OP:128 to 1OP:143 (Standard §14). */
export function executeOneOperand(machine: Machine, opcode: number, operand: number): void {
  switch (opcode) {
    case 0:
      return machine.branch(operand === 0)
    case 1: {
      const sibling = machine.isNoObject(operand, 'get_sibling') ? 0 : machine.objects.sibling(operand)
      machine.store(sibling)
      return machine.branch(sibling !== 0)
    }
    case 2: {
      const child = machine.isNoObject(operand, 'get_child') ? 0 : machine.objects.child(operand)
      machine.store(child)
      return machine.branch(child !== 0)
    }
    case 3:
      return machine.store(machine.isNoObject(operand, 'get_parent') ? 0 : machine.objects.parent(operand))
    case 4:
      return machine.store(machine.objects.propertyLength(operand))
    case 5:
      return machine.pokeVariable(operand, (machine.peekVariable(operand) + 1) & 0xffff)
    case 6:
      return machine.pokeVariable(operand, (machine.peekVariable(operand) - 1) & 0xffff)
    case 7:
      return void machine.printText(operand)
    case 8:
      if (machine.header.version < 4) machine.illegal('1OP:136')
      machine.operandCount = 0
      return machine.call(operand, 0, machine.memory[machine.pc++]!)
    case 9:
      if (!machine.isNoObject(operand, 'remove_obj')) machine.charge(machine.objects.remove(operand))
      return
    case 10: {
      const name = machine.isNoObject(operand, 'print_obj') ? 0 : machine.objects.nameAddress(operand)
      if (name !== 0) machine.printText(name)
      return
    }
    case 11:
      return machine.returnValue(operand)
    case 12:
      machine.pc += ((operand << 16) >> 16) - 2
      return
    case 13:
      return void machine.printText(machine.stringAddress(operand))
    case 14:
      return machine.store(machine.peekVariable(operand))
    default:
      if (machine.header.version <= 4) return machine.store(~operand)
      machine.operandCount = 0
      return machine.call(operand, 0, DISCARD_RESULT)
  }
}
