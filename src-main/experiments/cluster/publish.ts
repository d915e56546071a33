import { ExpectedError } from '@shared/base/expected-error'
import { type ExperimentPlan, type Unit, unitsToPlay, whyIncompatible } from '@shared/experiments/plan'
import { readNamed } from '../../base/files/plain-file'
import { unitsIn } from '../plan/experiment-folder'
import { readRecorded } from '../plan/results-from-logs'
import type { ExperimentStore } from '../store/experiment-store'
import { createLogSync } from './log-sync'
import { openSharedQueue } from './open-shared-queue'
import type { QueueDatabase } from './queue-database'

const LONGEST_STORY_BYTES = 1 << 20

interface PublishOptions {
  readonly store: ExperimentStore
  /** Null if machines share the work by slices. */
  readonly database: QueueDatabase | null
  readonly dataFolder: string
  readonly retryFailed: boolean
}

/**
 * Puts the plan and its stories in the store, and missing units in the queue. A repeated call adds what is new.
 * Resolves to the number of waiting units. Rejects with `bad_input` if the store has another experiment of that name.
 */
export async function publish(
  plan: ExperimentPlan,
  { store, database, dataFolder, retryFailed }: PublishOptions,
): Promise<number> {
  if (plan.terms.stop !== undefined)
    throw new ExpectedError(
      'bad_input',
      'Planned looks ([stop]) are not supported for an experiment on many machines. Remove the table, or run it on one machine.',
    )
  const begun = await store.readPlan()
  const why = begun === null ? null : whyIncompatible(begun, plan)
  if (why !== null)
    throw new ExpectedError(
      'bad_input',
      `The published experiment "${plan.name}" cannot continue with this file: ${why}. Restore the file, or give the experiment another name.`,
    )
  await store.publish(plan, (path) => readNamed(path, LONGEST_STORY_BYTES))
  const units = unitsIn(plan)
  await publishRecorded(plan, units, store, dataFolder)
  const results = await store.readResults()
  const failures = await store.readFailures()
  const missing = unitsToPlay(plan, units).filter(({ key }) => !results.has(key))
  const givenUp = missing.filter(({ key }) => failures.get(key)?.isFinal === true)
  if (retryFailed)
    for (const { key } of givenUp)
      await store.saveFailure({ key, attempts: 0, reason: 'To be tried again.', isFinal: false })
  const waiting = retryFailed ? missing : missing.filter(({ key }) => failures.get(key)?.isFinal !== true)
  if (database === null) return waiting.length
  await database.setDesiredState(plan.name, 'run')
  const queue = openSharedQueue(database, plan, store, AbortSignal.timeout(60_000))
  await queue.add(waiting)
  return (await queue.counts()).waiting
}

/** Publishes the logs and results of recorded episodes, which only this machine has. */
async function publishRecorded(
  plan: ExperimentPlan,
  units: readonly Unit[],
  store: ExperimentStore,
  dataFolder: string,
): Promise<void> {
  const logSync = createLogSync(store, dataFolder)
  for (const result of await readRecorded(plan, units, dataFolder)) {
    const unit = units.find(({ key }) => key === result.key)
    const attempt = unit && (await logSync.beginAttempt(unit))
    if (attempt === undefined || 'key' in attempt) continue
    await attempt.sendLog()
    await attempt.saveResult(result)
  }
}
