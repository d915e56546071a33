import type { StoryHeader } from './header'
import { SCREEN_COLUMNS, SCREEN_ROWS } from './screen/upper-window'

/** What the interpreter reports to a story about itself, and what it permits. Plain data for the log. */
export interface HeaderProfileData {
  readonly savesGames: boolean
  /** Number of undo states; with 0, `save_undo` answers that there is no undo. */
  readonly undoStates: number
}

export const HEADER_PROFILES: { readonly plain: HeaderProfileData; readonly app: HeaderProfileData } = {
  plain: { savesGames: false, undoStates: 0 },
  app: { savesGames: true, undoStates: 16 },
}

const FLAGS_1 = 0x01
const FLAGS_2 = 0x10
const V3_STATUS_LINE_MISSING = 0x10
const V3_CAN_SPLIT = 0x20
const V3_VARIABLE_PITCH = 0x40
/** The byte of Flags 2 that a story changes. */
export const FLAGS_2_LOW = FLAGS_2 + 1
/** Its transcript and fixed-pitch bits: they survive restart and restore (Standard §6.1.2). */
export const FLAGS_2_KEPT = 0x03
const FLAGS_2_UNDO = 0x10
/** Pictures, mouse, colours, sound, menus (Standard §11.1.2). */
const FLAGS_2_REFUSED = 0x08 | 0x20 | 0x40 | 0x80
const FLAGS_2_MENUS = 0x01
const V3_FLAGS_2_SOUND = 0x10
/** DECSystem-20, and Frotz's letter: what dfrotz answers. */
const INTERPRETER_NUMBER = 1
const INTERPRETER_LETTER = 70

/** Writes the interpreter's part of the header; at the start, and again after every restart and restore. */
export function writeProfile(memory: Uint8Array, header: StoryHeader, profile: HeaderProfileData): void {
  const { version } = header
  if (version <= 3) {
    memory[FLAGS_1] = (memory[FLAGS_1]! & ~(V3_STATUS_LINE_MISSING | V3_VARIABLE_PITCH)) | V3_CAN_SPLIT
    memory[FLAGS_2_LOW] = memory[FLAGS_2_LOW]! & ~V3_FLAGS_2_SOUND
  } else memory[FLAGS_1] = 0
  if (version >= 5) {
    memory[FLAGS_2] = memory[FLAGS_2]! & ~FLAGS_2_MENUS
    memory[FLAGS_2_LOW] = memory[FLAGS_2_LOW]! & ~(FLAGS_2_REFUSED | (profile.undoStates > 0 ? 0 : FLAGS_2_UNDO))
  }
  if (version >= 4) {
    memory[0x1e] = INTERPRETER_NUMBER
    memory[0x1f] = INTERPRETER_LETTER
    memory[0x20] = SCREEN_ROWS
    memory[0x21] = SCREEN_COLUMNS
  }
  if (version >= 5) memory.set([0, SCREEN_COLUMNS, 0, SCREEN_ROWS, 1, 1], 0x22)
  memory.set([1, 0], 0x32)
}
