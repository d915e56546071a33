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
  /** Null where machines share their work by slices. */
  readonly database: QueueDatabase | null
  readonly dataFolder: string
  readonly retryFailed: boolean
}

/**
 * Puts an experiment where other machines find it, and what is missing of it in the queue. Again, it adds what is new.
 * Resolves to how many units wait. Rejects with `bad_input` if what is there is another experiment of that name.
 */
export async function publish(
  plan: ExperimentPlan,
  { store, database, dataFolder, retryFailed }: PublishOptions,
): Promise<number> {
  if (plan.terms.stop !== undefined)
    throw new ExpectedError(
      'bad_input',
      'The file stops at planned looks ([stop]), which machines that share an experiment do not take. Leave the table out, or run it on one machine.',
    )
  const begun = await store.readPlan()
  const why = begun === null ? null : whyIncompatible(begun, plan)
  if (why !== null)
    throw new ExpectedError(
      'bad_input',
      `An experiment "${plan.name}" is there already, and cannot go on by this file: ${why}. Put it back as it was, or give the experiment another name.`,
    )
  await store.publish(plan, (path) => readNamed(path, LONGEST_STORY_BYTES))
  const units = unitsIn(plan)
  await publishRecorded(plan, store, dataFolder)
  const results = await store.readResults()
  const failures = await store.readFailures()
  const recorded = new Set(plan.arms.flatMap(({ name, files }) => (files === null ? [] : [name])))
  const missing = units.filter(({ key, arm }) => !results.has(key) && !recorded.has(arm))
  const left = missing.filter(({ key }) => failures.get(key)?.isFinal === true)
  if (retryFailed)
    for (const { key } of left)
      await store.saveFailure({ key, attempts: 0, reason: 'It is tried again.', isFinal: false })
  const wanted = retryFailed ? missing : missing.filter(({ key }) => failures.get(key)?.isFinal !== true)
  if (database === null) return wanted.length
  await database.setDesiredState(plan.name, 'run')
  const all = new Map(units.map((unit) => [unit.key, unit]))
  const queue = new SharedQueue(database, plan.name, all, unitGroupsOf(plan, store), AbortSignal.timeout(60_000))
  await queue.add(wanted)
  return (await queue.counts()).waiting
}

/** What is recorded is not played: it lies on the machine of whoever publishes it. */
async function publishRecorded(plan: ExperimentPlan, store: ExperimentStore, dataFolder: string): Promise<void> {
  const units = unitsIn(plan)
  const courier = createLogSync(store, dataFolder)
  for (const arm of plan.arms.filter(({ files }) => files !== null))
    for (const result of await readRecorded(plan, arm, units, dataFolder)) {
      const unit = units.find(({ key }) => key === result.key)
      const attempt = unit && (await courier.beginAttempt(unit))
      if (attempt === undefined || 'key' in attempt) continue
      await attempt.sendLog()
      await attempt.saveResult(result)
    }
}
