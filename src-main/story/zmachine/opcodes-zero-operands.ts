import { sumOfStory } from './header'
import type { Machine } from './machine'
import { restartStory, restoreGame, saveGame } from './saving'

/** Opcodes 0OP:176 to 0OP:191 (Standard §14). */
export function executeZeroOperands(machine: Machine, opcode: number): void {
  const { version } = machine.header
  switch (opcode) {
    case 0:
      return machine.returnValue(1)
    case 1:
      return machine.returnValue(0)
    case 2:
      machine.pc = machine.printText(machine.pc)
      return
    case 3:
      machine.pc = machine.printText(machine.pc)
      machine.output.print('\n')
      return machine.returnValue(1)
    case 4:
      return
    case 5:
      if (version >= 5) machine.illegal('0OP:181')
      return saveGame(machine)
    case 6:
      if (version >= 5) machine.illegal('0OP:182')
      return restoreGame(machine)
    case 7:
      return restartStory(machine)
    case 8:
      return machine.returnValue(machine.pop())
    case 9:
      if (version >= 5) return machine.store(machine.activeCalls)
      machine.pop()
      return
    case 10:
      machine.requests.push({ kind: 'quit' })
      return machine.end()
    case 11:
      return machine.output.print('\n')
    case 12:
      return // show_status: the status line is composed when it is looked at; later versions ignore it
    case 13:
      machine.chargeBytes(machine.header.length)
      return machine.branch(sumOfStory(machine.story, machine.header.length) === machine.header.checksum)
    case 15:
      return machine.branch(true) // piracy: be gullible
    default:
      machine.illegal(`0OP:${176 + opcode}`)
  }
}
