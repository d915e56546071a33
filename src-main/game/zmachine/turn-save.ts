import { QuetzalError } from './fault'
import { DISCARD_RESULT, FRAME_WORDS } from './call-stack'
import type { Machine } from './machine'
import { captureImage, type MachineImage } from './machine-image'
import type { OutputState } from './output'
import { decodeQuetzal, encodeQuetzal } from './quetzal'
import type { RandomState } from './random'
import { answerSave, resumeFrom } from './saving'

/** What Quetzal has no place for: carried as JSON in a chunk that other interpreters skip. */
interface OwnData {
  readonly random: RandomState
  readonly output: Omit<OutputState, 'upper'> & { readonly upper: Omit<OutputState['upper'], 'cells'> & { readonly cells: readonly number[] } }
}

const RESTORED = 2

/**
 * A Quetzal file of a waiting machine. Quetzal expects a story inside its own `save`, but a turn ends at a read: so one
 * frame is added that returns to the read, and the saved program counter points at bytes that mean "return".
 */
export function saveTurn(machine: Machine): Uint8Array {
  if (machine.waiting.kind === 'ended') throw new Error('The game has ended: there is no turn to save.')
  const present = captureImage(machine)
  const frames = new Int32Array(present.frames.length + FRAME_WORDS)
  frames.set(present.frames)
  frames.set([present.pc, DISCARD_RESULT, present.stack.length, 0, 0], present.frames.length)
  const image: MachineImage = { ...present, frames, pc: findReturn(machine) }
  const output = machine.output.capture()
  const own: OwnData = { random: machine.random.capture(), output: { ...output, upper: { ...output.upper, cells: Array.from(output.upper.cells) } } }
  return encodeQuetzal(machine.story, machine.header, image, new TextEncoder().encode(JSON.stringify(own)))
}

/** Restores a Quetzal file, ours or another interpreter's, and runs to the next read. Throws QuetzalError or Fault. */
export function restoreTurn(machine: Machine, bytes: Uint8Array, budget: number): void {
  const { image, ownData } = decodeQuetzal(bytes, machine.story, machine.header)
  const own = ownData === null ? null : parseOwnData(ownData)
  resumeFrom(machine, image)
  machine.output.reset()
  machine.undoImages = []
  if (own !== null) {
    machine.random.apply(own.random)
    machine.output.apply({ ...own.output, upper: { ...own.output.upper, cells: Uint16Array.from(own.output.upper.cells) } })
  }
  machine.requests = []
  machine.instructions = 0
  machine.instructionLimit = budget
  answerSave(machine, RESTORED)
  machine.run()
}

/** Where static or high memory happens to hold a "return": in v1–3 a branch on true to 0 or 1, later a store to the stack and `rtrue` or `rfalse`. */
function findReturn(machine: Machine): number {
  const { story, header } = machine
  for (let at = header.staticBase; at + 1 < story.length; at++) {
    const [byte, next] = [story[at]!, story[at + 1]!]
    if (header.version <= 3 ? byte === 0xc0 || byte === 0xc1 : byte === 0 && (next === 0xb0 || next === 0xb1)) return at
  }
  throw new QuetzalError('IFhd', 'no place in the story to return from', 'one in its static memory')
}

function parseOwnData(bytes: Uint8Array): OwnData {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes)) as OwnData
  } catch {
    throw new QuetzalError('IntD', 'data that cannot be read', 'the state this interpreter wrote')
  }
}
