import type { ExperimentPlan, Unit } from '@shared/experiments/plan'
import { profileFor } from '../../llm/profiles'
import { endpointOf } from './play-order'
import { Provider } from './providers'

/** The providers of a plan, one for each endpoint. */
export class ProviderSet {
  readonly #byAddress = new Map<string, Provider>()
  readonly #byArm = new Map<string, Provider>()

  constructor({ arms, terms }: ExperimentPlan) {
    for (const arm of arms) {
      const address = endpointOf(arm)
      if (address === null) continue
      const { client_base_url: baseUrl, profile } = arm.settings.llm
      const { name } = profileFor(profile, baseUrl)
      const limits = terms.provider[URL.parse(baseUrl)?.host ?? name] ?? terms.provider[name]
      const provider = this.#byAddress.get(address) ?? new Provider({ name, address, terms: limits, now: Date.now })
      this.#byAddress.set(address, provider)
      this.#byArm.set(arm.name, provider)
    }
  }

  get all(): readonly Provider[] {
    return [...this.#byAddress.values()]
  }

  at(address: string): Provider | undefined {
    return this.#byAddress.get(address)
  }

  /** Undefined for players that ask no endpoint of ours. */
  of({ arm }: Unit): Provider | undefined {
    return this.#byArm.get(arm)
  }

  /** Until the first provider that is held may be asked again; undefined if none is held. */
  msUntilRelease(): number | undefined {
    const waits = this.all.map(({ heldUntil }) => heldUntil - Date.now()).filter((ms) => ms > 0)
    return waits.length === 0 ? undefined : Math.min(...waits) + 1
  }
}
