import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { notWritten } from '../files/not-written'

/** One Quetzal file a turn, beside the log: what resume, fork and "what if" restore from. */
const snapshotName = (turn: number): string => `snapshots/turn-${String(turn).padStart(5, '0')}.qzl`

/** Resolves when the file is written; returns its name inside the episode's folder. Rejects with `cannot_write`. */
export async function writeSnapshot(folder: string, turn: number, quetzal: Uint8Array): Promise<string> {
  const name = snapshotName(turn)
  const path = join(folder, name)
  try {
    // Somebody may have deleted those before it: an episode is resumed without them.
    await mkdir(dirname(path), { recursive: true })
    await writeFile(path, quetzal)
  } catch (error) {
    throw notWritten('The turn was not saved', path, error)
  }
  return name
}

/** The bytes, or null if there are none to be had: the logged actions lead to the same place. */
export async function readSnapshot(folder: string, turn: number): Promise<Uint8Array | null> {
  return readFile(join(folder, snapshotName(turn))).catch(() => null)
}
