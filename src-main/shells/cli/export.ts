import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { LoggedEvent } from '@shared/episode/event'
import { EXPORT_FORMATS, exportEpisode } from '@shared/episode/export-episode'
import { type Kept, keepNothing, redactEvents } from '@shared/episode/redact'
import { exportLog } from '../../episodes/export-log'
import { readLog, requireBeginning } from '../../episodes/read-log'
import { writeWhole } from '../../files/write-whole'
import { readReplayPage } from '../../host/library/shipped-files'
import { readArguments } from './arguments'
import { dataFolderOf } from './open-host'
import { UsageError } from './usage'
import { hasLog } from '../../episodes/library'

const OPTIONS = {
  data: { type: 'string' },
  format: { type: 'string' },
  out: { type: 'string' },
  thoughts: { type: 'boolean' },
  whole: { type: 'boolean' },
} as const

/**
 * `zorkgpt export`: an episode as a file to give away. Keys, absolute paths and settings are left out unless --whole is
 * given.
 */
export async function run(args: readonly string[], appRoot: string): Promise<number> {
  const { values, positionals } = readArguments(args, OPTIONS, 1)
  const [id] = positionals
  if (id === undefined)
    throw new UsageError('export needs the name of an episode: zorkgpt export EPISODE --format html.')
  const format = EXPORT_FORMATS.find((name) => name === (values.format ?? 'html'))
  if (!format) throw new UsageError(`--format is "${values.format}"; it takes ${EXPORT_FORMATS.join(', ')}.`)
  const folder = join(dataFolderOf(values), id)
  if (!hasLog(folder))
    throw new UsageError(
      `There is no episode ${id} in ${dataFolderOf(values)}. Name its folder, or another data folder with --data.`,
    )
  const kept = values.whole ? { key: true, path: true, settings: true } : keepNothing
  const parts =
    format === 'html'
      ? replayPage(folder, id, kept, appRoot)
      : exportLog(folder, { format, kept, withThoughts: values.thoughts === true }, false, new AbortController().signal)
  await (values.out === undefined
    ? pipeline(bytesOf(parts), process.stdout, { end: false })
    : writeWhole(values.out, bytesOf(parts)))
  return 0
}

async function* bytesOf(parts: AsyncIterable<{ readonly bytes: Uint8Array }>): AsyncGenerator<Uint8Array> {
  for await (const { bytes } of parts) yield bytes
}

/** It holds the episode whole, and so must whoever writes it. */
async function* replayPage(
  folder: string,
  id: string,
  kept: Kept,
  appRoot: string,
): AsyncGenerator<{ readonly bytes: Uint8Array }> {
  const events: LoggedEvent[] = []
  for await (const chunk of readLog(folder)) for (const event of chunk.events) events.push(event)
  requireBeginning(events[0])
  const { text } = await exportEpisode({
    id,
    format: 'html',
    events: redactEvents(events, kept).events,
    annotations: null,
    withThoughts: false,
    opensAt: null,
    readReplayPage: () => readReplayPage(appRoot),
  })
  yield { bytes: Buffer.from(text) }
}
