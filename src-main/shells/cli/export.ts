import { existsSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { LoggedEvent } from '@shared/episode/event'
import { EXPORT_FORMATS, exportEpisode } from '@shared/episode/export-episode'
import { redactEvents } from '@shared/episode/redact'
import { LOG_FILE } from '../../episodes/episode-log'
import { readLog } from '../../episodes/read-log'
import { readReplayPage } from '../../host/replay-page'
import { readArguments } from './arguments'
import { dataFolderOf } from './open-host'
import { UsageError } from './usage'

const OPTIONS = { data: { type: 'string' }, format: { type: 'string' }, out: { type: 'string' }, thoughts: { type: 'boolean' }, whole: { type: 'boolean' } } as const

/** `zorkgpt export`: an episode as a file to give away. Keys, absolute paths and settings are left out unless --whole is given. */
export async function run(args: readonly string[], appRoot: string): Promise<number> {
  const { values, positionals } = readArguments(args, OPTIONS, 1)
  const [id] = positionals
  if (id === undefined) throw new UsageError('export needs the name of an episode: zorkgpt export EPISODE --format html.')
  const format = EXPORT_FORMATS.find((name) => name === (values.format ?? 'html'))
  if (!format) throw new UsageError(`--format is "${values.format}"; it takes ${EXPORT_FORMATS.join(', ')}.`)
  const folder = join(dataFolderOf(values), id)
  if (!existsSync(join(folder, LOG_FILE))) throw new UsageError(`There is no episode ${id} in ${dataFolderOf(values)}. Name its folder, or another data folder with --data.`)
  const events: LoggedEvent[] = []
  for await (const chunk of readLog(folder)) for (const event of chunk.events) events.push(event)
  const shown = values.whole ? events : redactEvents(events).events
  const { text } = await exportEpisode({ id, format, events: shown, annotations: null, withThoughts: values.thoughts === true, opensAt: null, readReplayPage: () => readReplayPage(appRoot) })
  if (values.out === undefined) return new Promise((resolve) => process.stdout.write(text, () => resolve(0)))
  await writeFile(values.out, text)
  return 0
}
