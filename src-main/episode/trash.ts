import { existsSync } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { ExpectedError } from '@shared/base/expected-error'
import type { LibraryEntry } from '@shared/contract/library'
import { checkFoldersAbove, makePlainFolder, pathIn } from '../base/files/plain-file'
import { writeError } from '../base/files/write-error'
import { listFolders, readEpisodeEntry } from './list-episodes'
import { withWriterLease } from './writer-lease'

/** Inside the data folder, so that a move is a rename. The dot prevents a clash with an episode id. */
const TRASH_FOLDER = '.trash'

/** Moves the folder of an episode to the trash. Rejects with `running` if another process plays it. */
export async function moveToTrash(dataFolder: string, id: string): Promise<void> {
  const trash = join(dataFolder, TRASH_FOLDER)
  await makePlainFolder({ root: dataFolder, path: trash }).catch((error: unknown) => {
    throw writeError(NOT_DELETED, trash, error)
  })
  const move = () =>
    rename(join(dataFolder, id), join(trash, id)).catch((error: NodeJS.ErrnoException) => {
      throw new ExpectedError(
        'cannot_write',
        `Episode ${id} cannot be moved to the trash (${error.code}). Make ${dataFolder} writable, or close what another program has open of it, and try again.`,
      )
    })
  await withWriterLease(join(dataFolder, id), NOT_DELETED, move)
}

const NOT_DELETED = 'Not deleted'

/** The episodes that are being restored, by folder: two windows may restore the same one at once. */
const restoring = new Map<string, Promise<void>>()

/** Moves an episode back, unless another window already did. Rejects with `not_found` and `cannot_write`. */
export function restoreFromTrash(dataFolder: string, id: string): Promise<void> {
  const folder = join(dataFolder, id)
  const restored = restoring.get(folder) ?? moveBack(dataFolder, id).finally(() => restoring.delete(folder))
  restoring.set(folder, restored)
  return restored
}

async function moveBack(dataFolder: string, id: string): Promise<void> {
  await checkTrash(dataFolder)
  const folder = join(dataFolder, id)
  const move = () =>
    rename(join(dataFolder, TRASH_FOLDER, id), folder).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOENT')
        throw new ExpectedError('cannot_write', `Episode ${id} cannot be restored from the trash (${error.code}).`)
      if (!existsSync(folder))
        throw new ExpectedError('not_found', `Episode ${id} cannot be restored: it is no longer in the trash.`)
    })
  await withWriterLease(folder, 'Not restored', move)
}

export const isInTrash = (dataFolder: string, id: string): boolean => existsSync(join(dataFolder, TRASH_FOLDER, id))

/** The episodes in the trash, newest first. */
export async function listTrash(dataFolder: string): Promise<readonly LibraryEntry[]> {
  const folder = join(dataFolder, TRASH_FOLDER)
  await checkTrash(dataFolder)
  const entries = await Promise.all((await listFolders(folder)).ids.map((id) => readEpisodeEntry(folder, id)))
  return entries.filter((entry) => entry !== null)
}

/** Erases these episodes, only in the trash. Rejects with `cannot_write`, naming the first failure. */
export async function eraseFromTrash(dataFolder: string, ids: readonly string[]): Promise<void> {
  await checkTrash(dataFolder)
  for (const id of ids) {
    const thrownAway = join(dataFolder, TRASH_FOLDER, id)
    const erase = () =>
      rm(thrownAway, { recursive: true, force: true }).catch((error: NodeJS.ErrnoException) => {
        throw new ExpectedError(
          'cannot_write',
          `Episode ${id} cannot be erased from the trash (${error.code}). Is one of its files open in another program?`,
        )
      })
    await withWriterLease(join(dataFolder, id), 'Not erased', erase)
  }
}

/** Rejects with `not_plain` if the trash is not a plain folder: the target of a link must not be erased. */
const checkTrash = (dataFolder: string): Promise<void> => checkFoldersAbove(pathIn(dataFolder, TRASH_FOLDER, 'any'))
