import { QuetzalError } from '../fault'
import { FLAGS_2_KEPT, FLAGS_2_LOW, writeProfile } from '../header'
import type { Processor } from '../processor'
import { type MachineImage, applyImage, captureImage } from './machine-state'
import { decodeQuetzal, encodeQuetzal } from './quetzal'

const SAVED = 1
/** The result of `save` when a restore returns to it (Standard §15). */
const RESTORED = 2
const UNDO_MISSING = 0xffff

/** The story's own `save`: the file goes to the host, never to the disk. */
export function saveGame(processor: Processor): void {
  processor.charge(processor.header.staticBase)
  const quetzal = processor.profile.savesGames
    ? encodeQuetzal(processor.story, processor.header, captureImage(processor), null)
    : null
  processor.requests.push({ kind: 'save', answer: quetzal === null ? 'refused' : 'done', quetzal })
  if (quetzal !== null) processor.newestSave = quetzal
  answerSave(processor, quetzal === null ? 0 : SAVED)
}

/** The story's own `restore`: restores its newest save, but not the generator, or returns the Standard's failure. */
export function restoreGame(processor: Processor): void {
  processor.charge(processor.header.staticBase)
  const saved = processor.newestSave
  const isRestored = saved !== null && adoptQuetzal(processor, saved)
  // Standard §8.6.1.3; later stories draw their screen themselves.
  if (isRestored && processor.header.version === 3) processor.output.upper.reset()
  processor.requests.push({ kind: 'restore', answer: isRestored ? 'done' : 'refused', quetzal: null })
  answerSave(processor, isRestored ? RESTORED : 0)
}

export function restartStory(processor: Processor): void {
  processor.chargeBytes(processor.header.staticBase)
  processor.requests.push({ kind: 'restart' })
  processor.restart(processor.random.capture()[1])
}

export function saveUndo(processor: Processor): void {
  const { undoStates } = processor.profile
  if (undoStates === 0) return processor.store(UNDO_MISSING)
  processor.chargeBytes(processor.header.staticBase)
  processor.undoImages = [...processor.undoImages, captureImage(processor)].slice(-undoStates)
  processor.store(SAVED)
}

export function restoreUndo(processor: Processor): void {
  const image = processor.undoImages.at(-1)
  if (image === undefined) return processor.store(0)
  processor.chargeBytes(processor.header.staticBase)
  processor.requests.push({ kind: 'undo' })
  processor.undoImages = processor.undoImages.slice(0, -1)
  resumeFrom(processor, image)
  processor.store(RESTORED)
}

/** Restores an image and writes the interpreter's part of the header again (Standard §6.1.2). */
export function resumeFrom(processor: Processor, image: MachineImage): void {
  const kept = processor.memory[FLAGS_2_LOW]! & FLAGS_2_KEPT
  applyImage(processor, image)
  processor.memory[FLAGS_2_LOW] = (processor.memory[FLAGS_2_LOW]! & ~FLAGS_2_KEPT) | kept
  writeProfile(processor.memory, processor.header, processor.profile)
}

/** Answers the `save` or `restore` before the program counter: v1–3 branch, later versions store (Standard §15). */
export function answerSave(processor: Processor, answer: number): void {
  if (processor.header.version <= 3) processor.branch(answer !== 0)
  else processor.store(answer)
}

function adoptQuetzal(processor: Processor, bytes: Uint8Array): boolean {
  try {
    resumeFrom(processor, decodeQuetzal(bytes, processor.story, processor.header).image)
    return true
  } catch (error) {
    if (error instanceof QuetzalError) return false
    throw error
  }
}
