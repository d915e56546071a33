import { randomBytes } from 'node:crypto'
import { link, lutimes, mkdir, readdir, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import { parseJson } from '@shared/base/json/bound-json'
import {
  checkFolder,
  examinePlain,
  makePlainFolder,
  openPlain,
  pathIn,
  PRIVATE_FOLDER,
  type RootedPath,
} from './plain-file'
import { isRunning, type ProcessIdentity, thisProcess } from './process-identity'

/**
 * A file that gives one process exclusive use of something, also when several try in the same instant. It is identified
 * by its content: a process removes its own lease and no other.
 *
 *     acquire                      heartbeat                       takeover
 *     write PATH.ID.new            every `heartbeatMs`:            PATH has the ID of a process that is gone:
 *     link it to PATH              PATH is missing: create it      acquire PATH.ID (one process can), which may
 *       PATH exists: takeover?     PATH is another's: lost           itself be a takeover
 *     remove PATH.ID.new           else touch PATH                 PATH still has that ID: rename PATH.ID to PATH
 *
 * The stale file is never deleted first, because by then it may be the lease of another process.
 */
export interface FileLease {
  /** Call it before every write: while the machine slept, another process may have taken the lease over. */
  isHeld(): Promise<boolean>
  /** Removes the lease, unless another process has taken it over. Never rejects. */
  release(): Promise<void>
}

export interface LeaseTiming {
  readonly heartbeatMs: number
  /** Age of the last heartbeat from which a lease is stale, if its process cannot be checked. */
  readonly staleAfterMs: number
  /** How long a stale lease is watched before its takeover: clocks differ, and a machine may just have woken up. */
  readonly takeoverDelayMs: number
}

const TIMING: LeaseTiming = { heartbeatMs: 5_000, staleAfterMs: 60_000, takeoverDelayMs: 12_000 }

/** Null if another process holds the lease. Rejects with `not_plain`, or with the system's error. */
export async function acquireLease(place: RootedPath, timing = TIMING): Promise<FileLease | null> {
  const own: OwnLease = { id: randomBytes(16).toString('hex'), place, timing }
  ownIds.add(own.id)
  try {
    await makePlainFolder({ root: place.root, path: dirname(place.path) })
    if (await acquire(place, own)) return hold(own)
  } catch (error) {
    ownIds.delete(own.id)
    throw error
  }
  ownIds.delete(own.id)
  return null
}

/** Whether another process holds the lease, as far as that is known without waiting. */
export async function isLeasedElsewhere(place: RootedPath): Promise<boolean> {
  const found = await findLease(place).catch(() => null)
  return found !== null && !ownIds.has(found.id) && leaseState(found, TIMING) === 'held'
}

/** Whether the process that held the lease is gone without having released it, as after a kill. */
export async function isOrphaned(place: RootedPath): Promise<boolean> {
  const found = await findLease(place).catch(() => null)
  return found !== null && leaseState(found, TIMING) === 'orphaned'
}

/** Removes the drafts of leases that killed processes left in the folder. Never rejects. */
export async function removeStaleDrafts(root: string, folder: string): Promise<void> {
  try {
    await checkFolder(join(root, folder))
    for (const name of await readdir(join(root, folder))) {
      if (!name.endsWith(DRAFT_ENDING)) continue
      const draft = pathIn(root, folder, name)
      const found = await findLease(draft)
      if (found !== null && leaseState(found, TIMING) !== 'held') await rm(draft.path, { force: true })
    }
  } catch {
    // The folder does not exist, or belongs to another user.
  }
}

const ownIds = new Set<string>()

interface OwnLease {
  readonly id: string
  readonly place: RootedPath
  readonly timing: LeaseTiming
}

/** `orphaned`: its process is gone. `unknown`: its process cannot be checked, and sends no heartbeat. */
function leaseState(
  { id, holder, refreshedMs }: LeaseFile,
  { staleAfterMs }: LeaseTiming,
): 'held' | 'orphaned' | 'unknown' {
  if (ownIds.has(id)) return 'held'
  const runs = holder === null ? null : isRunning(holder)
  // A lease of this process that is not in `ownIds` could not be removed when it was released.
  if (runs === false || (runs && holder?.pid === process.pid)) return 'orphaned'
  return runs || Math.abs(Date.now() - refreshedMs) < staleAfterMs ? 'held' : 'unknown'
}

/** Puts our lease at `place`, the path of `own` or of a takeover. False if another process holds it. */
async function acquire(place: RootedPath, own: OwnLease): Promise<boolean> {
  const stale = await findLease(place)
  if (stale === null) return (await beginLease(place, own.id)) || acquire(place, own)
  const state = leaseState(stale, own.timing)
  if (state === 'held' || (state === 'unknown' && (await wasRefreshed(place, stale, own.timing)))) return false
  const takeover: RootedPath = { root: own.place.root, path: `${own.place.path}.${stale.id}` }
  if (!(await acquire(takeover, own))) return false
  try {
    if ((await findLease(place))?.id === stale.id) {
      await rename(takeover.path, place.path)
      return true
    }
  } catch (error) {
    await rm(takeover.path, { force: true })
    throw error
  }
  await rm(takeover.path, { force: true })
  return acquire(place, own)
}

async function wasRefreshed(place: RootedPath, before: LeaseFile, { takeoverDelayMs }: LeaseTiming): Promise<boolean> {
  await sleep(takeoverDelayMs)
  const now = await findLease(place)
  return now !== null && (now.id !== before.id || now.refreshedMs !== before.refreshedMs)
}

function hold({ id, place, timing }: OwnLease): FileLease {
  let isLost = false
  let isReleased = false
  let refreshedMs = Date.now()
  let work: Promise<void> = Promise.resolve()

  async function refresh(): Promise<void> {
    // The user, or a program that cleans up, may have deleted the folder.
    await mkdir(dirname(place.path), PRIVATE_FOLDER).catch(() => undefined)
    if ((await findLease(place)) === null) await beginLease(place, id)
    isLost ||= (await findLease(place))?.id !== id
    if (isLost) return
    const now = new Date()
    await lutimes(place.path, now, now)
    refreshedMs = now.getTime()
  }

  /** Heartbeats run one after the other, and a release waits for them: none may create a released lease again. */
  const beat = (): Promise<void> => (work = work.catch(() => undefined).then(refresh))
  const timer = setInterval(() => void beat().catch(() => undefined), timing.heartbeatMs).unref()

  return {
    async isHeld() {
      const sinceMs = Date.now() - refreshedMs
      // Send a missed heartbeat now: the process or its machine may have slept.
      if (!isReleased && (sinceMs < 0 || sinceMs > 2 * timing.heartbeatMs)) await beat()
      return !isLost
    },
    async release() {
      isReleased = true
      clearInterval(timer)
      await work.catch(() => undefined)
      const found = await findLease(place).catch(() => null)
      if (found?.id === id) await rm(place.path, { force: true }).catch(() => undefined)
      ownIds.delete(id)
    },
  }
}

interface LeaseFile {
  /** Unique among all leases, past and present. */
  readonly id: string
  /** Null if the file is incomplete, as while it is being written. */
  readonly holder: ProcessIdentity | null
  readonly refreshedMs: number
}

const content = z.object({
  nonce: z.string().regex(/^[0-9a-f]{32}$/),
  machine: z.string(),
  pid: z.number().int().positive(),
  began: z.string().nullable(),
})
const LONGEST_BYTES = 1024

export const DRAFT_ENDING = '.new'

/** Null if there is no lease. Rejects with `not_plain`, or with the system's error. */
async function findLease(place: RootedPath): Promise<LeaseFile | null> {
  const found = await examinePlain(place, LONGEST_BYTES).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null
    throw error
  })
  if (found === null) return null
  const { ino, mtimeMs } = found.stats
  try {
    const { nonce, ...holder } = content.parse(parseJson(found.bytes.toString()))
    return { id: nonce, holder, refreshedMs: mtimeMs }
  } catch {
    return { id: `torn-${ino}-${Math.round(mtimeMs)}`, holder: null, refreshedMs: mtimeMs }
  }
}

/** Creates the lease of this process, complete at once. False if there is one already. */
async function beginLease(place: RootedPath, id: string): Promise<boolean> {
  const text = JSON.stringify({ nonce: id, ...thisProcess } satisfies z.input<typeof content>)
  const draft: RootedPath = { root: place.root, path: `${place.path}.${id}${DRAFT_ENDING}` }
  await write(draft, text)
  try {
    await link(draft.path, place.path)
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
  } finally {
    await rm(draft.path, { force: true })
  }
  // Some file systems and network shares have no hard links.
  return write(place, text).then(
    () => true,
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'EEXIST') return false
      throw error
    },
  )
}

async function write(place: RootedPath, text: string): Promise<void> {
  const file = await openPlain(place, 'create')
  try {
    await file.writeFile(text)
  } catch (error) {
    await rm(place.path, { force: true })
    throw error
  } finally {
    await file.close()
  }
}
