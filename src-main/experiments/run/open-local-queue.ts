import type { ExperimentPlan, Unit } from '@shared/experiments/plan'
import type { UnitResult } from '@shared/experiments/result'
import type { ExperimentFolder } from '../plan/experiment-folder'
import { readRecorded } from '../plan/recorded'
import type { Ledger } from './ledger'
import { LocalQueue } from './local-queue'
import type { LogSync } from './other-machines'
import type { BeforeRun } from './progress-report'
import type { RunQueue } from './run-queue'

interface LocalRun {
  readonly folder: ExperimentFolder
  readonly plan: ExperimentPlan
  readonly units: readonly Unit[]
  readonly logSync: LogSync | null
  readonly retryFailed: boolean
}

export interface OpenedQueue {
  readonly queue: RunQueue
  /** Results and attempts of the run's units; the run adds to both. */
  readonly results: Map<string, UnitResult>
  readonly failed: ReadonlySet<string>
  readonly before: BeforeRun
}

/** A queue with the units that are still to be played. What earlier runs spent is recorded in `ledger`. */
export async function openLocalQueue(
  { folder, plan, units, logSync, retryFailed }: LocalRun,
  ledger: Ledger,
): Promise<OpenedQueue> {
  const [saved, failures, progress] = await Promise.all([
    folder.readResults(),
    folder.readFailures(),
    folder.readProgress(),
  ])
  const keys = new Set(units.map(({ key }) => key))
  const results = new Map([...saved].filter(([key]) => keys.has(key)))
  const recordedArms = plan.arms.filter(({ files }) => files !== null)
  // With a log sync, recorded episodes are on the machine that published the experiment.
  for (const arm of logSync === null ? recordedArms : [])
    for (const result of await readRecorded(plan, arm, units, folder.dataFolder)) {
      await folder.saveResult(result)
      results.set(result.key, result)
    }
  for (const unit of units) {
    const result = results.get(unit.key)
    if (result !== undefined) ledger.recordResult(unit, result)
  }
  const failed = new Set<string>()
  const waiting: Unit[] = []
  const isRecorded = ({ arm }: Unit) => recordedArms.some(({ name }) => name === arm)
  for (const unit of units.filter((one) => !results.has(one.key) && !isRecorded(one))) {
    const failure = failures.get(unit.key)
    if (failure !== undefined && retryFailed) await folder.deleteFailure(unit.key)
    if (failure?.isFinal === true && !retryFailed) failed.add(unit.key)
    else waiting.push(unit)
    if (logSync === null) await ledger.recordLog(unit)
  }
  const before = { done: results.size, failed: failed.size, wallMs: progress?.wall_ms ?? 0 }
  const queue = new LocalQueue(
    {
      saveResult: (result) => folder.saveResult(result),
      saveFailure: async (failure) => {
        if (failure.isFinal) failed.add(failure.key)
        await folder.saveFailure(failure)
        await logSync?.saveFailure(failure)
      },
    },
    retryFailed ? new Map() : failures,
  )
  await queue.add(waiting)
  return { queue, results, failed, before }
}
