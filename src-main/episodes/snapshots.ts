import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/** One Quetzal file a turn, beside the log: what resume, fork and "what if" restore from. */
export const snapshotName = (turn: number): string => `snapshots/turn-${String(turn).padStart(5, '0')}.qzl`

/** Resolves when the file is written; returns its name inside the episode's folder. */
export async function writeSnapshot(folder: string, turn: number, quetzal: Uint8Array): Promise<string> {
  const name = snapshotName(turn)
  if (turn <= 1) await mkdir(join(folder, 'snapshots'), { recursive: true })
  await writeFile(join(folder, name), quetzal)
  return name
}

/** The bytes, or null if there are none to be had: the logged actions lead to the same place. */
export async function readSnapshot(folder: string, turn: number): Promise<Uint8Array | null> {
  return readFile(join(folder, snapshotName(turn))).catch(() => null)
}
