import type { ExperimentPlan } from '@shared/experiments/plan'

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

interface ProviderOptions {
  readonly name: string
  /** The address of its endpoint. */
  readonly address: string
  readonly terms: ExperimentPlan['terms']['provider'][string] | undefined
  /** In milliseconds. */
  readonly now: () => number
}

/**
 * The load that one provider gets: episodes at once, more while it answers and fewer after it asks for a pause, as
 * Inspect adapts its connections; and requests a minute.
 */
export class Provider {
  readonly name: string
  readonly address: string
  readonly #options: ProviderOptions
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

  constructor(options: ProviderOptions) {
    this.#options = options
    this.name = options.name
    this.address = options.address
    this.#maxEpisodes = options.terms?.episodes ?? MAX_EPISODES
    this.#limit = Math.min(this.#maxEpisodes, options.terms?.episodes ?? FIRST_EPISODES)
  }

  get heldUntil(): number {
    return this.#heldUntil
  }

  /** Whether one more episode may start. */
  hasCapacity(): boolean {
    return this.#playing < this.#limit && this.#heldUntil <= this.#options.now()
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
    this.#answeredAt = this.#options.now()
    this.#stalledSince = null
    this.#stalls = 0
    this.#delayMs = FIRST_DELAY_MS
  }

  /** After a `Retry-After`. */
  holdFor(ms: number): void {
    this.#settled = 0
    this.#limit = Math.max(1, Math.floor(this.#limit * 0.8))
    this.#heldUntil = Math.max(this.#heldUntil, this.#options.now() + ms)
  }

  /** After a request has failed. The delay before the next attempt in ms, or null to give up. */
  recordStall(): number | null {
    const now = this.#options.now()
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
    const now = this.#options.now()
    const at = Math.max(now, this.#nextRequestAt)
    this.#nextRequestAt = at + 60_000 / perMinute
    return at - now
  }

  get requestsPerMinute(): number | undefined {
    return this.#options.terms?.requests_per_minute
  }

  get isPaced(): boolean {
    return this.requestsPerMinute !== undefined
  }
}
