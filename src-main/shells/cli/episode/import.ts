import { statSync } from 'node:fs'
import { stat } from 'node:fs/promises'
import { isExpected } from '@shared/base/expected-error'
import { LONGEST_OPENED_BYTES } from '@shared/episode/log/episode-file'
import { readRecordings } from '@shared/formats/read-recordings'
import { readNamed } from '../../../base/files/plain-file'
import { addLog } from '../../../episode/add-log'
import { badUsage, readArguments } from '../command/arguments'
import { type CommandContext, typedPath } from '../command/command-context'
import { dataFolderOf } from '../command/open-host'

/** `zorkgpt import`: adds recordings of other programs. Prints what each lacks, or why it failed. */
export async function run(args: readonly string[], context: CommandContext): Promise<number> {
  const { values, positionals } = readArguments('import', args, 1)
  const [named] = positionals
  if (named === undefined)
    throw badUsage(
      'import needs a file of TALES or of Inspect: zorkgpt import logs/tales_gpt/JerichoEnvZork1/a0_s1_steps100.jsonl.',
    )
  const path = typedPath(context, named)
  if (statSync(path, { throwIfNoEntry: false })?.isDirectory())
    throw badUsage(`${path} is a folder. Name a file in it; import several files one after the other.`)
  const bytes = await readNamed(path, LONGEST_OPENED_BYTES).catch((error: NodeJS.ErrnoException) => {
    throw error.code === 'ENOENT' ? badUsage(`There is no file ${path}.`) : error
  })
  if (OWN_LOG.test(bytes.toString('utf8', 0, 4096)))
    throw badUsage(
      `${path} is an episode of this app and needs no import: any window opens it, by drag and drop, and can then add it to the library.`,
    )
  const { mtime } = await stat(path)
  const dataFolder = dataFolderOf(values, context)
  let status = 0
  for (const open of readRecordings(path, bytes, mtime))
    try {
      const recording = open()
      const id = await addLog(dataFolder, recording.events, recording.name)
      const turns = recording.events.filter(({ event_type: type }) => type === 'turn_completed').length
      context.printLine(`${id}: ${turns} turns. It lacks ${recording.lacks.join(', ')}.`)
    } catch (error) {
      if (!isExpected(error, 'bad_file')) throw error
      context.printError(`zorkgpt: ${error.message}`)
      status = 2
    }
  return status
}

/** The first line of a log of this app. */
const OWN_LOG = /^\{"seq":\d+,[^\n]*"event_type":"episode_started"/
