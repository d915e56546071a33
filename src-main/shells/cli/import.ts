import { appendFile, stat } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { LONGEST_OPENED_BYTES } from '@shared/episode/episode-file'
import { type Recording } from '@shared/recording/recording'
import { readRecordings } from '@shared/recording/read-recordings'
import { LOG_FILE } from '../../episodes/log-lines'
import { makeEpisodeFolder } from '../../episodes/make-episode-folder'
import { PRIVATE_FILE, readNamed } from '../../files/plain-file'
import { say } from '../../terminal/say'
import { readArguments } from './arguments'
import { COMMAND_OPTIONS } from './command-table'
import { dataFolderOf } from './open-host'
import { badUsage } from './usage'

/** `zorkgpt import`: episodes that other programs recorded, as episodes of the data folder; says what they lack. */
export async function run(args: readonly string[]): Promise<number> {
  const { values, positionals } = readArguments(args, COMMAND_OPTIONS.import, 1)
  const [path] = positionals
  if (path === undefined)
    throw badUsage(
      'import needs a file of TALES or of Inspect: zorkgpt import logs/tales_gpt/JerichoEnvZork1/a0_s1_steps100.jsonl.',
    )
  const bytes = await readNamed(path, LONGEST_OPENED_BYTES).catch((error: NodeJS.ErrnoException) => {
    throw error.code === 'ENOENT' ? badUsage(`There is no file ${path}.`) : error
  })
  const { mtime } = await stat(path)
  const dataFolder = dataFolderOf(values)
  for (const recording of readRecordings(path, bytes, mtime)) {
    const id = await keep(recording, dataFolder)
    const turns = recording.events.filter(({ event_type: type }) => type === 'turn_completed').length
    say(`${id}: ${turns} turns. It lacks ${recording.lacks.join(', ')}.`)
  }
  return 0
}

async function keep({ name, events }: Recording, dataFolder: string): Promise<string> {
  const made = await makeEpisodeFolder(dataFolder, new Date(events[0]?.at ?? 0), basename(name))
  try {
    const lines = events.map((event) => `${JSON.stringify({ ...event, episode_id: made.id })}\n`)
    await appendFile(join(made.folder, LOG_FILE), lines, { mode: PRIVATE_FILE })
    return made.id
  } catch (error) {
    await made.close()
    throw error
  }
}
