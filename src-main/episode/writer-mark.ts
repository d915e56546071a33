import { readdir } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { ExpectedError } from '@shared/base/expected-error'
import { removeStaleDrafts, isLeasedElsewhere, type FileLease, acquireLease } from '../base/files/lease'
import { notWritten } from '../base/files/not-written'
import { checkFolder, type RootedPath, pathIn } from '../base/files/plain-file'

/**
 * Which program writes which log: `ID.json`, for as long as it does. All in one folder beside the episodes, so that one
 * look tells every host of a data folder what the others play; the dot keeps it from being the name of an episode.
 */
const MARKS_FOLDER = '.writers'
const ENDING = '.json'
const markOf = (folder: string): RootedPath => pathIn(dirname(folder), MARKS_FOLDER, `${basename(folder)}${ENDING}`)

/** Rejects with `running` if another program writes the log; or with `cannot_write` and `outcome`, as "Not deleted". */
export async function markWriter(folder: string, outcome: string): Promise<FileLease> {
  const place = markOf(folder)
  const mark = await acquireLease(place).catch((error: unknown) => {
    throw notWritten(outcome, place.path, error)
  })
  if (mark === null) throw playedElsewhere(folder)
  return mark
}

/** Another program took the episode over, because this one did not stir for a long time. */
export const markLost = (folder: string) =>
  new ExpectedError(
    'running',
    `Episode ${basename(folder)} was taken over by another program, and goes on there. It ends here.`,
  )

/** Does something to the folder of an episode while nobody plays it. Rejects like `markWriter`. */
export async function asWriter<Result>(folder: string, outcome: string, act: () => Promise<Result>): Promise<Result> {
  const mark = await markWriter(folder, outcome)
  try {
    return await act()
  } finally {
    await mark.release()
  }
}

/** Takes away what programs that were killed while they marked an episode left. Never rejects. */
export const clearMarks = (dataFolder: string): Promise<void> => removeStaleDrafts(dataFolder, MARKS_FOLDER)

/** Whether another program is writing the log in `folder`. A mark that a program left behind counts no longer. */
export const isWrittenElsewhere = (folder: string): Promise<boolean> => isLeasedElsewhere(markOf(folder))

/** Rejects with `running` if another program is writing the log. */
export async function refuseOtherWriter(folder: string): Promise<void> {
  if (await isWrittenElsewhere(folder)) throw playedElsewhere(folder)
}

const playedElsewhere = (folder: string) =>
  new ExpectedError('running', `Episode ${basename(folder)} is played by another program: steer it there.`)

/** The ids of the episodes that other programs are writing. */
export async function listWrittenElsewhere(dataFolder: string): Promise<ReadonlySet<string>> {
  const marks = join(dataFolder, MARKS_FOLDER)
  const names = await checkFolder(marks)
    .then(() => readdir(marks))
    .catch(() => [])
  // What else lies there is of programs that take over a mark.
  const ids = names.filter((name) => name.endsWith(ENDING)).map((name) => basename(name, ENDING))
  const areWritten = await Promise.all(ids.map((id) => isWrittenElsewhere(join(dataFolder, id))))
  return new Set(ids.filter((_, index) => areWritten[index]))
}
