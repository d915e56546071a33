import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { ExpectedError } from '@shared/base/expected-error'
import { LONGEST_OPENED_BYTES } from '@shared/episode/log/episode-file'
import { emptyEpisode, type EpisodeState } from '@shared/episode/state/episode'
import { reduceEpisode, reduceEvents } from '@shared/episode/state/reduce-episode'
import { type ExperimentPlan, type PlannedArm, turnLimitOf, type Unit } from '@shared/experiments/plan'
import { isOver, resultOf, type UnitResult } from '@shared/experiments/result'
import { PRIVATE_FILE, readNamed } from '../../base/files/plain-file'
import { hasLog } from '../../episode/list-episodes'
import { loadReadable } from '../../episode/load-episode'
import { LOG_FILE } from '../../episode/log/log-lines'
import { checkedEvents, readLog } from '../../episode/log/read-log'
import { makeNamedFolder } from '../../episode/make-episode-folder'
import type { ExperimentFolder } from './experiment-folder'

/**
 * The saved results, and the missing results of ended episodes, which are computed from their logs. An unreadable log
 * has no result.
 */
export async function foldResults(
  folder: ExperimentFolder,
  plan: ExperimentPlan,
  units: readonly Unit[],
): Promise<ReadonlyMap<string, UnitResult>> {
  const results = new Map(await folder.readResults())
  const limits = new Map(plan.arms.map((arm) => [arm.name, turnLimitOf(arm)]))
  for (const { key, episode, arm } of units) {
    const path = join(folder.dataFolder, episode)
    if (results.has(key) || !hasLog(path)) continue
    const limit = limits.get(arm) ?? 0
    const state = await loadUnit(path, limit).catch(() => null)
    if (state === null || !isOver(state, limit)) continue
    const result = resultOf(key, state, limit)
    results.set(key, result)
    // The data folder may be read-only.
    await folder.saveResult(result).catch(() => undefined)
  }
  return results
}

/** The state of a unit's episode, without the turns for which it was continued after the turn limit of its arm. */
export async function loadUnit(folder: string, turnLimit: number): Promise<EpisodeState> {
  const { state } = await loadReadable(folder)
  if (state.turns.length <= turnLimit) return state
  let atLimit = emptyEpisode
  // Ends with the last turn, because a hint after it is help to a later one.
  for await (const { events } of readLog(folder)) {
    const last = events.findIndex((event) => event.event_type === 'turn_completed' && event.turn === turnLimit)
    atLimit = reduceEvents(atLimit, last < 0 ? events : events.slice(0, last + 1))
    if (last >= 0) break
  }
  return { ...atLimit, ended: { ended: 'turn_limit', reason: `The limit of ${turnLimit} turns was reached` } }
}

/**
 * The results of the recorded episodes of all arms. Each episode becomes the next repeat in the cell of its story,
 * handicap and seed, and is copied to the data folder. Turns beyond the turn limit of the arm are ignored. Throws
 * `bad_file` for an unreadable episode, a disguise other than that of the arm, knowledge other than that of an earlier
 * episode of the same story, and a missing free cell.
 */
export async function readRecorded(
  plan: ExperimentPlan,
  units: readonly Unit[],
  dataFolder: string,
): Promise<readonly UnitResult[]> {
  const results: UnitResult[] = []
  for (const arm of plan.arms) results.push(...(await readArm(plan, arm, units, dataFolder)))
  return results
}

async function readArm(
  plan: ExperimentPlan,
  arm: PlannedArm,
  units: readonly Unit[],
  dataFolder: string,
): Promise<readonly UnitResult[]> {
  const free = units.filter((unit) => unit.arm === arm.name)
  const results: UnitResult[] = []
  const knows = new Map<string, string>()
  for (const path of arm.files ?? []) {
    const { state, bytes } = await readRecording(path, turnLimitOf(arm))
    const { manifest } = state
    const known = nameOfKnowledge(state)
    const before = knows.get(manifest?.game.sha256 ?? '') ?? known
    knows.set(manifest?.game.sha256 ?? '', known)
    if (known !== before)
      throw new ExpectedError(
        'bad_file',
        `The recorded episodes of arm "${arm.name}" use different knowledge: ${path} has ${known}, an earlier file ${before}. Put them into separate arms.`,
      )
    const story = plan.stories.find(({ sha256 }) => sha256 === manifest?.game.sha256)
    const index = free.findIndex(
      ({ story: name, handicap, seed }) =>
        name === story?.name &&
        handicap === manifest?.handicap &&
        seed === manifest.seed &&
        (manifest.disguise ?? 'none') === arm.settings.run.disguise,
    )
    const [unit] = index === -1 ? [] : free.splice(index, 1)
    if (unit === undefined)
      throw new ExpectedError(
        'bad_file',
        `The recorded episode ${path} (${manifest?.game.title}, ${manifest?.handicap}, seed ${manifest?.seed}, disguise ${manifest?.disguise ?? 'none'}) fits no free cell of the experiment: remove it from arm "${arm.name}", or add its story, handicap, seed, a repeat or the disguise of the arm.`,
      )
    const { folder } = await makeNamedFolder(dataFolder, unit.episode)
    if (!hasLog(folder)) await writeFile(join(folder, LOG_FILE), bytes, { flag: 'wx', mode: PRIVATE_FILE })
    results.push({ ...resultOf(unit.key, state, turnLimitOf(arm)), episode: unit.episode })
  }
  return results
}

/** Level and version of the knowledge; `K0` for none. */
function nameOfKnowledge({ manifest }: EpisodeState): string {
  const known = manifest?.mind?.knowledge
  return known === undefined ? 'K0' : `${known.level} ${known.sha256.slice(0, 8)}`
}

async function readRecording(
  path: string,
  turnLimit: number,
): Promise<{ readonly state: EpisodeState; readonly bytes: Buffer }> {
  const bytes = await readNamed(path, LONGEST_OPENED_BYTES).catch((error: NodeJS.ErrnoException) => {
    const why = error.code === 'ENOENT' ? 'does not exist' : `cannot be read (${error.message})`
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
  if (state.opening === null) throw new ExpectedError('bad_file', `The recorded episode ${path} has no observation.`)
  return { state, bytes }
}
