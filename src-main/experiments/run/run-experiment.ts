import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { ExpectedError } from '@shared/base/expected-error'
import { costOf, type ModelUsage } from '@shared/experiments/costs'
import { asksModel, type ExperimentPlan, type PlannedArm, type Unit } from '@shared/experiments/plan'
import type { DesiredState } from '@shared/contract/experiments'
import type { ExperimentProgress } from '@shared/experiments/progress'
import { reportOf } from '@shared/experiments/report'
import type { UnitResult } from '@shared/experiments/result'
import { hasLog, summaryOf } from '../../episode/list-episodes'
import type { ExperimentFolder } from '../plan/experiment-folder'
import { readRecorded } from '../plan/recorded'
import { ChangeSignal } from '../../host/episode/change-signal'
import { acquireLease } from '../../base/files/lease'
import { profileFor } from '../../llm/profiles'
import { Budget, NOTHING_SPENT, type Spending } from './budget'
import { LocalQueue } from './local-queue'
import type { UnitAttempt, LogSync, ClusterCoordinator } from './other-machines'
import type { FromWorker, ToWorker, WorkerSetup } from './messages'
import { armOf, endpointOf, orderOf } from './play-order'
import { Provider } from './providers'
import type { Claim, QueueCounts, ClaimLimits, UnitOutcome, RunQueue } from './run-queue'
import { WorkerPool } from './worker-pool'

export interface RunOptions {
  readonly folder: ExperimentFolder
  readonly plan: ExperimentPlan
  /** Of the plan, those that are played here. */
  readonly units: readonly Unit[]
  /** Null where all lies on this machine. */
  readonly courier: LogSync | null
  /** Null where no other machine plays with this one. */
  readonly shared: { readonly queue: RunQueue; readonly exchange: ClusterCoordinator } | null
  readonly workerFile: string
  readonly processes: number
  readonly setup: Omit<WorkerSetup, 'pacedAddresses'>
  readonly retryFailed: boolean
  /** No more than so many units in this run. */
  readonly most: number | undefined
  readonly onProgress: (progress: ExperimentProgress) => void
  readonly signal: AbortSignal
}

/** Why a run ended. */
export interface RunEnd {
  readonly why: 'finished' | 'known' | 'budget' | 'failed' | 'interrupted' | 'cancelled' | 'limit'
  readonly reason: string
  readonly progress: ExperimentProgress
}

/** How often it is looked for what somebody wants, and told how far the run is. */
const BEAT_MS = 1000
/** How often what was played is sent to where others can go on with it. */
const SEND_MS = 10_000

/**
 * Runs what is still missing of an experiment, in workers of this machine, until all is played, the budget is spent or
 * somebody wants it to stop. Rejects with `running` if another program runs it, and with `cannot_write`.
 */
export async function runExperiment(options: RunOptions): Promise<RunEnd> {
  const { folder, plan, courier } = options
  const mark = await acquireLease(folder.pathOf('running.json'))
  if (mark === null)
    throw new ExpectedError(
      'running',
      courier === null
        ? `The experiment "${plan.name}" is run by another program: zorkgpt experiment status shows how far it is.`
        : `Another worker plays the experiment "${plan.name}" in ${folder.dataFolder}: each needs a folder of its own (--data), on a disk of its machine.`,
    )
  try {
    return await new Run(options).toTheEnd()
  } finally {
    await mark.release()
  }
}

