import type { Machine } from '../machine'
import type { MachineImage } from './machine-image'
import { applyImage, captureImage } from './capture-image'
import type { OutputState } from '../screen/output'
import type { RandomState } from '../random'
import type { InputRequest } from '../request'

/** Everything that decides how a waiting machine continues. Immutable and structured-cloneable. */
export interface MachineState {
  readonly image: MachineImage
  readonly random: RandomState
  readonly output: OutputState
  readonly waiting: InputRequest
  readonly undoImages: readonly MachineImage[]
  readonly newestSave: Uint8Array | null
}

/** `dynamic`: as in `captureImage`. */
export function captureMachine(machine: Machine, dynamic?: Uint8Array): MachineState {
  return {
    image: captureImage(machine, dynamic),
    random: machine.random.capture(),
    output: machine.output.capture(),
    waiting: machine.waiting,
    undoImages: machine.undoImages,
    newestSave: machine.newestSave,
  }
}

/** May be called after a fault in the middle of a step: nothing of the step remains. */
export function applyMachine(machine: Machine, state: MachineState): void {
  applyImage(machine, state.image)
  machine.random.apply(state.random)
  machine.output.apply(state.output)
  machine.waiting = state.waiting
  machine.undoImages = state.undoImages
  machine.newestSave = state.newestSave
  machine.pending = null
  machine.interruptDepth = 0
  machine.requests = []
}
