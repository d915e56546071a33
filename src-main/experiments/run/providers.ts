import { setTimeout as sleep } from 'node:timers/promises'
import type { ExperimentPlan, PlannedArm, Unit } from '@shared/experiments/plan'
import { profileFor } from '../../llm/find-profile'
import type { ClusterCoordinator } from './other-machines'
import { endpointOf } from './play-order'

/** Episodes at once at one provider, initially and at most, without a limit in the plan. */
const FIRST_EPISODES = 20
const MAX_EPISODES = 100
/** Pause after an endpoint has failed, initially and at most. */
const FIRST_DELAY_MS = 15_000
const LONGEST_DELAY_MS = 300_000
/** Time without any answer after which the run ends. */
const GIVE_UP_AFTER_MS = 15 * 60_000
/** Stalls of an endpoint that never answered, after which the run ends. */
const MAX_FIRST_STALLS = 3

type Terms = ExperimentPlan['terms']['provider'][string]

/** The limits of a plan for the provider of an arm, by its host or its name. */
export function termsFor({ terms }: ExperimentPlan, arm: PlannedArm): Terms | undefined {
  const host = URL.parse(arm.settings.llm.client_base_url)?.host ?? ''
  return terms.provider[host] ?? terms.provider[profileOf(arm).name]
}

const profileOf = ({ settings: { llm } }: PlannedArm) => profileFor(llm.profile, llm.client_base_url)

const termsOnThisMachine = (plan: ExperimentPlan, arm: PlannedArm): Terms => ({
  ...(profileOf(arm).keepsOnePrompt ? { episodes: 1 } : {}),
  ...termsFor(plan, arm),
})

/**
 * The providers of a plan, one for each endpoint: how many episodes each plays at once, and when requests may be sent,
 * on this machine or on all machines together.
 */
export class Providers {
  readonly #coordinator: ClusterCoordinator | null
  readonly #byAddress = new Map<string, Provider>()
  readonly #byArm = new Map<string, Provider>()

  /** `coordinator`: null if no other machine shares the experiment. */
  constructor(plan: ExperimentPlan, coordinator: ClusterCoordinator | null) {
    this.#coordinator = coordinator
    for (const arm of plan.arms) {
      const address = endpointOf(arm)
      if (address === null) continue
      const provider = this.#byAddress.get(address) ?? new Provider(termsOnThisMachine(plan, arm), Date.now)
      this.#byAddress.set(address, provider)
      this.#byArm.set(arm.name, provider)
    }
  }

  /** Undefined for players that ask no endpoint of ours. */
  of({ arm }: Unit): Provider | undefined {
    return this.#byArm.get(arm)
  }

  /** Endpoints whose requests need `waitForSlot`. */
  get pacedAddresses(): readonly string[] {
    return [...this.#byAddress].flatMap(([address, { requestsPerMinute }]) =>
      requestsPerMinute !== undefined || this.#coordinator !== null ? [address] : [],
    )
  }

  /** Resolves when a request may be sent, within the rate limit of its provider. */
  async waitForSlot(address: string, stop: AbortSignal): Promise<void> {
    const provider = this.#byAddress.get(address)
    if (this.#coordinator === null) await sleep(provider?.reserveRequest() ?? 0)
    else await this.#coordinator.waitForRequestSlot(address, provider?.requestsPerMinute, stop)
  }

  /** Holds an endpoint that asked for it (`Retry-After`). Returns until when, in ms since 1970. */
  hold(address: string, ms: number): number {
    const provider = this.#byAddress.get(address)
    provider?.holdFor(ms)
    return provider?.heldUntil ?? Date.now() + ms
  }

  /** Until the first held provider may be asked again; undefined if none is held. */
  msUntilRelease(): number | undefined {
    const held = [...this.#byAddress.values()].map(({ heldUntil }) => heldUntil - Date.now()).filter((ms) => ms > 0)
    return held.length === 0 ? undefined : Math.min(...held) + 1
  }
}

/**
 * The load that one provider gets: episodes at once, more while it answers and fewer after it asks for a pause, as
 * Inspect adapts its connections; and requests a minute.
 */
export class Provider {
  readonly requestsPerMinute: number | undefined
  readonly #now: () => number
  readonly #maxEpisodes: number
  #limit: number
  #playing = 0
  #settled = 0
  #heldUntil = 0
  #delayMs = FIRST_DELAY_MS
  #stalls = 0
  #answeredAt: number | null = null
  #stalledSince: number | null = null
  #nextRequestAt = 0

  /** `now`: in milliseconds. */
  constructor(terms: Terms | undefined, now: () => number) {
    this.requestsPerMinute = terms?.requests_per_minute
    this.#now = now
    this.#maxEpisodes = terms?.episodes ?? MAX_EPISODES
    this.#limit = Math.min(this.#maxEpisodes, terms?.episodes ?? FIRST_EPISODES)
  }

  get heldUntil(): number {
    return this.#heldUntil
  }

  /** Whether one more episode may start. */
  hasCapacity(): boolean {
    return this.#playing < this.#limit && this.#heldUntil <= this.#now()
  }

  startEpisode(): void {
    this.#playing++
  }

  endEpisode(): void {
    this.#playing--
    // A full round of episodes ended: try one more at once.
    if (++this.#settled < this.#limit) return
    this.#settled = 0
    this.#limit = Math.min(this.#maxEpisodes, this.#limit + 1)
  }

  /** To be called after every turn. */
  recordAnswer(): void {
    this.#answeredAt = this.#now()
    this.#stalledSince = null
    this.#stalls = 0
    this.#delayMs = FIRST_DELAY_MS
  }

  /** After a `Retry-After`. */
  holdFor(ms: number): void {
    this.#settled = 0
    this.#limit = Math.max(1, Math.floor(this.#limit * 0.8))
    this.#heldUntil = Math.max(this.#heldUntil, this.#now() + ms)
  }

  /** After a request has failed. The delay before the next attempt in ms, or null to give up. */
  recordStall(): number | null {
    const now = this.#now()
    // All episodes of the provider stall at once: that is one stall.
    if (this.#heldUntil > now) return this.#heldUntil - now
    this.#stalledSince ??= now
    this.#stalls++
    const isLost =
      this.#answeredAt === null ? this.#stalls >= MAX_FIRST_STALLS : now - this.#stalledSince >= GIVE_UP_AFTER_MS
    if (isLost) return null
    const delayMs = this.#delayMs
    this.#delayMs = Math.min(LONGEST_DELAY_MS, 2 * delayMs)
    this.#heldUntil = now + delayMs
    return delayMs
  }

  /** Reserves the next slot within `requestsPerMinute`. The wait until then in ms. */
  reserveRequest(): number {
    const perMinute = this.requestsPerMinute
    if (perMinute === undefined) return 0
    const now = this.#now()
    const at = Math.max(now, this.#nextRequestAt)
    this.#nextRequestAt = at + 60_000 / perMinute
    return at - now
  }
}
