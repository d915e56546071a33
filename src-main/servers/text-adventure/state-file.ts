import { constants } from 'node:fs'
import { type FileHandle, open, realpath } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { z } from 'zod'
import { parseJson } from '@shared/base/json/bound-json'
import { DISGUISES } from '@shared/episode/log/event'
import { type FileLease, acquireLease } from '../../base/files/lease'
import { PRIVATE_FILE } from '../../base/files/plain-file'
import { writeError } from '../../base/files/write-error'
import { printError } from '../../base/terminal/terminal'
import type { Deed, GameSession } from './game-session'
import type { Options } from './options'

/** First line of the file: the game that the deeds on the following lines belong to. */
const head = z.object({
  format: z.literal(1),
  story_sha256: z.string(),
  seed: z.number().int(),
  /** Absent without a disguise. */
  disguise: z.enum(DISGUISES).optional(),
})
/** The options that a game and its state file share. */
type GameOptions = Pick<Options, 'seed' | 'disguise'>
const name = z.string()
const deed: z.ZodType<Deed> = z.union([
  z.strictObject({ play: z.string() }),
  z.strictObject({ save: name }),
  z.strictObject({ restore: name }),
  z.strictObject({ undo: z.literal(true) }),
])

/** Maximum size of the file, larger than that of any real game. */
const MAX_BYTES = 64 << 20
const LINE_FEED = 10
/** Prevents blocking if the path is a pipe; undefined on Windows. */
const { O_NONBLOCK }: { readonly O_NONBLOCK?: number } = constants

export interface StateFile {
  /** Appends a deed, and resolves when it is on disk. A deed that could not be written is written with the next one. */
  append(done: Deed): Promise<void>
  /**
   * Must be called before each deed. Rejects if another server has taken the file over, as during a sleep of the
   * machine.
   */
  checkOwned(): Promise<void>
  close(): Promise<void>
}

/**
 * Opens the file that preserves a game across restarts, for this server alone, and repeats its deeds in `session`,
 * which must have just begun. The seed and the deeds reproduce the game. An empty file is a new game. A last line that
 * was cut off, as by a full disk, is reported and left out. Rejects with an Error that names the file if another server
 * uses it, if it belongs to another story or cannot be read; then nothing is written to it.
 */
export async function openStateFile(path: string, session: GameSession, options: GameOptions): Promise<StateFile> {
  const { seed, disguise } = options
  const mark = await takeFile(path)
  let file: FileHandle | null = null
  try {
    file = await open(path, constants.O_RDWR | constants.O_CREAT | (O_NONBLOCK ?? 0), PRIVATE_FILE).catch(
      (error: unknown) => {
        throw writeError(NOT_KEPT, path, error)
      },
    )
    const bytes = await readWhole(file, path)
    const end = bytes.lastIndexOf(LINE_FEED) + 1
    const begun: z.input<typeof head> = {
      format: 1,
      story_sha256: session.story.identity.sha256,
      seed,
      ...(disguise !== 'none' && { disguise }),
    }
    const first = Buffer.from(`${JSON.stringify(begun)}\n`)
    const state = keepFile(path, file, mark, end)
    // The first line may have been cut off as well.
    if (end === 0 && first.subarray(0, bytes.length).equals(bytes)) await state.put(first)
    else {
      doAgain(bytes.toString('utf8', 0, end), path, session, options)
      if (end < bytes.length) {
        await file.truncate(end)
        printError(
          `The last line of the state file ${path} was cut off and is left out: the game continues from before it.`,
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

const NOT_KEPT = 'The game is not saved'
const ANOTHER = 'name another file with TEXT_ADVENTURE_STATE'

/** Locks the file by its real path, because two servers would mix their games in it. */
async function takeFile(path: string): Promise<FileLease> {
  const real = await realpath(path).catch(async () =>
    join(await realpath(dirname(path)).catch(() => dirname(path)), basename(path)),
  )
  const mark = await acquireLease({ root: dirname(real), path: `${real}.lock` }).catch((error: unknown) => {
    throw writeError(NOT_KEPT, path, error)
  })
  if (mark === null)
    throw new Error(
      `The state file ${path} is in use by another server, and two would mix their games in it. Stop the other, or ${ANOTHER}.`,
    )
  return mark
}

async function readWhole(file: FileHandle, path: string): Promise<Buffer> {
  const found = await file.stat()
  if (!found.isFile()) throw new Error(`The state file ${path} is not a file: ${ANOTHER}.`)
  if (found.size > MAX_BYTES)
    throw new Error(`The state file ${path} is larger than ${MAX_BYTES >> 20} MB and is not read: ${ANOTHER}.`)
  return file.readFile()
}

function doAgain(text: string, path: string, session: GameSession, { seed, disguise }: GameOptions): void {
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
  const { disguise: before = 'none' } = begun
  if (before !== disguise)
    throw new Error(
      `The state file ${path} was begun with disguise "${before}", not "${disguise}". Set TEXT_ADVENTURE_DISGUISE to ${before}, or name another file.`,
    )
  for (const [index, line] of lines.entries()) readLine(path, index + 2, () => session.do(deed.parse(parseJson(line))))
}

function readLine<Read>(path: string, number: number, read: () => Read): Read {
  try {
    return read()
  } catch {
    if (number === 1)
      throw new Error(
        `The state file ${path} is not a state file of this server: line 1 cannot be read. It is unchanged; ${ANOTHER}.`,
      )
    throw new Error(
      `The state file ${path} is damaged: line ${number} cannot be read. It is unchanged; to continue from before that line, delete it and the following lines in a copy. Or ${ANOTHER}.`,
    )
  }
}

function keepFile(path: string, file: FileHandle, mark: FileLease, start: number) {
  /** End of the last line that is on disk. The next write overwrites the remains of a failed one. */
  let end = start
  let pending = Buffer.alloc(0)
  let work: Promise<void> = Promise.resolve()

  async function checkOwned(): Promise<void> {
    if (!(await mark.isHeld()))
      throw new Error(
        `Another server has taken over the state file ${path} while this one did not respond: the game continues there. Restart this server.`,
      )
  }

  async function write(): Promise<void> {
    const bytes = pending
    if (bytes.length === 0) return
    await checkOwned()
    try {
      for (let at = 0; at < bytes.length;) at += (await file.write(bytes, at, bytes.length - at, end + at)).bytesWritten
      await file.datasync()
    } catch (error) {
      throw writeError(NOT_KEPT, path, error)
    }
    end += bytes.length
    pending = pending.subarray(bytes.length)
  }

  function put(line: Buffer): Promise<void> {
    pending = Buffer.concat([pending, line])
    return (work = work.catch(() => undefined).then(write))
  }

  return {
    put,
    append: (done: Deed) => put(Buffer.from(`${JSON.stringify(done)}\n`)),
    checkOwned,
    async close() {
      await work.catch(write).catch((error: Error) => printError(error.message))
      await file.close()
      await mark.release()
    },
  }
}
