import { basename } from 'node:path'
import { ExpectedError } from '@shared/base/expected-error'
import { exportedName, exportEpisode } from '@shared/episode/export/export-episode'
import { type ExportFormat, FOLDER_FORMAT, isOwn, isTable } from '@shared/episode/export/formats'
import type { Annotations } from '@shared/episode/log/annotations'
import { EPISODE_FILE_ENDING, LONGEST_OPENED_BYTES } from '@shared/episode/log/episode-file'
import type { LoggedEvent } from '@shared/episode/log/event'
import { exportedEvents, exportLog } from '../episode/log/export-log'
import { tableOf } from './export-tables'
import { openExported, type WhatGoesOut } from './exported-episode'
import type { FilePart } from './file-part'
import { episodeLog } from './inspect/eval-set'
import { talesOf } from './tales'

export interface ExportOptions extends WhatGoesOut {
  /** Whether Markdown contains the thoughts. */
  readonly withThoughts: boolean
  /** The user's notes on turns, for the page; null to leave them out. */
  readonly annotations: Annotations | null
  readonly readReplayPage: () => Promise<string>
}

const ENDINGS: Readonly<Record<Exclude<ExportFormat, typeof FOLDER_FORMAT>, string>> = {
  html: '.html',
  markdown: '.md',
  jsonl: EPISODE_FILE_ENDING,
  chat: '.chat.jsonl',
  csv: '.csv',
  parquet: '.parquet',
  otel: '.otlp.jsonl',
  inspect: '.eval',
}

/**
 * The files of one episode in any format; a single file is named after the episode and the turns of a
 * part. Rejects with `bad_log`, with
 * `not_found` for missing turns, and with `bad_input` for a page that would be too large.
 */
export async function* exportFiles(
  folder: string,
  format: ExportFormat,
  options: ExportOptions,
): AsyncGenerator<FilePart> {
  if (format === FOLDER_FORMAT) return yield* talesOf(theOne(folder, options))
  const file = `${exportedName(basename(folder), options.range)}${ENDINGS[format]}`
  for await (const part of partsOf(folder, format, options)) yield { file, part }
}

async function* partsOf(
  folder: string,
  format: keyof typeof ENDINGS,
  options: ExportOptions,
): AsyncGenerator<string | Uint8Array> {
  if (format === 'html') yield await replayPage(folder, options)
  else if (isOwn(format)) yield* exportLog(folder, { ...options, format })
  else if (isTable(format)) yield* tableOf(format, theOne(folder, options))
  else yield* await episodeLog(await openExported(folder, options))
}

async function* theOne(folder: string, options: WhatGoesOut) {
  yield await openExported(folder, options)
}

/** The page contains the whole episode, which must fit in memory. */
async function replayPage(folder: string, { annotations, readReplayPage, ...options }: ExportOptions): Promise<string> {
  const events: LoggedEvent[] = []
  let length = 0
  for await (const part of exportedEvents(folder, options)) {
    for (const event of part) {
      events.push(event)
      length += JSON.stringify(event).length
    }
    if (length > LONGEST_OPENED_BYTES)
      throw new ExpectedError(
        'bad_input',
        `An HTML page contains the whole episode, and this one is longer than ${LONGEST_OPENED_BYTES >> 20} MB. Export a range of turns, or Markdown or the log.`,
      )
  }
  const id = exportedName(basename(folder), options.range)
  return (await exportEpisode({ id, format: 'html', events, annotations, withThoughts: false, readReplayPage })).text
}
