import { badStory } from './fault'
import { SCREEN_COLUMNS, SCREEN_ROWS } from './screen/upper-window'

type StoryVersion = 1 | 2 | 3 | 4 | 5 | 7 | 8

/** The values of the header (Standard §11) that never change while a story runs. Addresses and lengths are in bytes. */
export interface StoryHeader {
  readonly version: StoryVersion
  readonly release: number
  readonly serial: string
  readonly checksum: number
  /** Length of the story: as stated by the header, or the length of the file if an early story states 0. */
  readonly length: number
  readonly initialPc: number
  readonly dictionary: number
  readonly objects: number
  readonly globals: number
  readonly staticBase: number
  readonly abbreviations: number
  readonly routineOffset: number
  readonly stringOffset: number
  readonly alphabetTable: number
  readonly unicodeTable: number
  /** Multiplier of packed addresses. */
  readonly packing: 2 | 4 | 8
  /** v3: the status line shows a time (Flags 1 bit 1, §8.2.3.2). */
  readonly isTimeGame: boolean
  readonly warnings: readonly string[]
}

const HEADER_BYTES = 64
const LENGTH_UNIT = { 1: 2, 2: 2, 3: 2, 4: 4, 5: 4, 7: 8, 8: 8 } as const
const PACKING = { 1: 2, 2: 2, 3: 2, 4: 4, 5: 4, 7: 4, 8: 8 } as const

const hex = (value: number) => `0x${value.toString(16)}`

/** Reads and checks the header. Throws `bad_story` with the field, its value and the expected value. */
export function readHeader(story: Uint8Array): StoryHeader {
  if (story.length < HEADER_BYTES)
    throw badStory('the file length', `${story.length} bytes`, `at least the ${HEADER_BYTES} bytes of a header`)
  const word = (address: number) => (story[address]! << 8) | story[address + 1]!
  const version = readVersion(story[0]!)
  const warnings: string[] = []

  const statedLength = word(0x1a) * LENGTH_UNIT[version]
  if (statedLength > story.length)
    throw badStory(
      'the file length',
      `${story.length} bytes`,
      `the ${statedLength} bytes its header states (a truncated file?)`,
    )
  if (statedLength === 0) warnings.push('The header states no length; the length of the file is used.')
  const length = statedLength === 0 ? story.length : statedLength

  const staticBase = word(0x0e)
  const dynamicTable = (field: string, address: number, size: number) => {
    if (address < HEADER_BYTES || address + size > staticBase)
      throw badStory(
        field,
        hex(address),
        `an address in dynamic memory, ${hex(HEADER_BYTES)} to ${hex(staticBase - size)}`,
      )
    return address
  }
  const anywhere = (field: string, address: number) => {
    if (address < HEADER_BYTES || address >= story.length)
      throw badStory(
        field,
        hex(address),
        `an address inside the file, ${hex(HEADER_BYTES)} to ${hex(story.length - 1)}`,
      )
    return address
  }
  anywhere('the base of static memory', staticBase)
  if (word(0x04) < staticBase)
    warnings.push(`High memory (${hex(word(0x04))}) begins below static memory (${hex(staticBase)}).`)
  const extension = version >= 5 ? word(0x36) : 0
  const extensionWords = extension > 0 && extension + 1 < story.length ? word(extension) : 0
  const unicodeTable = extensionWords >= 3 && extension + 7 < story.length ? word(extension + 6) : 0

  const checksum = word(0x1c)
  if (statedLength !== 0 && sumOfStory(story, length) !== checksum)
    warnings.push(`The checksum of the file differs from the ${hex(checksum)} its header states.`)
  return {
    version,
    release: word(0x02),
    serial: String.fromCharCode(...story.subarray(0x12, 0x18)),
    checksum,
    length,
    initialPc: anywhere('the initial program counter', word(0x06)),
    dictionary: anywhere('the dictionary', word(0x08)),
    objects: dynamicTable('the object table', word(0x0a), (version <= 3 ? 31 : 63) * 2),
    globals: dynamicTable('the table of global variables', word(0x0c), 2),
    staticBase,
    abbreviations: version === 1 ? 0 : word(0x18),
    routineOffset: version === 7 ? word(0x28) * 8 : 0,
    stringOffset: version === 7 ? word(0x2a) * 8 : 0,
    alphabetTable: version >= 5 ? word(0x34) : 0,
    unicodeTable,
    packing: PACKING[version],
    isTimeGame: version === 3 && (story[1]! & 2) !== 0,
    warnings,
  }
}

/** The sum that `verify` compares (Standard §11.1.6): all bytes of the file, not of memory, after the header. */
export function sumOfStory(story: Uint8Array, length: number): number {
  let sum = 0
  for (let address = HEADER_BYTES; address < length; address++) sum = (sum + story[address]!) & 0xffff
  return sum
}

function readVersion(value: number): StoryVersion {
  if ((value >= 1 && value <= 5) || value === 7 || value === 8) return value as StoryVersion
  const why = value === 6 ? 'version 6, with graphics, is not supported' : 'is this a Z-machine story?'
  throw badStory('the version (byte 0)', String(value), `1 to 5, 7 or 8 (${why})`)
}

/** Properties that the interpreter reports to a story, and features that it allows. Plain data for the log. */
export interface HeaderProfileData {
  readonly savesGames: boolean
  /** Number of undo states; with 0, `save_undo` reports that undo does not exist. */
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
/** The low byte of Flags 2, which a story may change. */
export const FLAGS_2_LOW = FLAGS_2 + 1
/** The transcript and fixed-pitch bits, which survive restart and restore (Standard §6.1.2). */
export const FLAGS_2_KEPT = 0x03
const FLAGS_2_UNDO = 0x10
/** Pictures, mouse, colors and sound (Standard §11.1.2). The bit for menus is in the high byte. */
const FLAGS_2_REFUSED = 0x08 | 0x20 | 0x40 | 0x80
const FLAGS_2_MENUS = 0x01
const V3_FLAGS_2_SOUND = 0x10
/** DECSystem-20, and Frotz's letter: the values of dfrotz. */
const INTERPRETER_NUMBER = 1
const INTERPRETER_LETTER = 70

/** Writes the interpreter's part of the header, at the start and after every restart and restore. */
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
