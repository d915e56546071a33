import { ExpectedError } from '@shared/base/expected-error'
import { type ExperimentPlan, whyIncompatible } from '@shared/experiments/plan'
import { unitsIn } from '../plan/experiment-folder'
import { readRecorded } from '../plan/recorded'
import { readNamed } from '../../base/files/plain-file'
import type { ExperimentStore } from '../store/experiment-store'
import { createLogSync } from './log-sync'
import { unitGroupsOf } from './unit-groups'
import type { QueueDatabase } from './queue-database'
import { SharedQueue } from './shared-queue'

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
  await publishRecorded(plan, store, dataFolder)
  const results = await store.readResults()
  const failures = await store.readFailures()
  const recorded = new Set(plan.arms.flatMap(({ name, files }) => (files === null ? [] : [name])))
  const missing = units.filter(({ key, arm }) => !results.has(key) && !recorded.has(arm))
  const givenUp = missing.filter(({ key }) => failures.get(key)?.isFinal === true)
  if (retryFailed)
    for (const { key } of givenUp)
      await store.saveFailure({ key, attempts: 0, reason: 'To be tried again.', isFinal: false })
  const waiting = retryFailed ? missing : missing.filter(({ key }) => failures.get(key)?.isFinal !== true)
  if (database === null) return waiting.length
  await database.setDesiredState(plan.name, 'run')
  const all = new Map(units.map((unit) => [unit.key, unit]))
  const queue = new SharedQueue(database, plan.name, all, unitGroupsOf(plan, store), AbortSignal.timeout(60_000))
  await queue.add(waiting)
  return (await queue.counts()).waiting
}

/** Recorded episodes are on this machine alone. */
async function publishRecorded(plan: ExperimentPlan, store: ExperimentStore, dataFolder: string): Promise<void> {
  const units = unitsIn(plan)
  const logSync = createLogSync(store, dataFolder)
  for (const arm of plan.arms.filter(({ files }) => files !== null))
    for (const result of await readRecorded(plan, arm, units, dataFolder)) {
      const unit = units.find(({ key }) => key === result.key)
      const attempt = unit && (await logSync.beginAttempt(unit))
      if (attempt === undefined || 'key' in attempt) continue
      await attempt.sendLog()
      await attempt.saveResult(result)
    }
}
