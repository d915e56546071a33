import { z } from 'zod'
import { parseJson } from '@shared/base/json/bound-json'
import { QuetzalError } from '../fault'
import type { Machine } from '../machine'
import { DISCARD_RESULT } from '../memory/call-stack'
import { FRAME_WORDS } from '../memory/machine-space'
import { DEEPEST_TABLE } from '../screen/output'
import { SCREEN_COLUMNS, SCREEN_ROWS } from '../screen/upper-window'
import { type MachineImage, captureImage } from './machine-state'
import { decodeQuetzal, encodeQuetzal } from './quetzal'
import { answerSave, resumeFrom } from './saving'

const integer = z.int32()
const word = z.int().min(0).max(0xffff)
const rows = z.int().min(0).max(SCREEN_ROWS)

/** State for which Quetzal has no field: JSON in a chunk that other interpreters skip. */
const ownDataSchema = z.object({
  random: z.tuple([integer, integer, integer, integer]).readonly(),
  output: z.object({
    window: z.union([z.literal(0), z.literal(1)]),
    screenIsOn: z.boolean(),
    font: word,
    upper: z.object({
      height: rows,
      tallest: rows,
      row: rows,
      column: z.int().min(0).max(SCREEN_COLUMNS),
      cells: z
        .array(word)
        .max(SCREEN_ROWS * SCREEN_COLUMNS)
        .refine(({ length }) => length % SCREEN_COLUMNS === 0)
        .readonly(),
    }),
    tables: z
      .array(z.object({ table: word, length: word }))
      .max(DEEPEST_TABLE)
      .readonly(),
  }),
  /** The story's own newest save; null if there is none, absent in files of earlier versions. */
  save: z.base64().nullable().default(null),
})
type OwnData = z.infer<typeof ownDataSchema>

const RESTORED = 2

/**
 * Writes a Quetzal file of a waiting machine. Quetzal expects a story inside its own `save`, so a frame is added that
 * returns to the read, and the saved program counter points to bytes that mean "return". Throws QuetzalError if there
 * are none.
 */
export function saveTurn(machine: Machine): Uint8Array {
  if (machine.waiting.kind === 'ended') throw new Error('The game has ended, so there is no turn to save.')
  const present = captureImage(machine)
  const frames = new Int32Array(present.frames.length + FRAME_WORDS)
  frames.set(present.frames)
  frames.set([present.pc, DISCARD_RESULT, present.stack.length, 0, 0], present.frames.length)
  const image: MachineImage = { ...present, frames, pc: findReturn(machine) }
  const output = machine.output.capture()
  const own: OwnData = {
    random: machine.random.capture(),
    output: { ...output, upper: { ...output.upper, cells: Array.from(output.upper.cells) } },
    save: machine.newestSave && Buffer.from(machine.newestSave).toString('base64'),
  }
  return encodeQuetzal(machine.story, machine.header, image, new TextEncoder().encode(JSON.stringify(own)))
}

/** Restores a Quetzal file, ours or another interpreter's, and runs to the next read. Throws QuetzalError or Fault. */
export function restoreTurn(machine: Machine, bytes: Uint8Array, budget: number): void {
  const { image, ownData } = decodeQuetzal(bytes, machine.story, machine.header)
  const own = ownData === null ? null : parseOwnData(ownData)
  resumeFrom(machine, image)
  machine.output.takeLower()
  machine.output.restart()
  machine.undoImages = []
  if (own !== null) {
    machine.random.apply(own.random)
    machine.newestSave = own.save === null ? null : new Uint8Array(Buffer.from(own.save, 'base64'))
    machine.output.apply({
      ...own.output,
      upper: { ...own.output.upper, cells: Uint16Array.from(own.output.upper.cells) },
    })
  }
  machine.requests = []
  machine.truncatedInput = false
  machine.instructions = 0
  machine.instructionLimit = budget
  answerSave(machine, RESTORED)
  machine.run()
}

/**
 * The address of bytes that mean "return": in v1–3 a branch on true to 0 or 1, later a store to the stack and `rtrue`
 * or `rfalse`. Throws QuetzalError if there are none.
 */
function findReturn(machine: Machine): number {
  const { story, header } = machine
  for (let at = header.staticBase; at + 1 < story.length; at++) {
    const [byte, next] = [story[at]!, story[at + 1]!]
    if (header.version <= 3 ? byte === 0xc0 || byte === 0xc1 : byte === 0 && (next === 0xb0 || next === 0xb1)) return at
  }
  throw new QuetzalError('IFhd', 'no return instruction', 'one in the static memory of the story')
}

function parseOwnData(bytes: Uint8Array): OwnData {
  try {
    return ownDataSchema.parse(parseJson(new TextDecoder('utf-8', { fatal: true }).decode(bytes)))
  } catch {
    throw new QuetzalError('IntD', 'data that cannot be read', 'the state this interpreter wrote')
  }
}
