import { createWriteStream } from 'node:fs'
import { realpath, rename, rm, stat } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import { writeError } from './write-error'
import { openDraft } from './replace-file'

/** System calls that fail because of the file, and not because of the parts. */
const WRITE_CALLS = new Set<string | undefined>(['write', 'rename'])

/**
 * Writes a file from parts, through a link. Replaces it only when complete, since a truncated file could pass for a
 * whole one. A device or a pipe is written to directly. Rejects with `cannot_write`, or with the error of `parts`.
 */
export async function writeWhole(file: string, parts: AsyncIterable<Uint8Array>): Promise<void> {
  const path = await realpath(file).catch(() => file)
  const isReplaced = await stat(path).then(
    (stats) => stats.isFile(),
    () => true,
  )
  const errorOf = (error: unknown) =>
    WRITE_CALLS.has((error as NodeJS.ErrnoException).syscall) ? writeError('Not written', file, error) : error
  if (!isReplaced)
    return pipeline(parts, createWriteStream(path)).catch((error: unknown) => {
      throw errorOf(error)
    })
  const draft = await openDraft(path).catch((error: unknown) => {
    throw writeError('Not written', file, error)
  })
  try {
    await pipeline(parts, draft.file.createWriteStream())
    await rename(draft.path, path)
  } catch (error) {
    await rm(draft.path, { force: true })
    throw errorOf(error)
  }
}
