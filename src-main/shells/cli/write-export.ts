import { stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { setFlagsFromString } from 'node:v8'
import { ExpectedError } from '@shared/base/expected-error'
import type { FilePart } from '../../formats/formats'
import { writeFolder } from '../../formats/write-folder'
import { writeWhole } from '../../base/files/write-whole'
import { complain } from '../../base/terminal/say'
import { onInterrupt } from './open-host'
import { badUsage } from './usage'

/** What is read is written and done with a moment later: room for more of that would only fill the memory. */
export const keepMemorySmall = (): void => setFlagsFromString('--semi-space-growth-factor=1')

/** Writes one file, or to standard output where none is named. Ctrl+C leaves none. */
export async function writeFile(
  out: string | undefined,
  parts: AsyncIterable<string | Uint8Array>,
  howFar?: () => string,
): Promise<void> {
  if (out === undefined) return pipeline(bytesOf(parts), process.stdout, { end: false })
  const told = telling(parts, (part) => part.length, howFar)
  return untilInterrupted((signal) => writeWhole(out, bytesOf(told, signal)))
}

/** Writes files into a folder, of which Ctrl+C leaves nothing. */
export const writeFiles = (
  out: string,
  parts: AsyncIterable<FilePart>,
  mayReplace: boolean,
  howFar?: () => string,
): Promise<void> =>
  untilInterrupted(async (signal) => {
    await writeFolder(
      out,
      telling(parts, ({ part }) => part.length, howFar),
      { mayReplace, signal },
    )
  })

const TELL_EVERY_MS = 2000

/** Long work says every two seconds how far it is, to who sits before it. */
async function* telling<Part>(
  parts: AsyncIterable<Part>,
  lengthOf: (part: Part) => number,
  howFar?: () => string,
): AsyncGenerator<Part> {
  let toldAt = performance.now()
  let length = 0
  for await (const part of parts) {
    yield part
    length += lengthOf(part)
    if (!process.stderr.isTTY || performance.now() - toldAt < TELL_EVERY_MS) continue
    toldAt = performance.now()
    complain([...(howFar ? [howFar()] : []), `${(length / 1e6).toFixed(0)} MB written`].join(' · '))
  }
}

/** What is there is somebody's; a device or a pipe is nobody's, and can be written to. */
export async function refuseTaken(file: string, mayReplace: boolean): Promise<void> {
  const [there, folder] = await Promise.all([file, dirname(file)].map((path) => stat(path).catch(() => null)))
  if (!folder?.isDirectory()) throw badUsage(`--out is ${file}, and there is no folder ${dirname(file)}.`)
  if (there?.isDirectory()) throw badUsage(`--out is ${file}, which is a folder. Name a file in it.`)
  if (there?.isFile() && !mayReplace)
    throw badUsage(`${file} is there already. Name another file, or replace it with --force.`)
}

async function* bytesOf(parts: AsyncIterable<string | Uint8Array>, stop?: AbortSignal): AsyncGenerator<Uint8Array> {
  for await (const part of parts) {
    stop?.throwIfAborted()
    yield typeof part === 'string' ? Buffer.from(part) : part
  }
}

/** What is written so leaves no half file behind, also when it is told to end. */
async function untilInterrupted(write: (stop: AbortSignal) => Promise<void>): Promise<void> {
  const leaving = new AbortController()
  const release = onInterrupt(() => leaving.abort(new ExpectedError('canceled', 'Interrupted: nothing was written.')))
  try {
    await write(leaving.signal)
  } finally {
    release()
  }
}
