import { type ExperimentPlan, type Unit, unitsToPlay } from '@shared/experiments/plan'
import type { UnitFailure, UnitResult } from '@shared/experiments/result'
import { ChangeSignal } from '../../host/episode/change-signal'
import type { ExperimentFolder } from '../plan/experiment-folder'
import { readRecorded } from '../plan/results-from-logs'
import type { Ledger } from './ledger'
import type { LogSync } from './other-machines'
import type { BeforeRun } from './progress-report'
import {
  type Claim,
  type ClaimLimits,
  MAX_ATTEMPTS,
  type QueueCounts,
  type RunQueue,
  type UnitOutcome,
} from './run-queue'

/** A unit whose worker process dies this many times after the same turn counts as the cause. */
const MAX_LOSSES = 20

interface OutcomeStore {
  /** False if the unit has a result already. */
  saveResult(result: UnitResult): Promise<boolean>
  saveFailure(failure: UnitFailure): Promise<void>
}

interface QueuedUnit {
  readonly unit: Unit
  attempts: number
  losses: number
  lostAfter: number
}

/** Whether a settled unit returns to the front or the end of the queue, or leaves it (`counted`: with a new result). */
type Next = 'first' | 'last' | 'counted' | 'over'

/** The queue of a run on one machine. It is in memory, and each run fills it from the plan and the results. */
export class LocalQueue implements RunQueue {
  readonly #keeping: OutcomeStore
  readonly #before: ReadonlyMap<string, UnitFailure>
  readonly #known = new Set<string>()
  readonly #changed = new ChangeSignal()
  #waiting: QueuedUnit[] = []
  readonly #playing = new Map<string, AbortController>()
  #done = 0
  #failed = 0

  /** `before`: the failures of earlier runs, by unit key. */
  constructor(keeping: OutcomeStore, before: ReadonlyMap<string, UnitFailure> = new Map()) {
    this.#keeping = keeping
    this.#before = before
  }

  async add(units: readonly Unit[]): Promise<void> {
    for (const unit of units) {
      if (this.#known.has(unit.key)) continue
      this.#known.add(unit.key)
      const attempts = this.#before.get(unit.key)?.attempts ?? 0
      this.#waiting.push({ unit, attempts, losses: 0, lostAfter: -1 })
    }
    this.#changed.fire()
  }

  async *claims(limits: ClaimLimits, stop: AbortSignal): AsyncGenerator<Claim> {
    while (!stop.aborted) {
      const { fired } = this.#changed
      const index = this.#waiting.findIndex(({ unit }) => limits.admits(unit))
      const [next] = index === -1 ? [] : this.#waiting.splice(index, 1)
      if (next !== undefined) yield this.#claim(next)
      else if (this.#waiting.length === 0 && this.#playing.size === 0) return
      else if (this.#changed.fired === fired) await this.#wakeUp(limits, stop)
    }
  }

  /** Both waits end together, so that none is left pending. */
  async #wakeUp(limits: ClaimLimits, stop: AbortSignal): Promise<void> {
    const done = new AbortController()
    const stopped = AbortSignal.any([stop, done.signal])
    await Promise.race([this.#changed.wait(stopped), limits.changed(stopped)])
    done.abort()
  }

  #claim(waiting: QueuedUnit): Claim {
    const { unit } = waiting
    const abort = new AbortController()
    this.#playing.set(unit.key, abort)
    return {
      unit,
      attempt: waiting.attempts + 1,
      signal: abort.signal,
      settle: async (outcome) => {
        let next: Next = 'last'
        try {
          next = await this.#record(waiting, outcome)
          return next === 'counted'
        } finally {
          // Both are done in one step, because a unit that waits while it counts as being played could be claimed
          // twice.
          this.#playing.delete(unit.key)
          if (this.#known.has(unit.key)) {
            if (next === 'first') this.#waiting.unshift(waiting)
            if (next === 'last') this.#waiting.push(waiting)
          }
          this.#changed.fire()
        }
      },
    }
  }

  async #record(waiting: QueuedUnit, outcome: UnitOutcome): Promise<Next> {
    switch (outcome.kind) {
      case 'done':
        this.#done++
        return (await this.#keeping.saveResult(outcome.result)) ? 'counted' : 'over'
      case 'failed':
        waiting.attempts++
        return this.#fail(waiting, outcome.reason, outcome.isFinal || waiting.attempts >= MAX_ATTEMPTS)
      case 'lost': {
        waiting.losses = outcome.turns > waiting.lostAfter ? 1 : waiting.losses + 1
        waiting.lostAfter = outcome.turns
        return waiting.losses >= MAX_LOSSES
          ? this.#fail(waiting, `Its worker process died ${MAX_LOSSES} times after turn ${outcome.turns}.`, true)
          : 'first'
      }
      case 'released':
        if (outcome.reason !== undefined) {
          const { attempts } = waiting
          await this.#keeping.saveFailure({ key: waiting.unit.key, attempts, reason: outcome.reason, isFinal: false })
        }
        return 'first'
    }
  }

  async #fail({ unit: { key }, attempts }: QueuedUnit, reason: string, isFinal: boolean): Promise<Next> {
    await this.#keeping.saveFailure({ key, attempts, reason, isFinal })
    if (!isFinal) return 'last'
    this.#failed++
    return 'over'
  }

  async counts(): Promise<QueueCounts> {
    return { waiting: this.#waiting.length, playing: this.#playing.size, done: this.#done, failed: this.#failed }
  }

  async cancel(keys: readonly string[]): Promise<void> {
    const cancelled = new Set(keys)
    for (const key of keys) this.#known.delete(key)
    this.#waiting = this.#waiting.filter(({ unit }) => !cancelled.has(unit.key))
    for (const [key, abort] of this.#playing) if (cancelled.has(key)) abort.abort()
    this.#changed.fire()
  }
}

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

/** A queue with the units that are still to be played. The spending of earlier runs is recorded in `ledger`. */
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
  // With a log sync, recorded episodes are on the machine that published the experiment.
  const recorded = logSync === null ? await readRecorded(plan, units, folder.dataFolder) : []
  for (const result of recorded) {
    await folder.saveResult(result)
    results.set(result.key, result)
  }
  for (const unit of units) {
    const result = results.get(unit.key)
    if (result !== undefined) ledger.recordResult(unit, result)
  }
  const failed = new Set<string>()
  const waiting: Unit[] = []
  for (const unit of unitsToPlay(plan, units).filter(({ key }) => !results.has(key))) {
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
