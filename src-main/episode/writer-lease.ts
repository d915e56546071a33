import { readdir } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { ExpectedError } from '@shared/base/expected-error'
import { removeStaleDrafts, isLeasedElsewhere, isOrphaned, type FileLease, acquireLease } from '../base/files/lease'
import { checkFolder, type RootedPath, pathIn } from '../base/files/plain-file'
import { writeError } from '../base/files/write-error'

/** One lease for each episode that is being written: `ID.json`. The dot prevents a clash with an episode id. */
const LEASES_FOLDER = '.writers'
const ENDING = '.json'
const leaseOf = (folder: string): RootedPath => pathIn(dirname(folder), LEASES_FOLDER, `${basename(folder)}${ENDING}`)

/**
 * Rejects with `running` if another process writes the log, or with `cannot_write`; `outcome` begins its message ("Not
 * deleted").
 */
export async function acquireWriterLease(folder: string, outcome: string): Promise<FileLease> {
  const place = leaseOf(folder)
  const lease = await acquireLease(place).catch((error: unknown) => {
    throw writeError(outcome, place.path, error)
  })
  if (lease === null) throw playedElsewhere(folder)
  return lease
}

/** The error after a takeover, which happens if this process has not refreshed its lease for a long time. */
export const leaseLost = (folder: string) =>
  new ExpectedError(
    'running',
    `Episode ${basename(folder)} was taken over by another process and continues there. It ends here.`,
  )

/** Runs `act` on an episode's folder while no other process writes it. Rejects like `acquireWriterLease`. */
export async function withWriterLease<Result>(
  folder: string,
  outcome: string,
  act: () => Promise<Result>,
): Promise<Result> {
  const lease = await acquireWriterLease(folder, outcome)
  try {
    return await act()
  } finally {
    await lease.release()
  }
}

/** Removes the drafts of lease files that killed processes left. Never rejects. */
export const removeLeaseDrafts = (dataFolder: string): Promise<void> => removeStaleDrafts(dataFolder, LEASES_FOLDER)

/** Whether another process is writing the log in `folder`. A stale lease does not count. */
export const isWrittenElsewhere = (folder: string): Promise<boolean> => isLeasedElsewhere(leaseOf(folder))

/** Whether the process that wrote the log was killed. */
export const wasCutShort = (folder: string): Promise<boolean> => isOrphaned(leaseOf(folder))

/** Rejects with `running` if another process is writing the log. */
export async function refuseOtherWriter(folder: string): Promise<void> {
  if (await isWrittenElsewhere(folder)) throw playedElsewhere(folder)
}

const playedElsewhere = (folder: string) =>
  new ExpectedError('running', `Episode ${basename(folder)} is being played by another process: control it there.`)

/** The ids of the episodes that other processes are writing. */
export async function listWrittenElsewhere(dataFolder: string): Promise<ReadonlySet<string>> {
  const folder = join(dataFolder, LEASES_FOLDER)
  const names = await checkFolder(folder)
    .then(() => readdir(folder))
    .catch(() => [])
  // Other files belong to a process that is taking over a lease.
  const ids = names.filter((name) => name.endsWith(ENDING)).map((name) => basename(name, ENDING))
  const areWritten = await Promise.all(ids.map((id) => isWrittenElsewhere(join(dataFolder, id))))
  return new Set(ids.filter((_, index) => areWritten[index]))
}
