import { mkdir, rename } from 'node:fs/promises'
import { join } from 'node:path'
import { contractError } from '@shared/contract/rpc'

/** Inside the data folder, so that a move is a rename. The dot keeps it from being the name of an episode. */
export const TRASH_FOLDER = '.trash'

/** Moves the whole folder of an episode to the trash. Nothing is erased: that is for the person to do. */
export async function moveToTrash(dataFolder: string, id: string): Promise<void> {
  await mkdir(join(dataFolder, TRASH_FOLDER), { recursive: true })
  await rename(join(dataFolder, id), join(dataFolder, TRASH_FOLDER, id)).catch((error: NodeJS.ErrnoException) => {
    throw contractError('not_deleted', `Episode ${id} cannot be moved to the trash (${error.code}). Is one of its files open in another program?`)
  })
}

/** Puts it back where it was. Rejects with `not_in_trash`. */
export async function restoreFromTrash(dataFolder: string, id: string): Promise<void> {
  await rename(join(dataFolder, TRASH_FOLDER, id), join(dataFolder, id)).catch((error: NodeJS.ErrnoException) => {
    throw contractError('not_in_trash', `Episode ${id} cannot be put back from the trash (${error.code}).`)
  })
}
