import type { Machine } from '../zmachine/machine'

const MAX_GLOBALS = 240

/** The number of global variables in dynamic memory: 240, or fewer where a story leaves no room for the rest. */
export function countGlobals(machine: Machine): number {
  return Math.min(MAX_GLOBALS, Math.floor((machine.header.staticBase - machine.header.globals) / 2))
}

export const addressOfGlobal = ({ header }: Pick<Machine, 'header'>, index: number): number =>
  header.globals + 2 * index

export function readGlobal(machine: Machine, index: number): number {
  return machine.readWord(addressOfGlobal(machine, index))
}

export function readGlobals(machine: Machine): number[] {
  return Array.from({ length: countGlobals(machine) }, (_, index) => readGlobal(machine, index))
}

export function writeGlobal(machine: Machine, index: number, value: number): void {
  machine.writeWord(addressOfGlobal(machine, index), value)
}
