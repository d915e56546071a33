import { ExpectedError } from '@shared/base/expected-error'
import type { DesiredState } from '@shared/contract/experiments'
import type { ExperimentPlan, Unit } from '@shared/experiments/plan'
import type { ExperimentProgress } from '@shared/experiments/progress'
import { acquireLease } from '../../base/files/lease'
import { ChangeSignal } from '../../host/episode/change-signal'
import type { ExperimentFolder } from '../plan/experiment-folder'
import { remainder } from './budget'
import { createEarlyStop } from './early-stop'
import { createLedger, type Ledger } from './ledger'
import { type OpenedQueue, openLocalQueue } from './local-queue'
import type { FromWorker, ToWorker, WorkerSetup } from './messages'
import type { ClusterCoordinator, LogSync } from './other-machines'
import { playClaim } from './play-claim'
import { armOf, orderOf } from './play-order'
import { createProgressReport, NOTHING_BEFORE } from './progress-report'
import { createProviders } from './providers'
import { describeEnd, type EndReason, type RunEnd } from './run-end'
import type { Claim, ClaimLimits, RunQueue } from './run-queue'
import { type PlayOutcome, WorkerPool } from './worker-pool'

export interface RunOptions {
  readonly folder: ExperimentFolder
  readonly plan: ExperimentPlan
  /** The units of the plan that are played here. */
  readonly units: readonly Unit[]
  /** Null if everything is on this machine. */
  readonly logSync: LogSync | null
  /** Null if no other machine shares the queue. */
  readonly cluster: { readonly queue: RunQueue; readonly coordinator: ClusterCoordinator } | null
  readonly workerFile: string
  readonly processes: number
  readonly setup: Omit<WorkerSetup, 'pacedAddresses'>
  readonly retryFailed: boolean
  /** Maximum number of units that this run may begin. */
  readonly maxUnits: number | undefined
  readonly onProgress: (progress: ExperimentProgress) => void
  readonly signal: AbortSignal
}

/** Interval at which the desired state is read and the progress is written. */
const BEAT_MS = 1000

/**
 * Plays the missing units of an experiment in worker processes of this machine, until all are played, the budget is
 * spent, or the user stops it. Rejects with `running` if another process runs it, and with `cannot_write`.
 */
export async function runExperiment(options: RunOptions): Promise<RunEnd> {
  const { folder, plan, logSync, cluster } = options
  const lease = await acquireLease(folder.pathOf('running.json'))
  if (lease === null)
    throw new ExpectedError(
      'running',
      logSync === null
        ? `Another process runs the experiment "${plan.name}"; zorkgpt experiment status shows its progress.`
        : `Another worker plays the experiment "${plan.name}" in ${folder.dataFolder}. Each worker needs its own folder (--data) on a local disk.`,
    )
  try {
    const ledger = createLedger(plan, folder.dataFolder, cluster?.coordinator ?? null)
    const opened: OpenedQueue =
      cluster === null
        ? await openLocalQueue(options, ledger)
        : { queue: cluster.queue, results: new Map(), failed: new Set(), before: NOTHING_BEFORE }
    // If the queue does not answer, it may still have waiting units.
    const hasWaiting = await opened.queue.counts().then(
      ({ waiting }) => waiting > 0,
      () => true,
    )
    return await new Run(options, opened, ledger, hasWaiting ? options.processes : 0).untilEnd()
  } finally {
    await lease.release()
  }
}

interface PlayedUnit {
  readonly unit: Unit
  turns: number
  /** Why its model did not answer, as a sentence; null once it has answered again. */
  waitsFor: string | null
  /** Time of the next attempt, ms since 1970; null while it is played. */
  resumesAt: number | null
}

const describeWait = ({ waitsFor, resumesAt }: PlayedUnit): string =>
  resumesAt === null
    ? `${waitsFor} It is tried again.`
    : `${waitsFor} Next attempt in ${Math.max(0, Math.ceil((resumesAt - Date.now()) / 1000))} s.`

/** Takes units from the queue, lets workers play them, and settles them, until the run ends. */
class Run {
  readonly #options: RunOptions
  readonly #opened: OpenedQueue
  readonly #ledger: Ledger
  readonly #admittedByLooks: ReturnType<typeof createEarlyStop>
  readonly #providers: ReturnType<typeof createProviders>
  readonly #progress: ReturnType<typeof createProgressReport>
  readonly #pool: WorkerPool
  readonly #changed = new ChangeSignal()
  readonly #stop = new AbortController()
  readonly #playing = new Map<string, PlayedUnit>()
  #begun = 0
  #isPaused = false
  /** Whether the last heartbeat found only units of lost models. */
  #isLost = false
  #end: EndReason | null = null
  #fault: Error | null = null