class Run {
  readonly #options: RunOptions
  readonly #units: readonly Unit[]
  readonly #budget: Budget
  readonly #providers: ReadonlyMap<string, Provider>
  readonly #arms: ReadonlyMap<string, ArmInRun>
  readonly #changed = new ChangeSignal()
  readonly #stop = new AbortController()
  readonly #playing = new Map<string, { readonly unit: Unit; turns: number }>()
  #results: Map<string, UnitResult> = new Map()
  #failed = new Set<string>()
  readonly #looked = new Set<number>()
  #pool: WorkerPool | null = null
  #end: Pick<RunEnd, 'why' | 'reason'> | null = null
  #isPaused = false
  #waitingFor: string | null = null
  #begun = 0
  readonly #attempts = new Map<string, { readonly name: string; readonly before: Spending }>()
  #queue: RunQueue | null = null
  #doneBefore = 0
  #failedBefore = 0
  #counts: QueueCounts = { waiting: 0, playing: 0, done: 0, failed: 0 }
  readonly #beganAt = performance.now()
  #wallBefore = 0
  /** Since it was published, where others play as well. */
  #wallElsewhere: number | null = null
  #fault: Error | null = null

  constructor(options: RunOptions) {
    const { plan } = options
    this.#options = options
    this.#units = options.units
    this.#budget = new Budget(plan.terms.budget)
    this.#providers = providersOf(plan)
    this.#arms = new Map(
      plan.arms.map((arm) => [
        arm.name,
        {
          player: arm.settings.run.player,
          agent: arm.agent,
          provider: this.#providers.get(endpointOf(arm) ?? ''),
        },
      ]),
    )
  }

  async toTheEnd(): Promise<RunEnd> {
    const { folder, processes, workerFile, setup, shared, signal } = this.#options
    const queue = shared?.queue ?? (await this.#openQueue())
    this.#queue = queue
    const paced = [...this.#providers.values()].filter(({ isPaced }) => isPaced || shared !== null)
    // A queue that does not answer now is asked again.
    const isLeft = await queue.counts().then(
      ({ waiting }) => waiting > 0,
      () => true,
    )
    this.#pool = new WorkerPool({
      workerFile,
      processes: isLeft ? processes : 0,
      setup: { ...setup, pacedAddresses: paced.map(({ address }) => address) },
      onMessage: (message, answer) => this.#hear(message, answer),
      onStartFailure: () =>
        this.#over('failed', 'The processes that play cannot be started; their complaints stand above'),
    })
    const interrupted = () => this.#over('interrupted', 'It was interrupted')
    signal.addEventListener('abort', interrupted, { once: true })
    if (signal.aborted) interrupted()
    let beating: Promise<void> | null = null
    const beat = setInterval(() => {
      // One that waits for a database is no reason for another.
      beating ??= this.#beat()
        .catch((error: Error) => this.#break(error))
        .finally(() => (beating = null))
    }, BEAT_MS)
    const playing = new Set<Promise<void>>()
    try {
      await folder.setDesiredState('run')
      await this.#tell('running')
      for await (const claim of queue.claims(this.#limits, this.#stop.signal)) {
        const played = this.#play(claim)
          .catch((error: Error) => this.#break(error))
          .finally(() => playing.delete(played))
        playing.add(played)
      }
    } finally {
      clearInterval(beat)
      signal.removeEventListener('abort', interrupted)
      await this.#pool.stop()
      await Promise.all(playing)
    }
    if (this.#fault !== null) throw this.#fault
    // What was spent since the last beat is told as well.
    await this.#readWish()
    this.#counts = await queue.counts().catch(() => this.#counts)
    const end = this.#end ?? this.#finished()
    return { ...end, progress: await this.#tell('ended', end.reason) }
  }

  /** With all that is still to be played: what there is already is read. */
  async #openQueue(): Promise<LocalQueue> {
    const { folder, courier, retryFailed } = this.#options
    const [results, failures, before] = await Promise.all([
      folder.readResults(),
      folder.readFailures(),
      folder.readProgress(),
    ])
    const wanted = new Set(this.#units.map(({ key }) => key))
    this.#results = new Map([...results].filter(([key]) => wanted.has(key)))
    const { plan } = this.#options
    // What is recorded lies on the machine of whoever published it.
    for (const arm of plan.arms.filter(({ files }) => files !== null && courier === null))
      for (const result of await readRecorded(plan, arm, this.#units, folder.dataFolder)) {
        await folder.saveResult(result)
        this.#results.set(result.key, result)
      }
    const recorded = new Set(plan.arms.flatMap(({ name, files }) => (files === null ? [] : [name])))
    this.#doneBefore = this.#results.size
    this.#wallBefore = before?.wall_ms ?? 0
    for (const unit of this.#units) {
      const result = this.#results.get(unit.key)
      if (result !== undefined) this.#spend(unit, usedFor(result))
    }
    const left: Unit[] = []
    for (const unit of this.#units.filter(({ key, arm }) => !this.#results.has(key) && !recorded.has(arm))) {
      const failure = failures.get(unit.key)
      if (failure !== undefined && retryFailed) await folder.deleteFailure(unit.key)
      if (failure?.isFinal === true && !retryFailed) this.#failed.add(unit.key)
      else left.push(unit)
      // Of what was broken off the log says what it took.
      const used = courier === null ? await this.#usedIn(unit) : null
      if (used !== null) this.#spend(unit, used)
    }
    this.#failedBefore = this.#failed.size
    const queue = new LocalQueue(
      {
        saveResult: (result) => folder.saveResult(result),
        saveFailure: async (failure) => {
          if (failure.isFinal) this.#failed.add(failure.key)
          await folder.saveFailure(failure)
          await courier?.saveFailure(failure)
        },
      },
      retryFailed ? new Map() : failures,
    )
    await queue.add(left)
    return queue
  }

  readonly #limits: ClaimLimits = {
    admits: (unit) => this.#admits(unit),
    changed: async (stop) => {
      const ms = Math.min(
        ...[...this.#providers.values()].map(({ heldUntil }) => heldUntil - Date.now()).filter((left) => left > 0),
      )
      await this.#changed.wait(stop, Number.isFinite(ms) ? ms + 1 : BEAT_MS)
    },
  }

  #admits(unit: Unit): boolean {
    const { most } = this.#options
    if (this.#isPaused || this.#stop.signal.aborted || this.#pool === null) return false
    if (most !== undefined && this.#begun >= most) {
      if (this.#playing.size === 0) this.#over('limit', `${most} ${most === 1 ? 'episode' : 'episodes'} were asked for`)
      return false
    }
    const arm = this.#arms.get(unit.arm)
    if (arm === undefined || !this.#pool.hasRoom(arm) || arm.provider?.hasCapacity() === false) return false
    if (!this.#isWithinLook(unit)) return false
    if (this.#budget.hasRoom()) return true
    const why = this.#budget.whyNoMore()
    if (why !== null) this.#over('budget', why)
    return false
  }

  async #play(claim: Claim): Promise<void> {
    const { unit } = claim
    const provider = this.#providerOf(unit)
    this.#begun++
    this.#playing.set(unit.key, { unit, turns: 0 })
    this.#budget.begin(unit.key)
    provider?.startEpisode()
    let outcome: UnitOutcome = { kind: 'released' }
    try {
      outcome = await this.#outcomeOf(claim)
      if (outcome.kind === 'done') {
        this.#spend(unit, usedFor(outcome.result))
        this.#results.set(unit.key, outcome.result)
      }
    } finally {
      // Before it is settled: from then on the queue may give the same unit out again.
      this.#playing.delete(unit.key)
      this.#budget.end(unit.key)
      provider?.endEpisode()
      // What no other unit of the arm could do either is no failure of this one: it waits for somebody to mend it.
      if (outcome.kind === 'failed' && outcome.isFinal) {
        this.#over('failed', `Arm "${unit.arm}" cannot be played: ${outcome.reason}`)
        outcome = { kind: 'released' }
      }
      await claim.settle(outcome)
      this.#changed.fire()
    }
  }

  async #outcomeOf({ unit, signal }: Claim): Promise<UnitOutcome> {
    const { plan, folder, courier } = this.#options
    const own: { attempt?: UnitAttempt } = {}
    const prepare = async (): Promise<UnitOutcome | null> => {
      const begun = (await courier?.beginAttempt(unit)) ?? null
      if (begun !== null && 'key' in begun) return { kind: 'done', result: begun }
      if (begun === null) return null
      own.attempt = begun
      await this.#takeOver(unit, begun)
      return null
    }
    const letGo = () => this.#pool?.release(unit.key)
    signal.addEventListener('abort', letGo, { once: true })
    const send = async () => own.attempt?.sendLog()
    // What cannot be sent now is sent with the next.
    const sending = setInterval(() => {
      // Until it goes on, what the log has may still be cut, or begun anew.
      if ((this.#playing.get(unit.key)?.turns ?? 0) > 0) void send().catch(() => {})
    }, SEND_MS)
    try {
      const outcome = (await this.#pool?.play(orderOf(plan, folder, unit), prepare)) ?? { kind: 'released' }
      if (outcome.kind === 'done') {
        await send()
        await own.attempt?.saveResult(outcome.result)
      } else await send().catch(() => {})
      return outcome
    } finally {
      clearInterval(sending)
      signal.removeEventListener('abort', letGo)
    }
  }

  /** What the log has by now was paid for by whoever played it before. */
  async #takeOver(unit: Unit, { name }: UnitAttempt): Promise<void> {
    const used = await this.#usedIn(unit)
    const before = used === null ? NOTHING_SPENT : this.#spentBy(unit, used)
    this.#attempts.set(unit.key, { name, before })
    this.#budget.takeOver(unit.key, before)
  }

  /** As the log on this machine says; null where there is none. */
  async #usedIn({ episode }: Unit): Promise<ModelUsage | null> {
    const path = join(this.#options.folder.dataFolder, episode)
    const summary = hasLog(path) ? await summaryOf(path).catch(() => null) : null
    return summary && { tokensIn: summary.tokens.in, tokensOut: summary.tokens.out, costUsd: summary.costUsd }
  }

  #hear(message: FromWorker, answer: (message: ToWorker) => void): void {
    switch (message.type) {
      case 'progress': {
        const played = this.#playing.get(message.key)
        if (played === undefined) return
        played.turns = message.turns
        this.#spend(played.unit, message)
        this.#providerOf(played.unit)?.recordAnswer()
        this.#waitingFor = null
        const why = this.#budget.whyOver()
        if (why !== null) this.#over('budget', why)
        return
      }
      case 'stalled':
        return this.#stall(message.key, message.reason)
      case 'hold': {
        const provider = this.#providers.get(message.address)
        provider?.holdFor(message.ms)
        void this.#options.shared?.exchange
          .holdEndpoint(message.address, message.ms)
          .catch((error: Error) => this.#break(error))
        const untilMs = provider?.heldUntil ?? Date.now() + message.ms
        this.#pool?.broadcast({ type: 'hold', address: message.address, untilMs })
        return
      }
      case 'pass': {
        const { address, request } = message
        const provider = this.#providers.get(address)
        const passed =
          this.#options.shared?.exchange.waitForRequestSlot(address, provider?.requestsPerMinute, this.#stop.signal) ??
          sleep(provider?.reserveRequest() ?? 0)
        void passed.then(
          // What is let go of now is not to slip through at the end.
          () => this.#stop.signal.aborted || answer({ type: 'pass', request }),
          (error: Error) => this.#break(error),
        )
      }
    }
  }

  /** All that is played there waits until the endpoint is asked again. */
  #stall(key: string, reason: string): void {
    const unit = this.#playing.get(key)?.unit
    const rest = (unit && this.#providerOf(unit)?.recordStall()) ?? null
    if (rest === null)
      return this.#over(
        'failed',
        `${reason.replace(/^Paused: /, '').replace(/[.\s]+$/, '')}. It was tried again and again; resume when it answers`,
      )
    this.#waitingFor = `${reason.replace(/^Paused: /, '')} It is asked again in ${Math.ceil(rest / 1000)} s.`
    void sleep(rest, undefined, { signal: this.#stop.signal, ref: false }).then(
      () => this.#pool?.resume(key),
      () => {},
    )
  }

  #over(why: RunEnd['why'], reason: string): void {
    this.#end ??= { why, reason }
    this.#stop.abort()
    // What is played is let go of at once: it goes on from its log.
    void this.#pool?.stop()
  }

  #break(error: Error): void {
    this.#fault ??= error
    this.#over('failed', error.message)
  }

  async #beat(): Promise<void> {
    const { plan } = this.#options
    const wish = await this.#readWish()
    if (wish === 'cancel') return this.#over('cancelled', 'It was cancelled')
    // Whoever plays for others as well has something else to do meanwhile.
    if (wish === 'pause' && this.#options.shared !== null && this.#playing.size === 0)
      return this.#over('cancelled', 'It is paused')
    if (this.#isPaused !== (wish === 'pause')) {
      this.#isPaused = wish === 'pause'
      this.#changed.fire()
    }
    const most = plan.terms.budget.wall_minutes
    if (most !== undefined && this.#wallMs() >= most * 60_000)
      this.#over('budget', `The budget of ${most} minutes is spent`)
    const state = this.#waitingFor === null ? 'running' : 'waiting'
    await this.#tell(this.#isPaused ? 'paused' : state, this.#waitingFor)
  }

  /** Also what was spent elsewhere, where others play as well. */
  async #readWish(): Promise<DesiredState> {
    const { folder, shared } = this.#options
    if (shared === null) return folder.readDesiredState()
    const here = this.#budget.spentHere
    // A database that does not answer now does so at the next beat, or at one after it.
    const standing = await shared.exchange.readStatus().catch(() => null)
    if (standing === null) return this.#isPaused ? 'pause' : 'run'
    const { desiredState, spent, wallMs } = standing
    this.#budget.spendElsewhere({
      cost_usd: Math.max(0, spent.cost_usd - here.cost_usd),
      tokens: Math.max(0, spent.tokens - here.tokens),
    })
    this.#wallElsewhere = wallMs
    return desiredState
  }

  async #tell(state: ExperimentProgress['state'], reason: string | null = null): Promise<ExperimentProgress> {
    const { folder, onProgress } = this.#options
    // Of a queue that does not answer now, what it said before.
    this.#counts = (await this.#queue?.counts().catch(() => null)) ?? this.#counts
    const done = this.#doneBefore + this.#counts.done
    const failed = this.#failedBefore + this.#counts.failed
    const since = performance.now() - this.#beganAt
    const left = this.#units.length - done - failed
    const progress: ExperimentProgress = {
      at: new Date().toISOString(),
      state,
      reason: reason && reason.slice(0, 2000),
      planned: this.#units.length,
      done,
      failed,
      playing: [...this.#playing].slice(0, 10_000).map(([key, { turns }]) => ({ key, turns })),
      spent: this.#budget.spent,
      wall_ms: this.#wallMs(),
      left_ms: this.#counts.done === 0 || state === 'ended' ? null : (since / this.#counts.done) * left,
    }
    await folder.saveProgress(progress)
    onProgress(progress)
    return progress
  }

  #wallMs(): number {
    return this.#wallElsewhere ?? this.#wallBefore + performance.now() - this.#beganAt
  }

  #finished(): Pick<RunEnd, 'why' | 'reason'> {
    const { waiting, playing } = this.#counts
    if (waiting > 0) return { why: 'finished', reason: 'More of it waits by now' }
    if (playing > 0) return { why: 'finished', reason: 'What is left is played by others' }
    const failed = this.#failedBefore + this.#counts.failed
    // Of recorded ones some may be missing.
    const isWhole = this.#doneBefore + this.#counts.done === this.#units.length
    return failed === 0
      ? { why: 'finished', reason: isWhole ? 'All episodes are played' : 'All that was to be played is played' }
      : {
          why: 'failed',
          reason: `${failed} ${failed === 1 ? 'episode' : 'episodes'} could not be played; resume --retry-failed tries again`,
        }
  }

  #spend(unit: Unit, used: ModelUsage): void {
    const spent = this.#spentBy(unit, used)
    this.#budget.spend(unit.key, spent)
    const attempt = this.#attempts.get(unit.key)
    if (attempt === undefined) return
    const { name, before } = attempt
    this.#options.shared?.exchange.recordSpending(name, unit.key, this.#playing.get(unit.key)?.turns ?? 0, {
      cost_usd: Math.max(0, spent.cost_usd - before.cost_usd),
      tokens: Math.max(0, spent.tokens - before.tokens),
    })
  }

  #spentBy(unit: Unit, { tokensIn, tokensOut, costUsd }: ModelUsage): Spending {
    const { plan } = this.#options
    const arm = armOf(plan, unit)
    if (!asksModel(arm)) return NOTHING_SPENT
    const price = plan.terms.prices[arm.settings.llm.agent_model]
    return { cost_usd: costOf({ tokensIn, tokensOut, costUsd }, price) ?? 0, tokens: tokensIn + tokensOut }
  }

  #providerOf(unit: Unit): Provider | undefined {
    return this.#arms.get(unit.arm)?.provider
  }

  /** Seeds beyond a planned look wait for what it tells. */
  #isWithinLook({ seed }: Unit): boolean {
    const { plan } = this.#options
    const { stop } = plan.terms
    if (stop === undefined) return true
    const index = plan.seeds.indexOf(seed)
    const looks = stop.looks.toSorted((one, other) => one - other)
    return looks.every((seeds) => seeds > index || this.#looked.has(seeds) || this.#isPast(seeds))
  }

  /** Whether all of so many seeds are played; then it is looked at what they tell. */
  #isPast(seeds: number): boolean {
    const { plan } = this.#options
    const first = new Set(plan.seeds.slice(0, seeds))
    const isSettled = this.#units
      .filter(({ seed }) => first.has(seed))
      .every(({ key }) => this.#results.has(key) || this.#failed.has(key))
    if (!isSettled) return false
    const width = plan.terms.stop?.ci_half_width ?? 0
    const { differences } = reportOf({ ...plan, seeds: [...first] }, this.#units, this.#results, new Map())
    const isKnown =
      differences.length > 0 &&
      differences.every(({ interval }) => interval !== null && (interval.high - interval.low) / 2 <= width)
    this.#looked.add(seeds)
    if (isKnown) this.#over('known', `All differences are known to ±${width} after ${seeds} seeds`)
    return true
  }
}

/** What an arm takes part in, beside its units. */
interface ArmInRun {
  readonly player: PlannedArm['settings']['run']['player']
  readonly agent: PlannedArm['agent']
  /** Undefined for players that ask none. */
  readonly provider: Provider | undefined
}

function providersOf({ arms, terms }: ExperimentPlan): ReadonlyMap<string, Provider> {
  const providers = new Map<string, Provider>()
  for (const arm of arms) {
    const address = endpointOf(arm)
    if (address === null) continue
    const { client_base_url: baseUrl, profile } = arm.settings.llm
    const { name } = profileFor(profile, baseUrl)
    const host = URL.parse(baseUrl)?.host ?? name
    const said = terms.provider[host] ?? terms.provider[name]
    if (!providers.has(address)) providers.set(address, new Provider({ name, address, terms: said, now: Date.now }))
  }
  return providers
}

const usedFor = ({ tokens, cost_usd: costUsd }: UnitResult): ModelUsage => ({
  tokensIn: tokens.in,
  tokensOut: tokens.out,
  costUsd,
})
