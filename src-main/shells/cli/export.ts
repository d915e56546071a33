import { stat } from 'node:fs/promises'
import { basename, dirname, resolve } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { setFlagsFromString } from 'node:v8'
import { LONGEST_OPENED_BYTES } from '@shared/episode/episode-file'
import type { LoggedEvent } from '@shared/episode/event'
import { exportEpisode } from '@shared/episode/export-episode'
import { keepNothing } from '@shared/episode/redact'
import { ExpectedError } from '@shared/expected-error'
import type { TurnRange } from '../../episodes/cut-log'
import { exportedEvents, exportLog, type LogExport } from '../../episodes/export-log'
import { warningOf } from '../../episodes/read-lines'
import { openExported, type WhatGoesOut } from '../../exports/exported-episode'
import { tableOf } from '../../exports/export-tables'
import { FOLDER_FORMATS, type FolderFormat, TABLE_FORMATS, type TableFormat } from '../../exports/formats'
import { talesOf } from '../../exports/tales'
import { writeFolder } from '../../exports/write-folder'
import { writeWhole } from '../../files/write-whole'
import { readReplayPage } from '../../host/library/shipped-files'
import { complain, say } from '../../terminal/say'
import { readArguments, readNumber } from './arguments'
import { COMMAND_OPTIONS, FORMATS } from './command-table'
import { readableFolder, tellingWayOut } from './episode-log'
import { onInterrupt } from './open-host'
import { badUsage } from './usage'

/**
 * `zorkgpt export`: an episode, or some of its turns, as a file to give away. Keys, absolute paths and settings are
 * left out unless --whole is given.
 */
export async function run(args: readonly string[], appRoot: string): Promise<number> {
  const { values, positionals } = readArguments(args, COMMAND_OPTIONS.export, 1)
  const [id] = positionals
  if (id === undefined) throw badUsage('export needs the name of an episode: zorkgpt export EPISODE --format html.')
  const range = readRange(values)
  const asked = values.format ?? (range === null ? 'html' : 'jsonl')
  const format = FORMATS.find((name) => name === asked)
  if (!format) throw badUsage(`--format is "${asked}"; it takes ${FORMATS.join(', ')}.`)
  if (format === 'parquet' && values.out === undefined && process.stdout.isTTY)
    throw badUsage('A Parquet file is nothing to read on a terminal: name a file for it with --out FILE.')
  const folder = readableFolder(id, values)
  if (isFolder(format) && values.out === undefined)
    throw badUsage(`--format ${format} is several files: name a folder for them with --out FOLDER.`)
  if (!isFolder(format) && values.out !== undefined) await refuseTaken(values.out, values.force === true)
  // What was read is written and done with a moment later: room for more of that would only fill the memory.
  setFlagsFromString('--semi-space-growth-factor=1')
  const kept = values.whole ? { key: true, path: true, settings: true } : keepNothing
  await tellingWayOut(id, values, write(format, folder, { kept, range }, values, appRoot))
  const warning = range === null || range.to === Infinity ? await warningOf(folder) : null
  if (warning !== null) complain(`zorkgpt: ${warning}`)
  if (values.out !== undefined) say(`Written to ${resolve(values.out)}.`)
  return 0
}

interface Values {
  readonly out?: string
  readonly force?: boolean
  readonly thoughts?: boolean
}

/** To where --out says, else to standard output. */
async function write(
  format: (typeof FORMATS)[number],
  folder: string,
  options: WhatGoesOut,
  { out, force, thoughts }: Values,
  appRoot: string,
): Promise<void> {
  if (isFolder(format))
    return untilInterrupted(async (signal) => {
      await writeFolder(out ?? '', talesOf(theOne(folder, options)), { mayReplace: force === true, signal })
    })
  const parts = partsOf(format, folder, options, thoughts === true, appRoot)
  if (out === undefined) return pipeline(bytesOf(parts), process.stdout, { end: false })
  return untilInterrupted((signal) => writeWhole(out, bytesOf(parts, signal)))
}

function partsOf(
  format: Exclude<(typeof FORMATS)[number], FolderFormat>,
  folder: string,
  options: WhatGoesOut,
  withThoughts: boolean,
  appRoot: string,
): AsyncIterable<string | Uint8Array> {
  if (isTable(format)) return tableOf(format, theOne(folder, options))
  if (format === 'html') return replayPage(folder, basename(folder), options, appRoot)
  return exportLog(folder, { ...options, format, withThoughts })
}

const isTable = (format: string): format is TableFormat => TABLE_FORMATS.some((table) => table === format)

const isFolder = (format: string): format is FolderFormat => FOLDER_FORMATS.some((several) => several === format)

async function* theOne(folder: string, options: WhatGoesOut) {
  yield await openExported(folder, options)
}

/** Null if all turns are wanted. */
function readRange(values: { readonly from?: string; readonly to?: string }): TurnRange | null {
  const from = readNumber(values.from, 'from', 0)
  const to = readNumber(values.to, 'to', 0)
  if (from === undefined && to === undefined) return null
  const range = { from: from ?? 0, to: to ?? Infinity }
  if (range.from > range.to) throw badUsage(`--from is ${range.from}, which comes after --to, ${range.to}.`)
  return range
}

/** What is there is somebody's; a device or a pipe is nobody's, and can be written to. */
async function refuseTaken(file: string, mayReplace: boolean): Promise<void> {
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

/** It holds the episode whole, and so must whoever writes it. */
export async function* replayPage(
  folder: string,
  id: string,
  options: Pick<LogExport, 'kept' | 'range'>,
  appRoot: string,
): AsyncGenerator<string> {
  const events: LoggedEvent[] = []
  let length = 0
  for await (const part of exportedEvents(folder, options)) {
    for (const event of part) {
      events.push(event)
      length += JSON.stringify(event).length
    }
    if (length > LONGEST_OPENED_BYTES)
      throw badUsage(
        `A page holds its episode whole, and this one is longer than ${LONGEST_OPENED_BYTES >> 20} MB. Cut out fewer turns with --from TURN --to TURN, or take --format markdown or jsonl.`,
      )
  }
  const { text } = await exportEpisode({
    id,
    format: 'html',
    events,
    annotations: null,
    withThoughts: false,
    opensAt: null,
    readReplayPage: () => readReplayPage(appRoot),
  })
  yield text
}
