import { constants } from 'node:fs'
import { type FileHandle, open, realpath } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { parseJson } from '@shared/base/json/bound-json'
import { z } from 'zod'
import { type FileLease, acquireLease } from '../../base/files/lease'
import { notWritten } from '../../base/files/not-written'
import { complain } from '../../base/terminal/say'
import type { Deed, GameSession } from './game-session'

/** First line of the file: which game the deeds on the lines after it are of. */
const head = z.object({ format: z.literal(1), story_sha256: z.string(), seed: z.number().int() })
const name = z.string()
const deed: z.ZodType<Deed> = z.union([
  z.strictObject({ play: z.string() }),
  z.strictObject({ save: name }),
  z.strictObject({ restore: name }),
  z.strictObject({ undo: z.literal(true) }),
])

/** More moves than anybody makes. */
const LONGEST_BYTES = 64 << 20
const LINE_FEED = 10
/** Windows has not the last: it keeps a pipe in the place of a file from being waited for. */
const {
  O_RDWR,
  O_CREAT,
  O_NONBLOCK,
}: { readonly O_RDWR: number; readonly O_CREAT: number; readonly O_NONBLOCK?: number } = constants
/** A game is its player's alone. */
const PRIVATE = 0o600

export interface StateFile {
  /**
   * Puts one more deed at the end of the file; on disk when it resolves. Rejects with an Error that names the file:
   * then the deed is kept here, and goes there with the next.
   */
  append(done: Deed): Promise<void>
  /**
   * To be asked before anything is done: rejects if another server has taken the file over, as after a long sleep of
   * the machine.
   */
  checkOwned(): Promise<void>
  /** Lets go of the file, so that another server may have it. */
  close(): Promise<void>
}

/**
 * Opens the file that keeps a game across restarts, for this server alone: what was done is done again in `session`,
 * which has just begun. The game is a pure function of its seed and its deeds, so nothing else need be kept. An empty
 * file is a new game; a last line that was cut off, as by a full disk, is left out and said so. Rejects with an Error
 * that names the file when another server has it, when it is another story's or cannot be read; then nothing is written
 * to it.
 */
export async function openStateFile(path: string, session: GameSession, seed: number): Promise<StateFile> {
  const mark = await takeFile(path)
  let file: FileHandle | null = null
  try {
    file = await open(path, O_RDWR | O_CREAT | (O_NONBLOCK ?? 0), PRIVATE).catch((error: unknown) => {
      throw notWritten(NOT_KEPT, path, error)
    })
    const bytes = await readWhole(file, path)
    const end = bytes.lastIndexOf(LINE_FEED) + 1
    const first = Buffer.from(
      `${JSON.stringify({ format: 1, story_sha256: session.story.identity.sha256, seed } satisfies z.input<typeof head>)}\n`,
    )
    const state = new OpenFile(path, file, mark, end)
    // Its first line may not have found room either.
    if (end === 0 && first.subarray(0, bytes.length).equals(bytes)) await state.put(first)
    else {
      doAgain(bytes.toString('utf8', 0, end), path, session, seed)
      if (end < bytes.length) {
        await file.truncate(end)
        complain(
          `The last line of the state file ${path} was cut off and is left out: the game goes on as it was before.`,
        )
      }
    }
    return state
  } catch (error) {
    await file?.close()
    await mark.release()
    throw error
  }
}

const NOT_KEPT = 'The game is not kept'
const ANOTHER = 'name another file with TEXT_ADVENTURE_STATE'

/** One server at a time has the file, by whatever name it is given: two would mix their games in it. */
async function takeFile(path: string): Promise<FileLease> {
  const real = await realpath(path).catch(async () =>
    join(await realpath(dirname(path)).catch(() => dirname(path)), basename(path)),
  )
  const mark = await acquireLease({ root: dirname(real), path: `${real}.lock` }).catch((error: unknown) => {
    throw notWritten(NOT_KEPT, path, error)
  })
  if (mark === null)
    throw new Error(
      `The state file ${path} is in use by another server, and two would mix their games in it. Stop the other, or ${ANOTHER}.`,
    )
  return mark
}

async function readWhole(file: FileHandle, path: string): Promise<Buffer> {
  const found = await file.stat()
  if (!found.isFile()) throw new Error(`The state file ${path} is no file: ${ANOTHER}.`)
  if (found.size > LONGEST_BYTES)
    throw new Error(`The state file ${path} is larger than ${LONGEST_BYTES >> 20} MB and is not read: ${ANOTHER}.`)
  return file.readFile()
}

function doAgain(text: string, path: string, session: GameSession, seed: number): void {
  const { story } = session
  const [first = '', ...lines] = text.split('\n').slice(0, -1)
  const begun = readLine(path, 1, () => head.parse(parseJson(first)))
  if (begun.story_sha256 !== story.identity.sha256)
    throw new Error(
      `The state file ${path} belongs to another story (SHA-256 ${begun.story_sha256}), not to ${story.fileName} (${story.identity.sha256}). Name another file with TEXT_ADVENTURE_STATE.`,
    )
  if (begun.seed !== seed)
    throw new Error(
      `The state file ${path} was begun with seed ${begun.seed}, not ${seed}. Set TEXT_ADVENTURE_SEED to ${begun.seed}, or name another file.`,
    )
  for (const [index, line] of lines.entries()) readLine(path, index + 2, () => session.do(deed.parse(parseJson(line))))
}

function readLine<Read>(path: string, number: number, read: () => Read): Read {
  try {
    return read()
  } catch {
    if (number === 1)
      throw new Error(
        `The state file ${path} is not one of this server: line 1 cannot be read. It is left as it is; ${ANOTHER}.`,
      )
    throw new Error(
      `The state file ${path} is damaged: line ${number} cannot be read. It is left as it is; to go on from before that line, take it and those after it out of a copy. Or ${ANOTHER}.`,
    )
  }
}

class OpenFile implements StateFile {
  readonly #path: string
  readonly #file: FileHandle
  readonly #mark: FileLease
  /** Where the last line ends that is on disk for good. What a write that failed has left behind it is written over. */
  #end: number
  #pending = Buffer.alloc(0)
  #work: Promise<void> = Promise.resolve()

  constructor(path: string, file: FileHandle, mark: FileLease, end: number) {
    this.#path = path
    this.#file = file
    this.#mark = mark
    this.#end = end
  }

  append(done: Deed): Promise<void> {
    return this.put(Buffer.from(`${JSON.stringify(done)}\n`))
  }

  put(line: Buffer): Promise<void> {
    this.#pending = Buffer.concat([this.#pending, line])
    this.#work = this.#work.catch(() => undefined).then(() => this.#write())
    return this.#work
  }

  async checkOwned(): Promise<void> {
    if (!(await this.#mark.isHeld()))
      throw new Error(
        `Another server has taken the state file ${this.#path} over while this one did not stir: the game goes on there. Start this server anew.`,
      )
  }

  async close(): Promise<void> {
    await this.#work.catch(() => this.#write()).catch((error: Error) => complain(error.message))
    await this.#file.close()
    await this.#mark.release()
  }

  async #write(): Promise<void> {
    const bytes = this.#pending
    if (bytes.length === 0) return
    await this.checkOwned()
    try {
      for (let at = 0; at < bytes.length;)
        at += (await this.#file.write(bytes, at, bytes.length - at, this.#end + at)).bytesWritten
      await this.#file.datasync()
    } catch (error) {
      throw notWritten(NOT_KEPT, this.#path, error)
    }
    this.#end += bytes.length
    this.#pending = this.#pending.subarray(bytes.length)
  }
}
