import { mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { uptime } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { contractError } from '@shared/contract/rpc'
import { notWritten } from '../files/not-written'

/**
 * Which program writes which log: `ID.json`, `{ "pid": … }`, for as long as it does. All in one folder beside the episodes, so that one look tells
 * every host of a data folder what the others play; the dot keeps it from being the name of an episode.
 */
const MARKS_FOLDER = '.writers'
const ENDING = '.json'
const markOf = (folder: string): string => join(dirname(folder), MARKS_FOLDER, `${basename(folder)}${ENDING}`)

/** Rejects with `running` if another program writes the log, and with `cannot_write`. */
export async function markWriter(folder: string): Promise<void> {
  await refuseOtherWriter(folder)
  const mark = markOf(folder)
  try {
    await mkdir(dirname(mark), { recursive: true })
    await writeFile(mark, JSON.stringify({ pid: process.pid }))
  } catch (error) {
    throw notWritten('The episode cannot be played', mark, error)
  }
}

export const unmarkWriter = (folder: string): Promise<void> => rm(markOf(folder), { force: true })

/** Whether another program is still writing the log in `folder`. A mark that a killed program left behind counts no longer, nor one from before the machine was started: its number is another's now. */
export async function isWrittenElsewhere(folder: string): Promise<boolean> {
  const mark = markOf(folder)
  try {
    const [{ mtimeMs }, text] = await Promise.all([stat(mark), readFile(mark, 'utf8')])
    const { pid } = JSON.parse(text) as { readonly pid?: unknown }
    return typeof pid === 'number' && pid !== process.pid && mtimeMs > Date.now() - uptime() * 1000 && isAlive(pid)
  } catch {
    return false
  }
}

/** Rejects with `running` if another program is writing the log. */
export async function refuseOtherWriter(folder: string): Promise<void> {
  if (await isWrittenElsewhere(folder)) throw contractError('running', `Episode ${basename(folder)} is played by another program: steer it there.`)
}

/** The ids of the episodes that other programs are writing. */
export async function listWrittenElsewhere(dataFolder: string): Promise<ReadonlySet<string>> {
  const names = await readdir(join(dataFolder, MARKS_FOLDER)).catch(() => [])
  const ids = names.map((name) => basename(name, ENDING))
  const areWritten = await Promise.all(ids.map((id) => isWrittenElsewhere(join(dataFolder, id))))
  return new Set(ids.filter((_, index) => areWritten[index]))
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
