import { checkFoldersAbove, makePlainFolder, pathInside, readPlain } from '../base/files/plain-file'
import { replacePlain } from '../base/files/replace-file'
import { writeError } from '../base/files/write-error'

/** Contains one Quetzal file per turn, for resume and fork. */
const SNAPSHOTS_FOLDER = 'snapshots'
const snapshotName = (turn: number): string => `${SNAPSHOTS_FOLDER}/turn-${String(turn).padStart(5, '0')}.qzl`
/** Many times the memory of the largest story, which a snapshot stores once. */
const LONGEST_SNAPSHOT_BYTES = 4 << 20

/** Writes the file and returns its name inside the episode's folder. Rejects with `cannot_write`. */
export async function writeSnapshot(folder: string, turn: number, quetzal: Uint8Array): Promise<string> {
  const name = snapshotName(turn)
  const place = pathInside(folder, name)
  try {
    await replacePlain(place, quetzal, { isCache: true }).catch(async (error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOENT') throw error
      // The snapshots folder is missing before the first snapshot, or was deleted: an episode can be resumed without
      // it.
      await makePlainFolder(pathInside(folder, SNAPSHOTS_FOLDER))
      await replacePlain(place, quetzal, { isCache: true })
    })
  } catch (error) {
    throw writeError('The turn was not saved', place.path, error)
  }
  return name
}

/** Null if the snapshot is unavailable. Replaying the logged actions then leads to the same state. */
export async function readSnapshot(folder: string, turn: number): Promise<Uint8Array | null> {
  return readPlain(pathInside(folder, snapshotName(turn)), LONGEST_SNAPSHOT_BYTES).catch(() => null)
}

/** Rejects with `not_plain` if the snapshots folder is not a plain folder of the episode. */
export const checkSnapshots = (folder: string): Promise<void> => checkFoldersAbove(pathInside(folder, snapshotName(0)))
