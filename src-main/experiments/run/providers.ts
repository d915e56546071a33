import type { ExperimentPlan } from '@shared/experiments/plan'

/** Episodes at one provider at first, and at most, where the file does not say. */
const FIRST_EPISODES = 20
const MOST_EPISODES = 100
/** How long an endpoint that cannot be asked is left alone, at first and at most. */
const FIRST_REST_MS = 15_000
const LONGEST_REST_MS = 300_000
/** An endpoint of which nothing came for so long ends the run: who pays for the machine wants to know. */
const PATIENCE_MS = 15 * 60_000
/** Sooner where it never answered. */
const MOST_FIRST_STALLS = 3

interface ProviderOptions {
  readonly name: string
  /** Where its requests go. */
  readonly address: string
  readonly terms: ExperimentPlan['terms']['provider'][string] | undefined
  /** Milliseconds. */
  readonly now: () => number
}

/**
 * What one provider can bear: so many episodes at once, more while it answers, fewer once it asks to be left alone, as
 * Inspect adapts its connections; and so many requests a minute.
 */
export class Provider {
  readonly name: string
  readonly address: string
  readonly #options: ProviderOptions
  readonly #most: number
  #limit: number
  #playing = 0
  #settled = 0
  #heldUntil = 0
  #rest = FIRST_REST_MS
  #stalls = 0
  #answeredAt: number | null = null
  #stalledSince: number | null = null
  #nextRequestAt = 0

  constructor(options: ProviderOptions) {
    this.#options = options
    this.name = options.name
    this.address = options.address
    this.#most = options.terms?.episodes ?? MOST_EPISODES
    this.#limit = Math.min(this.#most, options.terms?.episodes ?? FIRST_EPISODES)
  }

  get heldUntil(): number {
    return this.#heldUntil
  }

  /** Whether one more episode may begin. */
  hasCapacity(): boolean {
    return this.#playing < this.#limit && this.#heldUntil <= this.#options.now()
  }

  startEpisode(): void {
    this.#playing++
  }

  endEpisode(): void {
    this.#playing--
    // As many as there are at once went well: one more is tried.
    if (++this.#settled < this.#limit) return
    this.#settled = 0
    this.#limit = Math.min(this.#most, this.#limit + 1)
  }

  /** A turn was played: it answers. */
  recordAnswer(): void {
    this.#answeredAt = this.#options.now()
    this.#stalledSince = null
    this.#stalls = 0
    this.#rest = FIRST_REST_MS
  }

  /** It asked to be left alone. */
  holdFor(ms: number): void {
    this.#settled = 0
    this.#limit = Math.max(1, Math.floor(this.#limit * 0.8))
    this.#heldUntil = Math.max(this.#heldUntil, this.#options.now() + ms)
  }

  /** It could not be asked. Gives how long it is left alone; null once there is no more patience. */
  recordStall(): number | null {
    const now = this.#options.now()
    // All that are played there stall together: that is one stall.
    if (this.#heldUntil > now) return this.#heldUntil - now
    this.#stalledSince ??= now
    this.#stalls++
    const isLost =
      this.#answeredAt === null ? this.#stalls >= MOST_FIRST_STALLS : now - this.#stalledSince >= PATIENCE_MS
    if (isLost) return null
    const rest = this.#rest
    this.#rest = Math.min(LONGEST_REST_MS, 2 * rest)
    this.#heldUntil = now + rest
    return rest
  }

  /** How long the next request has to wait, for no more of them to leave in a minute than are allowed. */
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
