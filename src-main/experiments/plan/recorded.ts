import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { emptyEpisode, type EpisodeState } from '@shared/episode/state/episode'
import { LONGEST_OPENED_BYTES } from '@shared/episode/log/episode-file'
import { reduceEpisode } from '@shared/episode/state/reduce-episode'
import { ExpectedError } from '@shared/base/expected-error'
import type { ExperimentPlan, PlannedArm, Unit } from '@shared/experiments/plan'
import { turnLimitOf } from '@shared/experiments/plan'
import { resultOf, type UnitResult } from '@shared/experiments/result'
import { hasLog } from '../../episode/list-episodes'
import { LOG_FILE } from '../../episode/log/log-lines'
import { makeNamedFolder } from '../../episode/make-episode-folder'
import { checkedEvents } from '../../episode/log/read-log'
import { PRIVATE_FILE, readNamed } from '../../base/files/plain-file'

/**
 * What the recorded episodes of an arm come to: each joins the cell of its story, handicap and seed, as one repeat
 * after the other, and is copied to the data folder, where it opens as any other. Of one that has more turns than the
 * arm plays, those up to the limit count. Throws `bad_file` for one that cannot be read, or fits no cell.
 */
export async function readRecorded(
  plan: ExperimentPlan,
  arm: PlannedArm,
  units: readonly Unit[],
  dataFolder: string,
): Promise<readonly UnitResult[]> {
  const free = units.filter((unit) => unit.arm === arm.name)
  const results: UnitResult[] = []
  for (const path of arm.files ?? []) {
    const { state, bytes } = await readRecording(path, turnLimitOf(arm))
    const { manifest } = state
    const story = plan.stories.find(({ sha256 }) => sha256 === manifest?.game.sha256)
    const index = free.findIndex(
      ({ story: name, handicap, seed }) =>
        name === story?.name && handicap === manifest?.handicap && seed === manifest.seed,
    )
    const [unit] = index === -1 ? [] : free.splice(index, 1)
    if (unit === undefined)
      throw new ExpectedError(
        'bad_file',
        `The recorded episode ${path} (${manifest?.game.title}, ${manifest?.handicap}, seed ${manifest?.seed}) fits no cell of the experiment that is still free: leave it out of arm "${arm.name}", or add its story, handicap, seed or a repeat.`,
      )
    const { folder } = await makeNamedFolder(dataFolder, unit.episode)
    if (!hasLog(folder)) await writeFile(join(folder, LOG_FILE), bytes, { flag: 'wx', mode: PRIVATE_FILE })
    results.push({ ...resultOf(unit.key, state, turnLimitOf(arm)), episode: unit.episode })
  }
  return results
}

async function readRecording(
  path: string,
  turnLimit: number,
): Promise<{ readonly state: EpisodeState; readonly bytes: Buffer }> {
  const bytes = await readNamed(path, LONGEST_OPENED_BYTES).catch((error: NodeJS.ErrnoException) => {
    const why = error.code === 'ENOENT' ? 'is not there' : `cannot be read (${error.message})`
    throw new ExpectedError('bad_file', `The recorded episode ${path} ${why}.`)
  })
  let state = emptyEpisode
  try {
    for (const event of checkedEvents(bytes.subarray(0, bytes.lastIndexOf('\n') + 1), 0)) {
      if (state.turns.length >= turnLimit) break
      state = reduceEpisode(state, event)
    }
  } catch (error) {
    throw new ExpectedError('bad_file', `The recorded episode ${path} cannot be read: ${(error as Error).message}`)
  }
  if (state.opening === null)
    throw new ExpectedError('bad_file', `The recorded episode ${path} has no beginning, and is none.`)
  return { state, bytes }
}
