import { readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { LOG_FILE } from './episode-log'

/** Beside a long log: which state of the file was read whole and found good, so that it need not be checked line by line again. A cache, made anew when missing. */
const NOTE_FILE = 'checked.json'

/** Smaller logs are checked in no time. */
const SHORTEST_NOTED_BYTES = 4 << 20

export interface LogVersion {
  readonly bytes: number
  readonly modifiedMs: number
}

export async function versionOf(folder: string): Promise<LogVersion> {
  const { size, mtimeMs } = await stat(join(folder, LOG_FILE))
  return { bytes: size, modifiedMs: mtimeMs }
}

/** True if the log is, byte for byte as far as the file system can tell, one that was checked. */
export async function wasChecked(folder: string): Promise<boolean> {
  const [now, noted] = await Promise.all([versionOf(folder), readFile(join(folder, NOTE_FILE), 'utf8').then((text) => JSON.parse(text) as LogVersion).catch(() => null)])
  return noted?.bytes === now.bytes && noted.modifiedMs === now.modifiedMs
}

/** A folder that cannot be written is still a folder that can be read. */
export async function noteChecked(folder: string, version: LogVersion): Promise<void> {
  if (version.bytes >= SHORTEST_NOTED_BYTES) await writeFile(join(folder, NOTE_FILE), JSON.stringify(version)).catch(() => undefined)
}
