import type { Machine } from '../zmachine/machine'

const MOST_GLOBALS = 240

/** How many global variables lie in dynamic memory: 240, but a story that uses fewer may leave no room for the rest. */
export function countGlobals(machine: Machine): number {
  return Math.min(MOST_GLOBALS, Math.floor((machine.header.staticBase - machine.header.globals) / 2))
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

export const signed = (value: number) => (value << 16) >> 16
