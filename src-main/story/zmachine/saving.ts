import { QuetzalError } from './fault'
import { FLAGS_2_KEPT, FLAGS_2_LOW, writeProfile } from './header-profile'
import type { Machine } from './machine'
import { applyImage, captureImage, type MachineImage } from './machine-image'
import { decodeQuetzal, encodeQuetzal } from './quetzal'

const SAVED = 1
/** What `save` answers when the story comes back to it by a restore (Standard §15). */
const RESTORED = 2
const UNDO_MISSING = 0xffff

/** The story's own `save`: the file goes to the host, never to the disk. */
export function saveGame(machine: Machine): void {
  machine.charge(machine.header.staticBase)
  const quetzal = machine.profile.savesGames
    ? encodeQuetzal(machine.story, machine.header, captureImage(machine), null)
    : null
  machine.requests.push({ kind: 'save', answer: quetzal === null ? 'refused' : 'done', quetzal })
  if (quetzal !== null) machine.newestSave = quetzal
  answerSave(machine, quetzal === null ? 0 : SAVED)
}

/** The story's own `restore`: the episode's newest save, or the Standard's failure. The generator runs on. */
export function restoreGame(machine: Machine): void {
  machine.charge(machine.header.staticBase)
  const saved = machine.newestSave
  const isRestored = saved !== null && adoptQuetzal(machine, saved)
  // Standard §8.6.1.3; later stories draw their screen themselves.
  if (isRestored && machine.header.version === 3) machine.output.upper.reset()
  machine.requests.push({ kind: 'restore', answer: isRestored ? 'done' : 'refused', quetzal: null })
  answerSave(machine, isRestored ? RESTORED : 0)
}

export function restartStory(machine: Machine): void {
  machine.chargeBytes(machine.header.staticBase)
  machine.requests.push({ kind: 'restart' })
  machine.restart(machine.random.capture()[1])
}

export function saveUndo(machine: Machine): void {
  const { undoStates } = machine.profile
  if (undoStates === 0) return machine.store(UNDO_MISSING)
  machine.chargeBytes(machine.header.staticBase)
  machine.undoImages = [...machine.undoImages, captureImage(machine)].slice(-undoStates)
  machine.store(SAVED)
}

export function restoreUndo(machine: Machine): void {
  const image = machine.undoImages.at(-1)
  if (image === undefined) return machine.store(0)
  machine.chargeBytes(machine.header.staticBase)
  machine.requests.push({ kind: 'undo' })
  machine.undoImages = machine.undoImages.slice(0, -1)
  resumeFrom(machine, image)
  machine.store(RESTORED)
}

/** Puts the machine where an image was made; the interpreter's part of the header is written anew (Standard §6.1.2). */
export function resumeFrom(machine: Machine, image: MachineImage): void {
  const kept = machine.memory[FLAGS_2_LOW]! & FLAGS_2_KEPT
  applyImage(machine, image)
  machine.memory[FLAGS_2_LOW] = (machine.memory[FLAGS_2_LOW]! & ~FLAGS_2_KEPT) | kept
  writeProfile(machine.memory, machine.header, machine.profile)
}

/**
 * Answers the `save` or `restore` the program counter stands behind: v1–3 branch, later versions store (Standard §15).
 */
export function answerSave(machine: Machine, answer: number): void {
  if (machine.header.version <= 3) machine.branch(answer !== 0)
  else machine.store(answer)
}

function adoptQuetzal(machine: Machine, bytes: Uint8Array): boolean {
  try {
    resumeFrom(machine, decodeQuetzal(bytes, machine.story, machine.header).image)
    return true
  } catch (error) {
    if (error instanceof QuetzalError) return false
    throw error
  }
}
