import type { Job } from 'pg-boss'
import { groupBy } from '@shared/experiments/figures'
import type { Unit } from '@shared/experiments/plan'
import type { Claim, QueueCounts, ClaimLimits, UnitOutcome, RunQueue } from '../run/run-queue'
import { retryUntilAvailable, type QueueDatabase } from './queue-database'

/** A unit that has not ended after this many claims fails for good, because it may crash the machines. */
const MAX_CLAIMS = 60
/** Pause between queries while no unit can be claimed. */
const IDLE_MS = 1000
const A_YEAR_S = 365 * 86_400

/** The data of a job, which contains no prompt, API key or address. */
interface UnitJob {
  readonly key: string
}

/** Groups of units that share limits. No unit of a group begins while the limits do not admit one of its arms. */
export interface UnitGroups {
  groupOf(unit: Unit): string
  /** Maximum number of concurrent units on all machines together; undefined without a limit. */
  limitOf(group: string): number | undefined
  /** Whether the published plan has the unit; the plan may have grown since this machine read it. */
  isPlanned(key: string): Promise<boolean>
  /** Resolves to whether the failure is final. */
  recordFailure(unit: Unit, reason: string, isFinal: boolean): Promise<boolean>
}

/**
 * The queue of many machines, on pg-boss. A machine sends heartbeats for the units it holds. Without them a unit goes
 * to another machine; the claim of the first is aborted at its next heartbeat, and its outcome does not count.
 */
export class SharedQueue implements RunQueue {
  readonly #database: QueueDatabase
  readonly #experiment: string
  readonly #name: string
  readonly #units: ReadonlyMap<string, Unit>
  readonly #grouping: UnitGroups
  readonly #held = new Map<string, { readonly retryCount: number; readonly abort: AbortController }>()
  readonly #stop: AbortSignal
  #beating: NodeJS.Timeout | undefined

  /** `units`: all units of the experiment, by key. */
  constructor(
    database: QueueDatabase,
    experiment: string,
    units: ReadonlyMap<string, Unit>,
    grouping: UnitGroups,
    stop: AbortSignal,
  ) {
    this.#database = database
    this.#experiment = experiment
    this.#name = queueName(experiment)
    this.#units = units
    this.#grouping = grouping
    this.#stop = stop
  }

