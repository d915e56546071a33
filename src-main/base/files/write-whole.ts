import { createWriteStream } from 'node:fs'
import { realpath, rename, rm, stat } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import { notWritten } from './not-written'
import { openDraft } from './replace-file'

/** What the system does to the file, where the parts are only read. */
const WRITING = new Set<string | undefined>(['write', 'rename'])

/**
 * Writes what comes in parts into the file, through a link. Under its name there is all of it or what was there before:
 * of what breaks off, the beginning would look like the whole. A device or a pipe is written to and never replaced.
 * Rejects with `cannot_write` if it cannot be written, and with whatever breaks off the parts.
 */
export async function writeWhole(file: string, parts: AsyncIterable<Uint8Array>): Promise<void> {
  const path = await realpath(file).catch(() => file)
  const isReplaced = await stat(path).then(
    (there) => there.isFile(),
    () => true,
  )
  const refused = (error: unknown) =>
    WRITING.has((error as NodeJS.ErrnoException).syscall) ? notWritten('Not written', file, error) : error
  if (!isReplaced)
    return pipeline(parts, createWriteStream(path)).catch((error: unknown) => {
      throw refused(error)
    })
  const draft = await openDraft(path).catch((error: unknown) => {
    throw notWritten('Not written', file, error)
  })
  try {
    await pipeline(parts, draft.file.createWriteStream())
    await rename(draft.path, path)
  } catch (error) {
    await rm(draft.path, { force: true })
    throw refused(error)
  }
}
