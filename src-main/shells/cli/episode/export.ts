import { extname, resolve } from 'node:path'
import { EXPORT_FORMATS, type ExportFormat, FOLDER_FORMAT, LOG_FORMAT } from '@shared/episode/export/formats'
import type { TurnRange } from '../../../episode/log/cut-log'
import { warningOf } from '../../../episode/log/read-lines'
import { exportFiles, type ExportOptions } from '../../../formats/export-files'
import { readReplayPage } from '../../../host/episodes/shipped-files'
import { badUsage, readArguments, readName, readNumber, type Values } from '../command/arguments'
import { type CommandContext, typedPath } from '../command/command-context'
import { readableFolder, namingResume } from './episode-log'
import { includedBy, partsOf, refuseTaken, writeFile, writeFiles } from './write-export'

/** `zorkgpt export`: writes an episode or some turns as a file, without private data unless --whole is given. */
export async function run(args: readonly string[], context: CommandContext): Promise<number> {
  const { values, positionals } = readArguments('export', args, 1)
  const [id] = positionals
  if (id === undefined) throw badUsage('export needs the name of an episode: zorkgpt export EPISODE --format html.')
  const range = readRange(values)
  const format =
    readName(values.format, 'format', EXPORT_FORMATS) ?? formatOf(values.out) ?? (range === null ? 'html' : 'jsonl')
  if (isBinary(format) && values.out === undefined && context.out.isTTY)
    throw badUsage(`--format ${format} is binary: name a file with --out FILE.`)
  const folder = readableFolder(id, values, context)
  if (format === FOLDER_FORMAT && values.out === undefined)
    throw badUsage(`--format ${format} writes several files: name a folder with --out FOLDER.`)
  if (format !== FOLDER_FORMAT && values.out !== undefined)
    await refuseTaken(typedPath(context, values.out), values.force === true)
  context.limitMemory()
  const options = {
    kept: includedBy(values.whole),
    range,
    withThoughts: values.thoughts === true,
    annotations: null,
    readReplayPage: () => readReplayPage(context.appRoot),
  }
  await namingResume(id, values, write(format, folder, options, values, context))
  const warning = range === null || range.to === Infinity ? await warningOf(folder) : null
  if (warning !== null) context.printError(`zorkgpt: ${warning}`)
  if (values.out !== undefined) context.printLine(`Written to ${resolve(typedPath(context, values.out))}.`)
  return 0
}

/** The format that the ending of the file implies. */
const formatOf = (out = '') => FORMAT_OF_ENDING.get(extname(out).toLowerCase())

const FORMAT_OF_ENDING = new Map<string, ExportFormat>([
  ['.html', 'html'],
  ['.md', 'markdown'],
  ['.jsonl', 'jsonl'],
  ['.zorkgpt', 'jsonl'],
  ['.csv', 'csv'],
  ['.parquet', 'parquet'],
  ['.eval', 'inspect'],
])

/** Without --out the file goes to standard output. */
function write(
  format: ExportFormat,
  folder: string,
  options: ExportOptions,
  { out, force }: Values<'export'>,
  context: CommandContext,
): Promise<void> {
  const path = out === undefined ? null : typedPath(context, out)
  const files = exportFiles(folder, format, options)
  if (format === FOLDER_FORMAT) return writeFiles(path ?? '', files, force === true, context)
  return writeFile(path, partsOf(files), context)
}

const isBinary = (format: string): boolean => format === 'parquet' || format === LOG_FORMAT

function readRange(values: { readonly from?: string; readonly to?: string }): TurnRange | null {
  const from = readNumber(values.from, 'from', 0)
  const to = readNumber(values.to, 'to', 0)
  if (from === undefined && to === undefined) return null
  const range = { from: from ?? 0, to: to ?? Infinity }
  if (range.from > range.to) throw badUsage(`--from is ${range.from}, which comes after --to, ${range.to}.`)
  return range
}