  /** Settled units are added again. A worker that claims a unit with a result finds that result in the store. */
  async add(units: readonly Unit[]): Promise<void> {
    const { boss, timing } = this.#database
    const order = new Map([...this.#units.keys()].map((key, index) => [key, index]))
    await boss.createQueue(this.#name, {
      heartbeatSeconds: timing.expireSeconds,
      expireInSeconds: 86_000,
      // Practically unlimited, because every release counts as a retry.
      retryLimit: 10_000,
      retentionSeconds: A_YEAR_S,
      deleteAfterSeconds: A_YEAR_S,
    })
    for (let from = 0; from < units.length; from += 1000) {
      const some = units.slice(from, from + 1000)
      const settled = await this.#settledOf(some)
      if (settled.length > 0) await boss.deleteJob(this.#name, settled)
      await boss.insert(
        this.#name,
        some.map((unit) => {
          const group = this.#grouping.groupOf(unit)
          return {
            id: jobId(unit.key),
            data: { key: unit.key } satisfies UnitJob,
            // Ordered by seed, so that an interrupted experiment has complete pairs.
            priority: -(order.get(unit.key) ?? 0),
            group: { id: group, tier: group },
          }
        }),
      )
    }
  }

  async #settledOf(units: readonly Unit[]): Promise<string[]> {
    const rows = await this.#database.query(
      `SELECT id::text AS id FROM pgboss.job
        WHERE name = $1 AND id = ANY($2::uuid[]) AND state IN ('completed', 'failed', 'cancelled')`,
      [this.#name, units.map(({ key }) => jobId(key))],
    )
    return rows.map(({ id }) => String(id))
  }

  async *claims(limits: ClaimLimits, stop: AbortSignal): AsyncGenerator<Claim> {
    const ofArms = new Map([...this.#units.values()].map((unit) => [unit.arm, unit]))
    const examples = groupBy([...ofArms.values()], (unit) => this.#grouping.groupOf(unit))
    const tiers: Record<string, number> = {}
    for (const group of examples.keys()) {
      const most = this.#grouping.limitOf(group)
      if (most !== undefined) tiers[group] = most
    }
    let planHasGrown = false
    while (!stop.aborted) {
      const closed = [...examples].flatMap(([group, arms]) =>
        arms.every((unit) => limits.admits(unit)) ? [] : [group],
      )
      const job = planHasGrown || closed.length === examples.size ? null : await this.#fetch(closed, tiers, stop)
      if (job !== null) {
        const unit = this.#unitOf(job)
        if (unit !== undefined && job.retryCount >= MAX_CLAIMS) await this.#giveUp(unit, job)
        else if (unit !== undefined) yield this.#claim(unit, job)
        // The unit was added after this worker had read the plan. A worker with the current plan will play it.
        else if ((planHasGrown = await this.#isPlanned(job))) await this.#return(job)
        else await this.#complete(job, { failed: 'The plan has no such unit.' })
        continue
      }
      if (stop.aborted || (this.#held.size === 0 && (planHasGrown || (await this.#isOver(stop))))) return
      await limits.changed(AbortSignal.any([stop, AbortSignal.timeout(IDLE_MS)]))
    }
  }

  async counts(): Promise<QueueCounts> {
    const rows = await this.#database.query(
      `SELECT state::text AS state, output->>'failed' IS NOT NULL AS failed, count(*)::int AS count
         FROM pgboss.job WHERE name = $1 GROUP BY 1, 2`,
      [this.#name],
    )
    const sum = (isWanted: (state: string, failed: boolean) => boolean) =>
      rows
        .filter(({ state, failed }) => isWanted(String(state), failed === true))
        .reduce((total, { count }) => total + Number(count), 0)
    return {
      waiting: sum((state) => state === 'created' || state === 'retry'),
      playing: sum((state) => state === 'active'),
      done: sum((state, failed) => state === 'completed' && !failed),
      failed: sum((state, failed) => state === 'failed' || (state === 'completed' && failed)),
    }
  }

  /** The units being played on all machines. */
  async playing(): Promise<readonly { readonly key: string; readonly turns: number }[]> {
    const rows = await this.#database.query(
      `SELECT data->>'key' AS key, (SELECT coalesce(max(turns), 0) FROM zorkgpt.spent WHERE experiment = $2 AND unit = data->>'key') AS turns
         FROM pgboss.job WHERE name = $1 AND state = 'active'`,
      [this.#name, this.#experiment],
    )
    return rows.map(({ key, turns }) => ({ key: String(key), turns: Number(turns) }))
  }

  async cancel(keys: readonly string[]): Promise<void> {
    if (keys.length > 0) await this.#database.boss.cancel(this.#name, keys.map(jobId))
  }

  async #fetch(closed: readonly string[], tiers: Readonly<Record<string, number>>, stop: AbortSignal) {
    const jobs = await retryUntilAvailable(
      () =>
        this.#database.boss.fetch<UnitJob>(this.#name, {
          batchSize: 1,
          ...(closed.length > 0 && { ignoreGroups: [...closed] }),
          ...(Object.keys(tiers).length > 0 && { groupConcurrency: { default: 100_000, tiers } }),
        }),
      stop,
    )
    return jobs?.[0] ?? null
  }

  /** Undefined for jobs of other programs, which may have any data. */
  #unitOf({ id, data }: Job<unknown>): Unit | undefined {
    const key = keyIn(data)
    return jobId(key) === id ? this.#units.get(key) : undefined
  }

  async #isPlanned({ id, data }: Job<unknown>): Promise<boolean> {
    const key = keyIn(data)
    return jobId(key) === id && !this.#units.has(key) && (await this.#grouping.isPlanned(key))
  }

  async #isOver(stop: AbortSignal): Promise<boolean> {
    const counts = await retryUntilAvailable(() => this.counts(), stop)
    return counts !== null && counts.waiting === 0
  }

  #claim(unit: Unit, job: Job<UnitJob>): Claim {
    const abort = new AbortController()
    const held = { retryCount: job.retryCount, abort }
    this.#held.set(job.id, held)
    // Held units need heartbeats until they are settled, also when no more units are claimed.
    this.#beating ??= setInterval(
      () => void this.#beat().catch(() => {}),
      this.#database.timing.heartbeatSeconds * 1000,
    )
    return {
      unit,
      attempt: job.retryCount + 1,
      signal: abort.signal,
      settle: async (outcome) => {
        try {
          return await this.#settle(unit, job, outcome)
        } finally {
          // This machine may have claimed the same unit again since.
          if (this.#held.get(job.id) === held) this.#held.delete(job.id)
          if (this.#held.size === 0) this.#stopBeating()
        }
      },
    }
  }

  async #settle(unit: Unit, job: Job<UnitJob>, outcome: UnitOutcome): Promise<boolean> {
    switch (outcome.kind) {
      case 'done':
        return this.#complete(job, {})
      case 'failed': {
        const isFinal = await this.#grouping.recordFailure(unit, outcome.reason, outcome.isFinal)
        if (isFinal) await this.#complete(job, { failed: outcome.reason.slice(0, 500) })
        else await this.#return(job)
        return false
      }
      case 'lost':
      case 'released':
        await this.#return(job)
        return false
    }
  }

  async #giveUp(unit: Unit, job: Job<UnitJob>): Promise<void> {
    const reason = `It was claimed ${MAX_CLAIMS} times and never ended.`
    await this.#grouping.recordFailure(unit, reason, true)
    await this.#complete(job, { failed: reason })
  }

  /**
   * Resolves to false if another machine has claimed the unit. If the database does not answer at shutdown, nothing is
   * lost: the next worker finds the result in the store, or resumes from the log.
   */
  async #complete({ id, retryCount }: Job<UnitJob>, output: object): Promise<boolean> {
    const { boss } = this.#database
    const answer = await retryUntilAvailable(() => boss.complete(this.#name, { id, retryCount }, output), this.#stop)
    return answer === null || affected(answer) > 0
  }

  #return({ id, retryCount }: Job<UnitJob>): Promise<unknown> {
    const { boss } = this.#database
    return retryUntilAvailable(() => boss.fail(this.#name, { id, retryCount }), this.#stop)
  }

  #stopBeating(): void {
    clearInterval(this.#beating)
    this.#beating = undefined
  }

  async #beat(): Promise<void> {
    const { boss } = this.#database
    const held = [...this.#held]
    await Promise.all(
      held.map(async ([id, { retryCount, abort }]) => {
        if (affected(await boss.touch(this.#name, { id, retryCount })) === 0) abort.abort()
      }),
    )
  }
}

const keyIn = (data: unknown): string => {
  const { key } = Object(data) as Readonly<Record<string, unknown>>
  return typeof key === 'string' ? key : ''
}

const affected = (answer: unknown): number => (answer as { readonly affected?: number }).affected ?? 0

const queueName = (experiment: string): string => `zorkgpt.${experiment}`

/** The first half of the key as a UUID, so that a unit is never added twice. */
const jobId = (key: string): string =>
  [key.slice(0, 8), key.slice(8, 12), key.slice(12, 16), key.slice(16, 20), key.slice(20, 32)].join('-')
