import { stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { ExpectedError } from '@shared/base/expected-error'
import { type Included, includeNothing } from '@shared/episode/log/redact'
import { writeWhole } from '../../../base/files/replace-file'
import type { FilePart } from '../../../formats/file-part'
import { writeFolder } from '../../../formats/write-folder'
import { badUsage } from '../command/arguments'
import { type CommandContext, untilInterrupted } from '../command/command-context'

/** Writes one file, or to standard output if `out` is null. After Ctrl+C no file remains. */
export async function writeFile(
  out: string | null,
  parts: AsyncIterable<string | Uint8Array>,
  context: CommandContext,
  howFar?: () => string,
): Promise<void> {
  if (out === null) return pipeline(bytesOf(parts), context.out, { end: false })
  const reported = withReports(parts, (part) => part.length, context, howFar)
  return untilInterrupted(context, (signal) => writeWhole(out, bytesOf(reported, signal)), nothingWritten)
}

/** Writes files into a folder. After Ctrl+C no file remains. */
export const writeFiles = (
  out: string,
  parts: AsyncIterable<FilePart>,
  mayReplace: boolean,
  context: CommandContext,
  howFar?: () => string,
): Promise<void> =>
  untilInterrupted(
    context,
    async (signal) => {
      const reported = withReports(parts, ({ part }) => part.length, context, howFar)
      await writeFolder(out, reported, { mayReplace, signal })
    },
    nothingWritten,
  )

/** The parts of the content, without file names. */
export async function* partsOf(files: AsyncIterable<FilePart>): AsyncGenerator<FilePart['part']> {
  for await (const { part } of files) yield part
}

const nothingWritten = () => new ExpectedError('canceled', 'Interrupted: nothing was written.')

/** The private data that an export includes: all with --whole, otherwise none. */
export const includedBy = (isWhole = false): Included =>
  isWhole ? { key: true, path: true, settings: true } : includeNothing

const REPORT_EVERY_MS = 2000

/** Reports the progress on a terminal. */
async function* withReports<Part>(
  parts: AsyncIterable<Part>,
  lengthOf: (part: Part) => number,
  context: CommandContext,
  howFar?: () => string,
): AsyncGenerator<Part> {
  let reportedAt = performance.now()
  let length = 0
  for await (const part of parts) {
    yield part
    length += lengthOf(part)
    if (!context.err.isTTY || performance.now() - reportedAt < REPORT_EVERY_MS) continue
    reportedAt = performance.now()
    context.printError([...(howFar ? [howFar()] : []), `${(length / 1e6).toFixed(0)} MB written`].join(' · '))
  }
}

/** Throws `bad_input` for an existing file unless it may be replaced. A device or a pipe can be written to. */
export async function refuseTaken(file: string, mayReplace: boolean): Promise<void> {
  const [there, folder] = await Promise.all([file, dirname(file)].map((path) => stat(path).catch(() => null)))
  if (!folder?.isDirectory()) throw badUsage(`--out is ${file}, and there is no folder ${dirname(file)}.`)
  if (there?.isDirectory()) throw badUsage(`--out is ${file}, which is a folder. Name a file in it.`)
  if (there?.isFile() && !mayReplace)
    throw badUsage(`${file} already exists. Name another file, or replace it with --force.`)
}

async function* bytesOf(parts: AsyncIterable<string | Uint8Array>, stop?: AbortSignal): AsyncGenerator<Uint8Array> {
  for await (const part of parts) {
    stop?.throwIfAborted()
    yield typeof part === 'string' ? Buffer.from(part) : part
  }
}
