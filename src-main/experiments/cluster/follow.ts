import { setTimeout as sleep } from 'node:timers/promises'
import { ExpectedError } from '@shared/base/expected-error'
import type { DesiredState } from '@shared/contract/experiments'
import { type ExperimentPlan, unitsToPlay } from '@shared/experiments/plan'
import type { ExperimentProgress } from '@shared/experiments/progress'
import { acquireLease } from '../../base/files/lease'
import { type ExperimentFolder, unitsIn } from '../plan/experiment-folder'
import { NOTHING_SPENT } from '../run/budget'
import { describeEnd } from '../run/run-end'
import type { ExperimentStore } from '../store/experiment-store'
import { createCoordinator } from './coordinator'
import { fetchLog } from './log-sync'
import { openSharedQueue } from './open-shared-queue'
import { retryUntilAvailable, type QueueDatabase } from './queue-database'

interface FollowOptions {
  readonly plan: ExperimentPlan
  readonly folder: ExperimentFolder
  readonly store: ExperimentStore
  /** Null if machines share the work by slices. The units that are being played are then unknown. */
  readonly database: QueueDatabase | null
  /** Whether to follow until all units have ended, instead of fetching once. */
  readonly isWatch: boolean
  readonly onProgress: (progress: ExperimentProgress) => void
  readonly signal: AbortSignal
}

const BEAT_MS = 5000

/**
 * Fetches the results and logs of other machines into the data folder, for the window and the report on this machine.
 * The desired state is synchronized in both directions. Rejects with `running` if another process runs or follows the
 * experiment.
 */
export async function follow(options: FollowOptions): Promise<ExperimentProgress> {
  const { plan, folder, store, database, isWatch, onProgress, signal } = options
  const lease = await acquireLease(folder.pathOf('running.json'))
  if (lease === null)
    throw new ExpectedError('running', `Another process runs or follows the experiment "${plan.name}".`)
  const units = new Map(unitsIn(plan).map((unit) => [unit.key, unit]))
  const toPlay = unitsToPlay(plan, [...units.values()])
  const cluster = database && {
    queue: openSharedQueue(database, plan, store, signal),
    coordinator: createCoordinator(database, plan.name),
  }
  const known = new Set((await folder.readResults()).keys())
  const knownBefore = known.size
  const beganAt = performance.now()
  let desiredState: DesiredState = (await cluster?.coordinator.readStatus())?.desiredState ?? 'run'
  await folder.setDesiredState(desiredState)

  /** The side whose state differs from the last common one has changed it. If both have, this machine wins. */
  const syncDesiredState = async (remote: DesiredState): Promise<void> => {
    const local = await folder.readDesiredState()
    if (local !== desiredState) await database?.setDesiredState(plan.name, local)
    else if (remote !== desiredState) await folder.setDesiredState(remote)
    desiredState = local === desiredState ? remote : local
  }

  /** Resolves to the number of failed units. */
  const fetchResults = async (): Promise<number> => {
    for (const [key, { attempt, result }] of await store.readResults(known)) {
      const unit = units.get(key)
      if (unit === undefined) continue
      await fetchLog(store, key, attempt, folder.dataFolder, unit.episode)
      await folder.saveResult(result)
      known.add(key)
      if (signal.aborted) break
    }
    const failures = [...(await store.readFailures()).values()].filter(({ key }) => units.has(key) && !known.has(key))
    for (const failure of failures) await folder.saveFailure(failure)
    return failures.filter(({ isFinal }) => isFinal).length
  }

  const queryCluster = async () => {
    const status = (await cluster?.coordinator.readStatus()) ?? null
    await syncDesiredState(status?.desiredState ?? desiredState)
    return { status, playing: (await cluster?.queue.playing()) ?? [] }
  }

  const update = async (): Promise<ExperimentProgress> => {
    const failed = await fetchResults()
    const { status, playing } = (await retryUntilAvailable(queryCluster, signal)) ?? { status: null, playing: [] }
    const fetched = known.size - knownBefore
    const left = toPlay.filter(({ key }) => !known.has(key)).length - failed
    const isOver = left <= 0
    const isEnd = isOver || desiredState === 'cancel' || signal.aborted || !isWatch
    const state = desiredState === 'pause' ? 'paused' : 'running'
    const progress: ExperimentProgress = {
      at: new Date().toISOString(),
      state: isEnd ? 'ended' : state,
      reason: null,
      ...(isEnd && endOf(isOver, desiredState)),
      planned: units.size,
      done: known.size,
      failed,
      playing: playing.slice(0, 10_000),
      spent: status?.spent ?? NOTHING_SPENT,
      wall_ms: status?.wallMs ?? performance.now() - beganAt,
      left_ms: fetched === 0 || isEnd ? null : ((performance.now() - beganAt) / fetched) * left,
    }
    await folder.saveProgress(progress)
    onProgress(progress)
    return progress
  }

  try {
    for (;;) {
      const progress = await update()
      if (progress.state === 'ended') return progress
      await sleep(BEAT_MS, undefined, { signal }).catch(() => {})
    }
  } finally {
    await lease.release()
  }
}

const STOPS = { run: 'played_elsewhere', pause: 'paused', cancel: 'cancelled' } as const

function endOf(isOver: boolean, desiredState: DesiredState): Pick<ExperimentProgress, 'end' | 'reason'> {
  const kind = isOver ? 'rest_played' : STOPS[desiredState]
  const { why: end, reason } = describeEnd({ kind })
  return { end, reason: kind === 'played_elsewhere' ? null : reason }
}
