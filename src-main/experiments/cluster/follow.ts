import { setTimeout as sleep } from 'node:timers/promises'
import type { DesiredState } from '@shared/contract/experiments'
import { ExpectedError } from '@shared/base/expected-error'
import type { ExperimentPlan } from '@shared/experiments/plan'
import type { ExperimentProgress } from '@shared/experiments/progress'
import { type ExperimentFolder, unitsIn } from '../plan/experiment-folder'
import { acquireLease } from '../../base/files/lease'
import type { ExperimentStore } from '../store/experiment-store'
import { fetchLog } from './log-sync'
import { createCoordinator } from './coordinator'
import { unitGroupsOf } from './unit-groups'
import { retryUntilAvailable, type QueueDatabase } from './queue-database'
import { SharedQueue } from './shared-queue'

interface FollowOptions {
  readonly plan: ExperimentPlan
  readonly folder: ExperimentFolder
  readonly store: ExperimentStore
  /** Without it, it is known what was played, and not what is played now. */
  readonly database: QueueDatabase | null
  /** Until all is settled; else what there is now. */
  readonly isWatch: boolean
  readonly onProgress: (progress: ExperimentProgress) => void
  readonly signal: AbortSignal
}

const BEAT_MS = 5000

/**
 * Brings what other machines have played to this one, logs and all, so that the window and the report have it as if it
 * had been played here. What somebody wants of the experiment here, pause or cancel, goes the other way.
 */
export async function follow(following: FollowOptions): Promise<ExperimentProgress> {
  const { plan, folder, store, database, isWatch, onProgress, signal } = following
  const mark = await acquireLease(folder.pathOf('running.json'))
  if (mark === null)
    throw new ExpectedError('running', `The experiment "${plan.name}" is run or followed by another program.`)
  const units = new Map(unitsIn(plan).map((unit) => [unit.key, unit]))
  // Of what is recorded some may be missing for good.
  const recorded = new Set(plan.arms.flatMap(({ name, files }) => (files === null ? [] : [name])))
  const wanted = [...units.values()].filter(({ arm }) => !recorded.has(arm))
  const shared = database && {
    queue: new SharedQueue(database, plan.name, units, unitGroupsOf(plan, store), signal),
    exchange: createCoordinator(database, plan.name),
  }
  const known = new Set((await folder.readResults()).keys())
  const begunAt = performance.now()
  const before = known.size
  let wished: DesiredState = (await shared?.exchange.readStatus())?.desiredState ?? 'run'
  await folder.setDesiredState(wished)
  /** What somebody wants here goes there, and the other way; who said so last is heard. */
  const shareWish = async (there: DesiredState): Promise<DesiredState> => {
    const here = await folder.readDesiredState()
    if (here !== wished) await database?.setDesiredState(plan.name, here)
    else if (there !== wished) await folder.setDesiredState(there)
    wished = here === wished ? there : here
    return wished
  }

  const bring = async (): Promise<number> => {
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

  const ask = async () => {
    const standing = (await shared?.exchange.readStatus()) ?? null
    const wish = await shareWish(standing?.desiredState ?? wished)
    return { standing, wish, playing: (await shared?.queue.playing()) ?? [] }
  }

  const look = async (): Promise<ExperimentProgress> => {
    const failed = await bring()
    const { standing, wish, playing } = (await retryUntilAvailable(ask, signal)) ?? {
      standing: null,
      wish: wished,
      playing: [],
    }
    const done = known.size
    const left = wanted.filter(({ key }) => !known.has(key)).length - failed
    const isOver = left <= 0
    const isEnd = isOver || wish === 'cancel' || signal.aborted || !isWatch
    const progress: ExperimentProgress = {
      at: new Date().toISOString(),
      state: wish === 'pause' && !isEnd ? 'paused' : stateOf(isEnd),
      reason: isEnd ? whyOver(isOver, wish) : null,
      planned: units.size,
      done,
      failed,
      playing: playing.slice(0, 10_000),
      spent: standing?.spent ?? { cost_usd: 0, tokens: 0 },
      wall_ms: standing?.wallMs ?? performance.now() - begunAt,
      left_ms: done === before || isEnd ? null : ((performance.now() - begunAt) / (done - before)) * left,
    }
    await folder.saveProgress(progress)
    onProgress(progress)
    return progress
  }

  try {
    for (;;) {
      const progress = await look()
      if (progress.state === 'ended') return progress
      await sleep(BEAT_MS, undefined, { signal }).catch(() => {})
    }
  } finally {
    await mark.release()
  }
}

const WISHED: Readonly<Record<DesiredState, string | null>> = {
  run: null,
  pause: 'It is paused',
  cancel: 'It was cancelled',
}

/** Why no more comes of it, whoever played it last. */
const whyOver = (isOver: boolean, wish: DesiredState): string | null =>
  isOver ? 'All that was to be played is played' : WISHED[wish]

const stateOf = (isEnd: boolean): ExperimentProgress['state'] => (isEnd ? 'ended' : 'running')
