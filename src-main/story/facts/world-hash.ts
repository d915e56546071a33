import { createHash } from 'node:crypto'
import { attributeKey, movedKey, type Noise } from './world-diff'
import { FRAME_WORDS } from '../zmachine/memory/machine-space'
import type { Machine } from '../zmachine/machine'

/**
 * A hash of the present state: memory, stack, generator, windows and the input request, without undo states and saves.
 */
export function hashState(machine: Machine): string {
  const hash = createHash('sha256')
  const { memory, stack, frames, header, output } = machine
  const window = output.capture()
  hash.update(memory.subarray(0, header.staticBase))
  hash.update(bytesOf(stack.subarray(0, machine.sp)))
  hash.update(bytesOf(frames.subarray(0, machine.frameCount * FRAME_WORDS)))
  hash.update(new Uint8Array(window.upper.cells.buffer))
  hash.update(
    JSON.stringify([
      machine.pc,
      machine.random.capture(),
      machine.waiting,
      window.window,
      window.font,
      window.screenIsOn,
      window.tables,
      window.upper.height,
      window.upper.row,
      window.upper.column,
    ]),
  )
  return hash.digest('hex')
}

const bytesOf = ({ buffer, byteOffset, byteLength }: Uint16Array | Int32Array): Uint8Array =>
  new Uint8Array(buffer, byteOffset, byteLength)

/**
 * A hash of parents and attributes of all objects, without noise: a position that is reached twice has one hash.
 */
export function hashWorld(machine: Machine, noise: Noise): string {
  const { objects } = machine
  let world = ''
  for (let object = 1; object <= objects.count; object++) {
    world += noise.has(movedKey(object)) ? '\n?' : `\n${objects.parent(object)}`
    for (let attribute = 0; attribute < objects.attributeCount; attribute++) {
      if (objects.hasAttribute(object, attribute) && !noise.has(attributeKey(object, attribute)))
        world += ` ${attribute}`
    }
  }
  return createHash('sha256').update(world).digest('hex')
}
