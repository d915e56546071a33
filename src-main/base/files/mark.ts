import { randomBytes } from 'node:crypto'
import { link, lutimes, mkdir, readdir, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseJson } from '@shared/base/json/bound-json'
import { z } from 'zod'
import { makePlainFolder } from './make-folder'
import { checkFolder, examinePlain, openPlain, type Place, placeIn, PRIVATE_FOLDER } from './plain-file'
import { isRunning, type Program, thisProgram } from './program'

/**
 * A file that says who has something to itself. One program has it at a time, whichever came first, also among programs
 * that try in the same instant. It is known by its content: a program takes away its own mark and no other's.
 */
export interface Mark {
  /** To be asked before anything is written: after a long sleep of the machine it may be another's. */
  isKept(): Promise<boolean>
  /** Takes it away, unless it is another's by now. Never rejects. */
  release(): Promise<void>
}

export interface Timing {
  /** A mark is touched so often while it is kept. */
  readonly beatMs: number
  /** Untouched for so long it counts no more, where nothing better is known of its program. */
  readonly patienceMs: number
  /** Before it is taken over it is watched for so long: clocks differ, and a machine may just have woken up. */
  readonly watchMs: number
}

const TIMING: Timing = { beatMs: 5_000, patienceMs: 60_000, watchMs: 12_000 }

/** Null if another has it. Rejects with `not_plain`, or with the system's error. */
export async function takeMark(place: Place, timing = TIMING): Promise<Mark | null> {
  const nonce = randomBytes(16).toString('hex')
  const text = JSON.stringify({ nonce, ...thisProgram } satisfies z.input<typeof content>)
  const own: Own = { nonce, place, timing, text }
  ours.add(nonce)
  try {
    await makePlainFolder({ root: place.root, path: dirname(place.path) })
    if (await take(place, own)) return keep(own)
  } catch (error) {
    ours.delete(nonce)
    throw error
  }
  ours.delete(nonce)
  return null
}

/** Whether another program has the mark, as far as can be told without waiting. */
export async function isMarkedElsewhere(place: Place): Promise<boolean> {
  const found = await find(place).catch(() => null)
  return found !== null && !ours.has(found.name) && judge(found, TIMING) === 'kept'
}

/** Drafts of marks end so. */
const DRAFT = '.new'

/** Takes away the drafts of marks that programs left in the folder when they were killed. Never rejects. */
export async function clearDrafts(root: string, folder: string): Promise<void> {
  try {
    await checkFolder(join(root, folder))
    for (const name of await readdir(join(root, folder))) {
      if (!name.endsWith(DRAFT)) continue
      const draft = placeIn(root, folder, name)
      const found = await find(draft)
      if (found !== null && judge(found, TIMING) !== 'kept') await rm(draft.path, { force: true })
    }
  } catch {
    // There is none, or it is somebody else's.
  }
}

/** The marks that this process has. */
const ours = new Set<string>()

interface Own {
  readonly nonce: string
  readonly place: Place
  readonly timing: Timing
  readonly text: string
}

const content = z.object({
  nonce: z.string().regex(/^[0-9a-f]{32}$/),
  machine: z.string(),
  pid: z.number().int().positive(),
  began: z.string().nullable(),
})
const LONGEST_BYTES = 1024

interface Found {
  /** No other mark has it, before or after. */
  readonly name: string
  /** Null if it does not say, as one that is just being written. */
  readonly program: Program | null
  readonly touchedMs: number
}

/** Null if there is none. */
async function find(place: Place): Promise<Found | null> {
  const found = await examinePlain(place, LONGEST_BYTES).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null
    throw error
  })
  if (found === null) return null
  const { ino, mtimeMs } = found.stats
  try {
    const { nonce, ...program } = content.parse(parseJson(found.bytes.toString()))
    return { name: nonce, program, touchedMs: mtimeMs }
  } catch {
    return { name: `torn-${ino}-${Math.round(mtimeMs)}`, program: null, touchedMs: mtimeMs }
  }
}

