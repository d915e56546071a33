import { z } from 'zod'
import { parseJson } from '@shared/base/json/bound-json'
import { pathInside, readPlain, statPlain } from '../../base/files/plain-file'
import { replacePlain } from '../../base/files/replace-file'
import { LOG_FILE } from './log-lines'

/** A file beside a long log: the version of the log that was completely checked. It is a cache. */
const NOTE_FILE = 'checked.json'
const LONGEST_NOTE_BYTES = 1 << 10

/** Smaller logs are quick to check. */
const SHORTEST_NOTED_BYTES = 4 << 20

/**
 * Identifies one state of a log. Only the system sets the change time, and archives and copies do not preserve it.
 * Notes beside a log from elsewhere are therefore not trusted.
 */
export const logVersion = z.strictObject({
  bytes: z.number().int().nonnegative(),
  modifiedMs: z.number(),
  changedMs: z.number(),
})
export type LogVersion = Readonly<z.infer<typeof logVersion>>

export async function versionOf(folder: string): Promise<LogVersion> {
  const { size, mtimeMs, ctimeMs } = await statPlain(pathInside(folder, LOG_FILE))
  return { bytes: size, modifiedMs: mtimeMs, changedMs: ctimeMs }
}

export const isSameVersion = (one: LogVersion, other: LogVersion): boolean =>
  one.bytes === other.bytes && one.modifiedMs === other.modifiedMs && one.changedMs === other.changedMs

/** Whether this computer checked the log and, as far as the file system can tell, no byte has changed since. */
export async function wasChecked(folder: string): Promise<boolean> {
  const note = readPlain(pathInside(folder, NOTE_FILE), LONGEST_NOTE_BYTES)
  const read = note.then((bytes) => logVersion.parse(parseJson(bytes.toString()))).catch(() => null)
  const [now, noted] = await Promise.all([versionOf(folder), read])
  return noted !== null && isSameVersion(noted, now)
}

/** Never rejects: the folder may be read-only. */
export async function noteChecked(folder: string, version: LogVersion): Promise<void> {
  if (version.bytes < SHORTEST_NOTED_BYTES) return
  await replacePlain(pathInside(folder, NOTE_FILE), JSON.stringify(version), { isCache: true }).catch(() => undefined)
}
