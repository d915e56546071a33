import { randomBytes } from 'node:crypto'
import { appendFile, mkdir, readdir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { ExpectedError } from '@shared/base/expected-error'
import { notWritten } from '../base/files/not-written'
import type { FilePart } from './formats'

/** What the system does to the folder, where the parts are only read. */
const WRITING = new Set<string | undefined>(['mkdir', 'write', 'rename'])

/**
 * Writes the files into a folder, which is made if it is missing: into a draft beside it that takes its place when all
 * of them are whole, so that of what breaks off nothing is there. Into a folder that holds something already only if it
 * may: each file then takes the place of the one before it. Returns how many files there are. Rejects with
 * `bad_input` for a folder that is not free, with `cannot_write`, and with whatever breaks off the parts.
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
    throw WRITING.has((error as NodeJS.ErrnoException).syscall) ? notWritten('Not written', path, error) : error
  } finally {
    await rm(draft, { recursive: true, force: true })
  }
}

/** Whether there is nothing that would be lost. */
async function refuseTaken(path: string, mayReplace: boolean): Promise<boolean> {
  const there = await stat(path).catch(() => null)
  if (there === null) return true
  if (!there.isDirectory())
    throw new ExpectedError('bad_input', `--out is ${path}, which is a file. Name a folder that holds nothing.`)
  const isEmpty = (await readdir(path)).length === 0
  if (!isEmpty && !mayReplace)
    throw new ExpectedError(
      'bad_input',
      `${path} holds something already. Name another folder, or write into it with --force.`,
    )
  return false
}

async function putEach(files: readonly string[], from: string, to: string): Promise<void> {
  for (const file of files) {
    await mkdir(dirname(join(to, file)), { recursive: true })
    await rename(join(from, file), join(to, file))
  }
}