/**
 * `left` if its program is gone, whatever the clock says. One of which no more can be told, as of a program on another
 * machine, is kept while it is touched.
 */
function judge({ name, program, touchedMs }: Found, { patienceMs }: Timing): 'kept' | 'left' | 'silent' {
  if (ours.has(name)) return 'kept'
  const runs = program === null ? null : isRunning(program)
  // This process has forgotten it: it could not be taken away.
  if (runs === false || (runs && program?.pid === process.pid)) return 'left'
  return runs || Math.abs(Date.now() - touchedMs) < patienceMs ? 'kept' : 'silent'
}

/**
 * Puts our mark at the place, if nobody has it. What a program left behind is not taken away, for by then it may be
 * another's: whoever wants its place first takes the one mark that bears its name, and puts that in its place. Nobody
 * else may do so, and where that was left behind in turn, it is taken over in the same way.
 */
async function take(place: Place, own: Own): Promise<boolean> {
  const there = await find(place)
  if (there === null) return (await begin(place, own)) || take(place, own)
  const verdict = judge(there, own.timing)
  if (verdict === 'kept' || (verdict === 'silent' && (await stirs(place, there, own.timing)))) return false
  const claim: Place = { root: own.place.root, path: `${own.place.path}.${there.name}` }
  if (!(await take(claim, own))) return false
  try {
    if ((await find(place))?.name === there.name) {
      await rename(claim.path, place.path)
      return true
    }
  } catch (error) {
    await rm(claim.path, { force: true })
    throw error
  }
  await rm(claim.path, { force: true })
  return take(place, own)
}

async function stirs(place: Place, before: Found, { watchMs }: Timing): Promise<boolean> {
  await sleep(watchMs)
  const now = await find(place)
  return now !== null && (now.name !== before.name || now.touchedMs !== before.touchedMs)
}

/** Resolves to false if there is one already. Whoever sees the mark sees all of it: a kill leaves no half of one. */
async function begin(place: Place, { nonce, text }: Own): Promise<boolean> {
  const draft: Place = { root: place.root, path: `${place.path}.${nonce}${DRAFT}` }
  await write(draft, text)
  try {
    await link(draft.path, place.path)
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
  } finally {
    await rm(draft.path, { force: true })
  }
  // Not every disk knows second names for a file, and not every share.
  return write(place, text).then(
    () => true,
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'EEXIST') return false
      throw error
    },
  )
}

async function write(place: Place, text: string): Promise<void> {
  const file = await openPlain(place, 'begin anew')
  try {
    await file.writeFile(text)
  } catch (error) {
    await rm(place.path, { force: true })
    throw error
  } finally {
    await file.close()
  }
}

function keep(own: Own): Mark {
  const { nonce, place, timing } = own
  let isLost = false
  let isReleased = false
  let touchedMs = Date.now()
  let work: Promise<void> = Promise.resolve()

  async function touch(): Promise<void> {
    // Somebody may have tidied up.
    await mkdir(dirname(place.path), PRIVATE_FOLDER).catch(() => undefined)
    if ((await find(place)) === null) await begin(place, own)
    isLost ||= (await find(place))?.name !== nonce
    if (isLost) return
    const now = new Date()
    await lutimes(place.path, now, now)
    touchedMs = now.getTime()
  }

  /** One after the other: what is released is not put there again. */
  const beat = (): Promise<void> => (work = work.catch(() => undefined).then(touch))
  const timer = setInterval(() => void beat().catch(() => undefined), timing.beatMs).unref()

  return {
    async isKept() {
      const sinceMs = Date.now() - touchedMs
      // Beats that are late are made up for: a process may have been stopped, and its machine have slept.
      if (!isReleased && (sinceMs < 0 || sinceMs > 2 * timing.beatMs)) await beat()
      return !isLost
    },
    async release() {
      isReleased = true
      clearInterval(timer)
      await work.catch(() => undefined)
      const there = await find(place).catch(() => null)
      if (there?.name === nonce) await rm(place.path, { force: true }).catch(() => undefined)
      ours.delete(nonce)
    },
  }
}
