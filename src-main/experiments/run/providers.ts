import { setTimeout as sleep } from 'node:timers/promises'
import type { ExperimentPlan, PlannedArm, Unit } from '@shared/experiments/plan'
import { profileFor } from '../../llm/find-profile'
import type { ClusterCoordinator } from './other-machines'
import { endpointOf } from './play-order'

/** Initial and maximum number of concurrent episodes of a provider without a limit in the plan. */
const FIRST_EPISODES = 20
const MAX_EPISODES = 100
/** Initial and longest pause after a failure of an endpoint. */
const FIRST_DELAY_MS = 15_000
const LONGEST_DELAY_MS = 300_000
/** Time without any answer after which the run ends. */
const GIVE_UP_AFTER_MS = 15 * 60_000
/** The run ends after this many stalls of an endpoint that has never answered. */
const MAX_FIRST_STALLS = 3

type Terms = ExperimentPlan['terms']['provider'][string]

/** The limits of a plan for the provider of an arm, found by host or by profile name. */
export function termsFor({ terms }: ExperimentPlan, arm: PlannedArm): Terms | undefined {
  const host = URL.parse(arm.settings.llm.client_base_url)?.host ?? ''
  const name = [host, profileOf(arm).name].find((each) => Object.hasOwn(terms.provider, each))
  return name === undefined ? undefined : terms.provider[name]
}

const profileOf = ({ settings: { llm } }: PlannedArm) => profileFor(llm.profile, llm.client_base_url)

const termsOnThisMachine = (plan: ExperimentPlan, arm: PlannedArm): Terms => ({
  ...(profileOf(arm).keepsOnePrompt ? { episodes: 1 } : {}),
  ...termsFor(plan, arm),
})

/**
 * The providers of a plan, one for each endpoint. Each limits concurrent episodes, and the rate of requests on this
 * machine or on all machines together. `coordinator` is null if no other machine shares the experiment.
 */
export function createProviders(plan: ExperimentPlan, coordinator: ClusterCoordinator | null) {
  const byAddress = new Map<string, Provider>()
  const byArm = new Map<string, Provider>()
  for (const arm of plan.arms) {
    const address = endpointOf(arm)
    if (address === null) continue
    const provider = byAddress.get(address) ?? createProvider(termsOnThisMachine(plan, arm), Date.now)
    byAddress.set(address, provider)
    byArm.set(arm.name, provider)
  }
  return {
    /** Undefined if the app calls no endpoint for the unit. */
    of: ({ arm }: Unit): Provider | undefined => byArm.get(arm),
    /** Endpoints whose requests need `waitForSlot`. */
    pacedAddresses: [...byAddress].flatMap(([address, { requestsPerMinute }]) =>
      requestsPerMinute !== undefined || coordinator !== null ? [address] : [],
    ),
    /** Resolves when a request may be sent, within the rate limit of its provider. */
    async waitForSlot(address: string, stop: AbortSignal): Promise<void> {
      const provider = byAddress.get(address)
      if (coordinator === null) await sleep(provider?.reserveRequest() ?? 0)
      else await coordinator.waitForRequestSlot(address, provider?.requestsPerMinute, stop)
    },
    /**
     * Holds the requests to an endpoint that asked for it (`Retry-After`). Returns the end of the hold, ms since 1970.
     */
    hold(address: string, ms: number): number {
      const provider = byAddress.get(address)
      provider?.holdFor(ms)
      return provider?.heldUntil() ?? Date.now() + ms
    },
    /** Time until the first hold ends, ms; undefined if no provider is held. */
    msUntilRelease(): number | undefined {
      const held = [...byAddress.values()].map(({ heldUntil }) => heldUntil() - Date.now()).filter((ms) => ms > 0)
      return held.length === 0 ? undefined : Math.min(...held) + 1
    },
  }
}

export type Provider = ReturnType<typeof createProvider>

/**
 * Limits the load of one provider: requests per minute, and concurrent episodes, whose limit rises while the provider
 * answers and falls after a hold, as Inspect adapts its connections. `now`: in milliseconds.
 */
export function createProvider(terms: Terms | undefined, now: () => number) {
  const requestsPerMinute = terms?.requests_per_minute
  const maxEpisodes = terms?.episodes ?? MAX_EPISODES
  let limit = Math.min(maxEpisodes, terms?.episodes ?? FIRST_EPISODES)
  let playing = 0
  let settled = 0
  let heldUntil = 0
  let delayMs = FIRST_DELAY_MS
  let stalls = 0
  let answeredAt: number | null = null
  let stalledSince: number | null = null
  let nextRequestAt = 0
  return {
    requestsPerMinute,
    heldUntil: (): number => heldUntil,
    /** Whether one more episode may start. */
    hasCapacity: (): boolean => playing < limit && heldUntil <= now(),
    startEpisode(): void {
      playing++
    },
    endEpisode(): void {
      playing--
      // Raises the limit by one after as many episodes as it allows have ended.
      if (++settled < limit) return
      settled = 0
      limit = Math.min(maxEpisodes, limit + 1)
    },
    /** Call it after every turn. */
    recordAnswer(): void {
      answeredAt = now()
      stalledSince = null
      stalls = 0
      delayMs = FIRST_DELAY_MS
    },
    /** Call it after a `Retry-After`. */
    holdFor(ms: number): void {
      settled = 0
      limit = Math.max(1, Math.floor(limit * 0.8))
      heldUntil = Math.max(heldUntil, now() + ms)
    },
    /** Call it after a failed request. Returns the delay before the next attempt, ms; null to give up. */
    recordStall(): number | null {
      // All episodes of a provider stall at once, which counts as one stall.
      if (heldUntil > now()) return heldUntil - now()
      stalledSince ??= now()
      stalls++
      const isLost = answeredAt === null ? stalls >= MAX_FIRST_STALLS : now() - stalledSince >= GIVE_UP_AFTER_MS
      if (isLost) return null
      const thisDelayMs = delayMs
      delayMs = Math.min(LONGEST_DELAY_MS, 2 * thisDelayMs)
      heldUntil = now() + thisDelayMs
      return thisDelayMs
    },
    /** Reserves the next slot within `requestsPerMinute`. Returns the wait until then, ms. */
    reserveRequest(): number {
      if (requestsPerMinute === undefined) return 0
      const at = Math.max(now(), nextRequestAt)
      nextRequestAt = at + 60_000 / requestsPerMinute
      return Math.max(0, at - now())
    },
  }
}
