import { Fault } from './fault'
import { DISCARD_RESULT } from './call-stack'
import type { Machine } from './machine'

const signed = (value: number) => (value << 16) >> 16

/** Opcodes 2OP:1 to 2OP:28 (Standard §14). */
export function executeTwoOperands(machine: Machine, opcode: number, first: number, second: number): void {
  switch (opcode) {
    case 1:
      return machine.branch(first === second)
    case 2:
      return machine.branch(signed(first) < signed(second))
    case 3:
      return machine.branch(signed(first) > signed(second))
    case 4: {
      const value = (machine.peekVariable(first) - 1) & 0xffff
      machine.pokeVariable(first, value)
      return machine.branch(signed(value) < signed(second))
    }
    case 5: {
      const value = (machine.peekVariable(first) + 1) & 0xffff
      machine.pokeVariable(first, value)
      return machine.branch(signed(value) > signed(second))
    }
    case 6:
      return machine.branch((machine.isNoObject(first, 'jin') ? 0 : machine.objects.parent(first)) === second)
    case 7:
      return machine.branch((first & second) === second)
    case 8:
      return machine.store(first | second)
    case 9:
      return machine.store(first & second)
    case 10:
      return machine.branch(!machine.isNoObject(first, 'test_attr') && machine.objects.hasAttribute(first, second))
    case 11:
      if (!machine.isNoObject(first, 'set_attr')) machine.objects.setAttribute(first, second, true)
      return
    case 12:
      if (!machine.isNoObject(first, 'clear_attr')) machine.objects.setAttribute(first, second, false)
      return
    case 13:
      return machine.pokeVariable(first, second)
    case 14:
      if (!machine.isNoObject(first, 'insert_obj') && !machine.isNoObject(second, 'insert_obj'))
        machine.charge(machine.objects.insert(first, second))
      return
    case 15:
      return machine.store(machine.readWord(first + 2 * second))
    case 16:
      return machine.store(machine.memory[(first + second) & 0xffff]!)
    case 17:
      return machine.store(machine.isNoObject(first, 'get_prop') ? 0 : machine.objects.property(first, second))
    case 18:
      return machine.store(
        machine.isNoObject(first, 'get_prop_addr') ? 0 : machine.objects.propertyAddress(first, second),
      )
    case 19:
      return machine.store(machine.isNoObject(first, 'get_next_prop') ? 0 : machine.objects.nextProperty(first, second))
    case 20:
      return machine.store(first + second)
    case 21:
      return machine.store(first - second)
    case 22:
      return machine.store(Math.imul(signed(first), signed(second)))
    case 23:
      if (second === 0) throw new Fault('divide-by-zero', 'A number was divided by zero.')
      return machine.store(Math.trunc(signed(first) / signed(second)))
    case 24:
      if (second === 0) throw new Fault('divide-by-zero', 'A remainder by zero was asked for.')
      return machine.store(signed(first) % signed(second))
    default:
      return executeLater(machine, opcode, first, second)
  }
}

/** `je` with two to four operands: equal to any of the later ones. */
export function jumpIfEqual(machine: Machine): void {
  const { operands, operandCount } = machine
  let isEqual = false
  for (let index = 1; index < operandCount; index++) if (operands[0] === operands[index]) isEqual = true
  machine.branch(isEqual)
}

function executeLater(machine: Machine, opcode: number, first: number, second: number): void {
  const { version } = machine.header
  if (opcode === 25 && version >= 4) {
    takeArgument(machine, second)
    machine.call(first, 1, machine.memory[machine.pc++]!)
  } else if (opcode === 26 && version >= 5) {
    takeArgument(machine, second)
    machine.call(first, 1, DISCARD_RESULT)
  } else if (opcode === 27 && version >= 5) return // set_colour: the observation has no colours
  else if (opcode === 28 && version >= 5) throwTo(machine, first, second)
  else machine.illegal(`2OP:${opcode}`)
}

function takeArgument(machine: Machine, argument: number): void {
  machine.operands[1] = argument
  machine.operandCount = 2
}

/** `throw`: returns from the routine whose `catch` gave the number of calls then active. */
function throwTo(machine: Machine, value: number, calls: number): void {
  if (calls > machine.activeCalls) throw new Fault('stack', `There is no call ${calls} to throw to.`)
  machine.activeCalls = calls
  machine.returnValue(value)
}
