import { randomBytes } from 'node:crypto'
import { appendFile, mkdir, readdir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { ExpectedError } from '@shared/base/expected-error'
import { writeError } from '../base/files/write-error'
import type { FilePart } from './file-part'

/** System calls whose failure is caused by the folder. Other errors come from `parts`. */
const WRITE_CALLS = new Set<string | undefined>(['mkdir', 'write', 'rename'])

/**
 * Writes the files into a folder. A missing folder appears when all files are complete. A folder with content is used
 * only if allowed; files then replace their old versions. Resolves to the number of files. Rejects with `bad_input` for
 * a folder with content, with `cannot_write`, and with errors of `parts`.
 */
export async function writeFolder(
  folder: string,
  parts: AsyncIterable<FilePart>,
  { mayReplace, signal }: { readonly mayReplace: boolean; readonly signal: AbortSignal },
): Promise<number> {
  const path = resolve(folder)
  const isFree = await refuseTaken(path, mayReplace)
  const draft = `${path}.${randomBytes(6).toString('hex')}.tmp`
  const files = new Set<string>()
  try {
    await mkdir(draft, { recursive: true })
    for await (const { file, part } of parts) {
      signal.throwIfAborted()
      if (!files.has(file)) await mkdir(dirname(join(draft, file)), { recursive: true })
      files.add(file)
      await appendFile(join(draft, file), part)
    }
    signal.throwIfAborted()
    if (isFree) await rename(draft, path)
    else await putEach([...files], draft, path)
    return files.size
  } catch (error) {
    throw WRITE_CALLS.has((error as NodeJS.ErrnoException).syscall) ? writeError('Not written', path, error) : error
  } finally {
    await rm(draft, { recursive: true, force: true })
  }
}

/** Whether the path is free. Rejects with `bad_input` for a file, and for a folder with content unless allowed. */
async function refuseTaken(path: string, mayReplace: boolean): Promise<boolean> {
  const there = await stat(path).catch(() => null)
  if (there === null) return true
  if (!there.isDirectory())
    throw new ExpectedError('bad_input', `--out is ${path}, which is a file. Name an empty folder.`)
  const isEmpty = (await readdir(path)).length === 0
  if (!isEmpty && !mayReplace)
    throw new ExpectedError('bad_input', `${path} is not empty. Name another folder, or write into it with --force.`)
  return false
}

async function putEach(files: readonly string[], from: string, to: string): Promise<void> {
  for (const file of files) {
    await mkdir(dirname(join(to, file)), { recursive: true })
    await rename(join(from, file), join(to, file))
  }
}
