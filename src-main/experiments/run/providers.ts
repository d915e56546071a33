import { setTimeout as sleep } from 'node:timers/promises'
import type { ExperimentPlan, PlannedArm, Unit } from '@shared/experiments/plan'
import { profileFor } from '../../llm/find-profile'
import type { ClusterCoordinator } from './other-machines'
import { endpointOf } from './play-order'

/** Initial and maximum number of concurrent episodes of a provider without a limit in the plan. */
const FIRST_EPISODES = 20
const MAX_EPISODES = 100
/** Initial and longest pause after a failure of a model. */
const FIRST_DELAY_MS = 15_000
const LONGEST_DELAY_MS = 300_000
/** Time without any answer after which the run does not wait for a model. */
const GIVE_UP_AFTER_MS = 15 * 60_000
/** The same for a model that has never answered, in stalls. */
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
 * The providers of a plan, one for each endpoint, and their models. A provider limits concurrent episodes, and the rate
 * of requests on this machine or on all machines together. `coordinator` is null if no other machine shares the
 * experiment.
 */
export function createProviders(plan: ExperimentPlan, coordinator: ClusterCoordinator | null) {
  const byAddress = new Map<string, Provider>()
  const byArm = new Map<string, Provider>()
  const modelByArm = new Map<string, PlayedModel>()
  const models = new Map<string, PlayedModel>()
  const nameOf = (arm: PlannedArm) => JSON.stringify([endpointOf(arm), arm.settings.llm.agent_model])
  for (const arm of plan.arms) {
    const address = endpointOf(arm)
    if (address === null) continue
    const provider = byAddress.get(address) ?? createProvider(termsOnThisMachine(plan, arm), Date.now)
    byAddress.set(address, provider)
    byArm.set(arm.name, provider)
    const model = models.get(nameOf(arm)) ?? createPlayedModel(Date.now)
    models.set(nameOf(arm), model)
    modelByArm.set(arm.name, model)
  }
  return {
    /** Undefined if the app calls no endpoint for the unit. */
    of: ({ arm }: Unit): Provider | undefined => byArm.get(arm),
    /** Undefined like that of `of`. */
    modelOf: ({ arm }: Unit): PlayedModel | undefined => modelByArm.get(arm),
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
export type PlayedModel = ReturnType<typeof createPlayedModel>

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
  let nextRequestAt = 0
  return {
    requestsPerMinute,
    heldUntil: (): number => heldUntil,
    /** Whether one more episode may start. */
    hasCapacity: (): boolean => playing < limit && heldUntil <= now(),
    startEpisode(): void {
      playing++
    },
    /** An episode that waits for its model leaves its place to others, until `startEpisode`. */
    pauseEpisode(): void {
      playing--
    },
    endEpisode(): void {
      playing--
      // Raises the limit by one after as many episodes as it allows have ended.
      if (++settled < limit) return
      settled = 0
      limit = Math.min(maxEpisodes, limit + 1)
    },
    /** Call it after a `Retry-After`. */
    holdFor(ms: number): void {
      settled = 0
      limit = Math.max(1, Math.floor(limit * 0.8))
      heldUntil = Math.max(heldUntil, now() + ms)
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

/**
 * Whether a model answers. While it does not, its episodes wait and no more of them begin; those of other models at the
 * same endpoint go on. `now`: in milliseconds.
 */
export function createPlayedModel(now: () => number) {
  let playing = 0
  let delayMs = FIRST_DELAY_MS
  let stalls = 0
  let hasAnswered = false
  let stalledSince: number | null = null
  let nextAttemptAt = 0
  return {
    /** Whether one more episode may start. */
    hasCapacity: (): boolean => stalledSince === null || playing === 0,
    startEpisode(): void {
      playing++
    },
    endEpisode(): void {
      playing--
    },
    /** Call it after every turn. */
    recordAnswer(): void {
      hasAnswered = true
      stalledSince = null
      stalls = 0
      delayMs = FIRST_DELAY_MS
    },
    /** Call it after a failed request. Returns the delay before the next attempt, ms. */
    recordStall(): number {
      // All episodes of a model stall at once, which counts as one stall.
      if (nextAttemptAt > now()) return nextAttemptAt - now()
      stalledSince ??= now()
      stalls++
      nextAttemptAt = now() + delayMs
      delayMs = Math.min(LONGEST_DELAY_MS, 2 * delayMs)
      return nextAttemptAt - now()
    },
    /** Whether all retries have failed. */
    isLost: (): boolean =>
      hasAnswered ? stalledSince !== null && now() - stalledSince >= GIVE_UP_AFTER_MS : stalls >= MAX_FIRST_STALLS,
  }
}
