import { basename, extname, resolve } from 'node:path'
import { exportEpisode } from '@shared/episode/export/export-episode'
import { LONGEST_OPENED_BYTES } from '@shared/episode/log/episode-file'
import type { LoggedEvent } from '@shared/episode/log/event'
import type { TurnRange } from '../../../episode/log/cut-log'
import { exportedEvents, exportLog, type LogExport } from '../../../episode/log/export-log'
import { warningOf } from '../../../episode/log/read-lines'
import { tableOf } from '../../../formats/export-tables'
import { openExported, type WhatGoesOut } from '../../../formats/exported-episode'
import { FOLDER_FORMATS, type FolderFormat, isTable, LOG_FORMAT } from '../../../formats/formats'
import { episodeLog } from '../../../formats/inspect/eval-set'
import { talesOf } from '../../../formats/tales'
import { readReplayPage } from '../../../host/episodes/shipped-files'
import { badUsage, readArguments, readName, readNumber, type Values } from '../command/arguments'
import { type CommandContext, typedPath } from '../command/command-context'
import { FORMATS } from '../command/command-table'
import { readableFolder, namingResume } from './episode-log'
import { includedBy, refuseTaken, writeFile, writeFiles } from './write-export'

/** `zorkgpt export`: an episode or some turns as a file, without private data unless --whole is given. */
export async function run(args: readonly string[], context: CommandContext): Promise<number> {
  const { values, positionals } = readArguments('export', args, 1)
  const [id] = positionals
  if (id === undefined) throw badUsage('export needs the name of an episode: zorkgpt export EPISODE --format html.')
  const range = readRange(values)
  const format =
    readName(values.format, 'format', FORMATS) ?? formatOf(values.out) ?? (range === null ? 'html' : 'jsonl')
  if (isBinary(format) && values.out === undefined && context.out.isTTY)
    throw badUsage(`--format ${format} is binary: name a file with --out FILE.`)
  const folder = readableFolder(id, values, context)
  if (isFolder(format) && values.out === undefined)
    throw badUsage(`--format ${format} writes several files: name a folder with --out FOLDER.`)
  if (!isFolder(format) && values.out !== undefined)
    await refuseTaken(typedPath(context, values.out), values.force === true)
  context.limitMemory()
  const kept = includedBy(values.whole)
  await namingResume(id, values, write(format, folder, { kept, range }, values, context))
  const warning = range === null || range.to === Infinity ? await warningOf(folder) : null
  if (warning !== null) context.printError(`zorkgpt: ${warning}`)
  if (values.out !== undefined) context.printLine(`Written to ${resolve(typedPath(context, values.out))}.`)
  return 0
}

/** The format that the ending of the file implies. */
const formatOf = (out = '') => FORMAT_OF_ENDING.get(extname(out).toLowerCase())

const FORMAT_OF_ENDING = new Map<string, (typeof FORMATS)[number]>([
  ['.html', 'html'],
  ['.md', 'markdown'],
  ['.jsonl', 'jsonl'],
  ['.zorkgpt', 'jsonl'],
  ['.csv', 'csv'],
  ['.parquet', 'parquet'],
  ['.eval', 'inspect'],
])

/** Writes to --out, or else to standard output. */
async function write(
  format: (typeof FORMATS)[number],
  folder: string,
  options: WhatGoesOut,
  { out, force, thoughts }: Values<'export'>,
  context: CommandContext,
): Promise<void> {
  const path = out === undefined ? null : typedPath(context, out)
  if (isFolder(format)) return writeFiles(path ?? '', talesOf(theOne(folder, options)), force === true, context)
  return writeFile(path, partsOf(format, folder, options, thoughts === true, context.appRoot), context)
}

function partsOf(
  format: Exclude<(typeof FORMATS)[number], FolderFormat>,
  folder: string,
  options: WhatGoesOut,
  withThoughts: boolean,
  appRoot: string,
): AsyncIterable<string | Uint8Array> {
  if (format === LOG_FORMAT) return logOf(folder, options)
  if (isTable(format)) return tableOf(format, theOne(folder, options))
  if (format === 'html') return replayPage(folder, basename(folder), options, appRoot)
  return exportLog(folder, { ...options, format, withThoughts })
}

const isFolder = (format: string): format is FolderFormat => FOLDER_FORMATS.some((several) => several === format)

const isBinary = (format: string): boolean => format === 'parquet' || format === LOG_FORMAT

async function* logOf(folder: string, options: WhatGoesOut): AsyncGenerator<Uint8Array> {
  yield* await episodeLog(await openExported(folder, options))
}

async function* theOne(folder: string, options: WhatGoesOut) {
  yield await openExported(folder, options)
}

function readRange(values: { readonly from?: string; readonly to?: string }): TurnRange | null {
  const from = readNumber(values.from, 'from', 0)
  const to = readNumber(values.to, 'to', 0)
  if (from === undefined && to === undefined) return null
  const range = { from: from ?? 0, to: to ?? Infinity }
  if (range.from > range.to) throw badUsage(`--from is ${range.from}, which comes after --to, ${range.to}.`)
  return range
}

/** The page contains the whole episode, which must fit in memory. */
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
        `An HTML page contains the whole episode, and this one is longer than ${LONGEST_OPENED_BYTES >> 20} MB. Export fewer turns with --from TURN --to TURN, or use --format markdown or jsonl.`,
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