  constructor(options: RunOptions, opened: OpenedQueue, ledger: Ledger, processes: number) {
    const { folder, plan, units, cluster, workerFile, setup, onProgress } = options
    this.#options = options
    this.#opened = opened
    this.#ledger = ledger
    this.#admittedByLooks = createEarlyStop(plan, units)
    this.#providers = createProviders(plan, cluster?.coordinator ?? null)
    this.#progress = createProgressReport(folder, opened.queue, units.length, opened.before, onProgress)
    this.#pool = new WorkerPool({
      workerFile,
      processes,
      setup: { ...setup, pacedAddresses: this.#providers.pacedAddresses },
      onMessage: (message, answer) => this.#receive(message, answer),
      onStartFailure: () => this.#over({ kind: 'no_workers' }),
    })
  }

  async untilEnd(): Promise<RunEnd> {
    const { folder, signal } = this.#options
    const interrupt = () => this.#over({ kind: 'interrupted' })
    signal.addEventListener('abort', interrupt, { once: true })
    if (signal.aborted) interrupt()
    let beat: Promise<void> | null = null
    const beats = setInterval(() => {
      // No heartbeat starts while the previous one waits for the database.
      beat ??= this.#beat()
        .catch((error: Error) => this.#fail(error))
        .finally(() => (beat = null))
    }, BEAT_MS)
    const playing = new Set<Promise<void>>()
    try {
      await folder.setDesiredState('run')
      await this.#writeProgress('running', null)
      for await (const claim of this.#opened.queue.claims(this.#limits, this.#stop.signal)) {
        const played = this.#play(claim)
          .catch((error: Error) => this.#fail(error))
          .finally(() => playing.delete(played))
        playing.add(played)
      }
    } finally {
      clearInterval(beats)
      signal.removeEventListener('abort', interrupt)
      await this.#pool.stop()
      await Promise.all(playing)
    }
    if (this.#fault !== null) throw this.#fault
    // Publishes the spending since the last heartbeat.
    await this.#readDesiredState()
    const end = describeEnd(this.#end ?? (await this.#progress.endReason()))
    return { ...end, progress: await this.#writeProgress('ended', end.reason, end.why) }
  }

  readonly #limits: ClaimLimits = {
    admits: (unit) => this.#admits(unit),
    changed: async (stop) => {
      await this.#changed.wait(stop, this.#providers.msUntilRelease() ?? BEAT_MS)
    },
  }

  #admits(unit: Unit): boolean {
    const { plan, maxUnits } = this.#options
    if (this.#isPaused || this.#stop.signal.aborted) return false
    if (maxUnits !== undefined && this.#begun >= maxUnits) {
      if (this.#playing.size === 0) this.#over({ kind: 'limit_reached', units: maxUnits })
      return false
    }
    const { agent, settings } = armOf(plan, unit)
    if (!this.#pool.hasRoom({ agent, player: settings.run.player })) return false
    if (this.#providers.of(unit)?.hasCapacity() === false) return false
    if (this.#providers.modelOf(unit)?.hasCapacity() === false) return false
    const isAdmitted = this.#admittedByLooks(unit, this.#opened)
    if (isAdmitted === null) return false
    if (isAdmitted === true && this.#ledger.budget.hasRoom()) return true
    const reason = isAdmitted === true ? this.#ledger.budget.whyNoneCanBegin() : isAdmitted
    if (reason !== null) this.#over(reason)
    return false
  }

  async #play(claim: Claim): Promise<void> {
    const { plan, folder, logSync } = this.#options
    const { unit } = claim
    const provider = this.#providers.of(unit)
    const model = this.#providers.modelOf(unit)
    const played: PlayedUnit = { unit, turns: 0, waitsFor: null, resumesAt: null }
    this.#begun++
    this.#playing.set(unit.key, played)
    this.#ledger.budget.startUnit(unit.key)
    provider?.startEpisode()
    model?.startEpisode()
    let outcome: PlayOutcome = { kind: 'released' }
    try {
      const turnsOf = (key: string) => this.#playing.get(key)?.turns ?? 0
      const run = { pool: this.#pool, ledger: this.#ledger, logSync, turnsOf }
      outcome = await playClaim(claim, orderOf(plan, folder, unit), run)
      if (outcome.kind === 'done') {
        this.#ledger.recordResult(unit, outcome.result)
        this.#opened.results.set(unit.key, outcome.result)
      }
    } finally {
      // Removed before it is settled, because after that the queue may give out the same unit again.
      this.#playing.delete(unit.key)
      this.#ledger.budget.endUnit(unit.key)
      if (played.resumesAt === null) provider?.endEpisode()
      model?.endEpisode()
      this.#resumeStalled()
      // If no unit of the arm can be played, this one did not fail. It waits until the user fixes the cause.
      if (outcome.kind === 'arm_failed') {
        this.#over({ ...outcome, arm: unit.arm })
        outcome = { kind: 'released' }
      }
      if (outcome.kind === 'released' && played.waitsFor !== null) outcome = { ...outcome, reason: played.waitsFor }
      await claim.settle(outcome)
      this.#changed.fire()
    }
  }

  #receive(message: FromWorker, answer: (message: ToWorker) => void): void {
    switch (message.type) {
      case 'progress': {
        const played = this.#playing.get(message.key)
        if (played === undefined) return
        played.turns = message.turns
        this.#ledger.record(played.unit, message, message.turns)
        this.#providers.modelOf(played.unit)?.recordAnswer()
        // Its model answers again, so more of its units may begin.
        if (played.waitsFor !== null) this.#changed.fire()
        played.waitsFor = null
        const reason = this.#ledger.budget.whySpent()
        if (reason !== null) this.#over(reason)
        return
      }
      case 'stalled':
        return this.#waitForModel(message.key, message.reason)
      case 'hold': {
        const { address, ms } = message
        this.#pool.broadcast({ type: 'hold', address, untilMs: this.#providers.hold(address, ms) })
        void this.#options.cluster?.coordinator.holdEndpoint(address, ms).catch((error: Error) => this.#fail(error))
        return
      }
      case 'pass':
        void this.#providers.waitForSlot(message.address, this.#stop.signal).then(
          // No request is sent after the run was stopped.
          () => this.#stop.signal.aborted || answer({ type: 'pass', request: message.request }),
          (error: Error) => this.#fail(error),
        )
    }
  }

  #waitForModel(key: string, reason: string): void {
    const played = this.#playing.get(key)
    if (played === undefined) return
    const model = this.#providers.modelOf(played.unit)
    played.waitsFor = reason
    played.resumesAt = Date.now() + (model?.recordStall() ?? 0)
    this.#providers.of(played.unit)?.pauseEpisode()
    this.#changed.fire()
  }

  /** Why the run only waits for models of which none is expected to answer; null while it does not. */
  #whyLost(): string | null {
    const units = [...this.#playing.values()]
    const areLost = units.every(
      ({ unit, resumesAt }) => resumesAt !== null && this.#providers.modelOf(unit)?.isLost() !== false,
    )
    return areLost ? (units[0]?.waitsFor ?? null) : null
  }

  /** Resumes the units that have waited long enough, as far as their providers have room. */
  #resumeStalled(): void {
    for (const [key, played] of this.#playing) {
      const provider = this.#providers.of(played.unit)
      if (played.resumesAt === null || played.resumesAt > Date.now() || provider?.hasCapacity() === false) continue
      provider?.startEpisode()
      played.resumesAt = null
      this.#pool.resume(key)
    }
  }

  /** Ends the run; the first reason counts. Units being played are released, to be resumed from their logs. */
  #over(reason: EndReason): void {
    if (this.#end !== null) return
    this.#end = reason
    this.#stop.abort()
    void this.#pool.stop()
  }

  #fail(error: Error): void {
    this.#fault ??= error
    this.#over({ kind: 'fault', message: error.message })
  }

  async #beat(): Promise<void> {
    const { plan, cluster } = this.#options
    const wasLost = this.#isLost
    const reason = this.#whyLost()
    this.#isLost = reason !== null
    // Units of other models may have begun since the last heartbeat.
    if (reason !== null && wasLost) return this.#over({ kind: 'endpoint_lost', reason: reason.replace(/[.\s]+$/, '') })
    this.#resumeStalled()
    const desiredState = await this.#readDesiredState()
    if (desiredState === 'cancel') return this.#over({ kind: 'cancelled' })
    // A machine that plays several experiments continues with another one.
    if (desiredState === 'pause' && cluster !== null && this.#playing.size === 0) return this.#over({ kind: 'paused' })
    if (this.#isPaused !== (desiredState === 'pause')) {
      this.#isPaused = desiredState === 'pause'
      this.#changed.fire()
    }
    const { wall_minutes: minutes } = plan.terms.budget
    if (minutes !== undefined && this.#progress.wallMs() >= minutes * 60_000)
      this.#over({ kind: 'time_spent', minutes })
    const waiting = [...this.#playing.values()].filter(({ waitsFor }) => waitsFor !== null)
    const state = waiting.length > 0 && waiting.length === this.#playing.size ? 'waiting' : 'running'
    const [first] = waiting
    await this.#writeProgress(this.#isPaused ? 'paused' : state, first === undefined ? null : describeWait(first))
  }

  /** Also updates the spending of all machines. If the database does not answer, the next heartbeat tries again. */
  async #readDesiredState(): Promise<DesiredState> {
    const { folder, cluster } = this.#options
    if (cluster === null) return folder.readDesiredState()
    const { budget } = this.#ledger
    const here = budget.spentHere()
    const status = await cluster.coordinator.readStatus().catch(() => null)
    if (status === null) return this.#isPaused ? 'pause' : 'run'
    budget.setSpentElsewhere(remainder(status.spent, here))
    this.#progress.setClusterWallMs(status.wallMs)
    return status.desiredState
  }

  #writeProgress(
    state: ExperimentProgress['state'],
    reason: string | null,
    end?: RunEnd['why'],
  ): Promise<ExperimentProgress> {
    return this.#progress.write({ state, end, reason, playing: this.#playing, spent: this.#ledger.budget.spentInAll() })
  }
}
