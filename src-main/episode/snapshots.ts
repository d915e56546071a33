import { makePlainFolder } from '../base/files/make-folder'
import { notWritten } from '../base/files/not-written'
import { checkFoldersAbove, pathInside, readPlain } from '../base/files/plain-file'
import { replacePlain } from '../base/files/replace-file'

/** One Quetzal file a turn, beside the log: what resume, fork and "what if" restore from. */
const SNAPSHOTS_FOLDER = 'snapshots'
const snapshotName = (turn: number): string => `${SNAPSHOTS_FOLDER}/turn-${String(turn).padStart(5, '0')}.qzl`
/** Many times the memory of the largest story, which a snapshot holds once. */
const LONGEST_SNAPSHOT_BYTES = 4 << 20

/** Resolves when the file is written; returns its name inside the episode's folder. Rejects with `cannot_write`. */
export async function writeSnapshot(folder: string, turn: number, quetzal: Uint8Array): Promise<string> {
  const name = snapshotName(turn)
  const place = pathInside(folder, name)
  try {
    await replacePlain(place, quetzal, { isCache: true }).catch(async (error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOENT') throw error
      // The first one; or somebody has deleted those before it, and an episode is resumed without them.
      await makePlainFolder(pathInside(folder, SNAPSHOTS_FOLDER))
      await replacePlain(place, quetzal, { isCache: true })
    })
  } catch (error) {
    throw notWritten('The turn was not saved', place.path, error)
  }
  return name
}

/** The bytes, or null if there are none to be had: the logged actions lead to the same place. */
export async function readSnapshot(folder: string, turn: number): Promise<Uint8Array | null> {
  return readPlain(pathInside(folder, snapshotName(turn)), LONGEST_SNAPSHOT_BYTES).catch(() => null)
}

/** Rejects with `not_plain` if snapshots would lie elsewhere than in the folder of the episode. */
export const checkSnapshots = (folder: string): Promise<void> => checkFoldersAbove(pathInside(folder, snapshotName(0)))
