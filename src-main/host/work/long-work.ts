import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import { ExpectedError } from '@shared/base/expected-error'
import type { ExperimentRow } from '@shared/contract/experiments'
import type { ExportPart } from '@shared/contract/library'
import type { ExportFormat } from '@shared/episode/export/formats'
import { LONGEST_OPENED_BYTES } from '@shared/episode/log/episode-file'
import type { ReportFormat } from '@shared/experiments/report-formats'
import { addLog } from '../../episode/add-log'
import { summaryOf } from '../../episode/list-episodes'
import { checkedEvents, requireBeginning } from '../../episode/log/read-log'
import { readOutline } from '../../episode/log/read-outline'
import { type PastOptions, readPast } from '../../episode/log/read-past'
import { ExperimentFolder } from '../../experiments/plan/experiment-folder'
import { readReport, renderReport } from '../../experiments/plan/report-file'
import { type ExportOptions, exportFiles } from '../../formats/export-files'
import { readBundle, unpackBundle } from '../../mcp/bundle/bundle-archive'
import { readReplayPage } from '../episodes/shipped-files'
import { showExperiment } from './show-experiment'

interface ExportWork extends Omit<ExportOptions, 'readReplayPage'> {
  readonly folder: string
  readonly format: ExportFormat
  readonly appRoot: string
}

/**
 * Long work that needs no running host, as commands and feeds like those of the contract. It can run in a separate
 * thread, so an error consists only of a kind and a message.
 */
export const longWork = {
  summarize: ({ folder }: { readonly folder: string }) => summaryOf(folder),
  readOutline: (
    {
      folder,
      aroundTurn,
      isTrusted,
    }: {
      readonly folder: string
      readonly aroundTurn: number | null
      readonly isTrusted: boolean
    },
    signal: AbortSignal,
  ) => readOutline(folder, aroundTurn, isTrusted, signal),
  readPast: (options: PastOptions, signal: AbortSignal) => readPast(options, signal),
  exportEpisode: ({ folder, format, appRoot, ...options }: ExportWork, _signal: AbortSignal) =>
    exportParts(exportFiles(folder, format, { ...options, readReplayPage: () => readReplayPage(appRoot) })),
  /** Adds a whole log, compressed with gzip, as a new episode. */
  async addEpisode({ dataFolder, gzip }: { readonly dataFolder: string; readonly gzip: string }): Promise<string> {
    const bytes = await promisify(gunzip)(Buffer.from(gzip, 'base64'), {
      maxOutputLength: LONGEST_OPENED_BYTES,
    }).catch(() => {
      throw new ExpectedError('bad_input', 'The log that was sent cannot be unpacked.')
    })
    const events = [...checkedEvents(bytes, 0)]
    const [first] = events
    requireBeginning(first)
    return addLog(dataFolder, events, first?.event_type === 'episode_started' ? first.game.title : '')
  },
  readBundle,
  unpackBundle,
  showExperiment: ({ dataFolder, row }: { readonly dataFolder: string; readonly row: ExperimentRow }) =>
    showExperiment(new ExperimentFolder(dataFolder, row.name), row),
  async exportExperiment({
    dataFolder,
    name,
    format,
  }: {
    readonly dataFolder: string
    readonly name: string
    readonly format: ReportFormat
  }): Promise<string> {
    const content = renderReport(format, await readReport(new ExperimentFolder(dataFolder, name)))
    return Buffer.from(content).toString('base64')
  },
}
export type LongWork = typeof longWork

/** Larger parts would take long to send to another thread. */
const PART_BYTES = 1 << 20

async function* exportParts(files: ReturnType<typeof exportFiles>): AsyncGenerator<ExportPart> {
  const encoder = new TextEncoder()
  for await (const { file, part } of files) {
    const bytes = typeof part === 'string' ? encoder.encode(part) : part
    for (let at = 0; at < bytes.length || at === 0; at += PART_BYTES)
      // Copied, because the whole underlying buffer of a view would be sent.
      yield { file, bytes: bytes.slice(at, at + PART_BYTES) }
  }
}
