import type { ExperimentPlan, Unit } from '@shared/experiments/plan'
import { unitsIn } from '../plan/experiment-folder'
import { profileFor } from '../../llm/profiles'
import { endpointOf } from '../run/play-order'
import type { ExperimentStore } from '../store/experiment-store'
import type { UnitGroups } from './shared-queue'

/** Attempts at a unit before its failure is final. */
const MAX_ATTEMPTS = 3
/** The group of units that ask no endpoint of ours. */
const HERE = 'here'

/** Units of one endpoint form a group; the limits of its provider in the plan hold for all machines together. */
export function unitGroupsOf(plan: ExperimentPlan, store: ExperimentStore): UnitGroups {
  const groups = new Map(plan.arms.map((arm) => [arm.name, endpointOf(arm) ?? HERE]))
  const limits = new Map(
    plan.arms.map((arm) => {
      const { client_base_url: baseUrl, profile } = arm.settings.llm
      const terms =
        plan.terms.provider[URL.parse(baseUrl)?.host ?? ''] ?? plan.terms.provider[profileFor(profile, baseUrl).name]
      return [endpointOf(arm) ?? HERE, terms?.episodes]
    }),
  )
  return {
    groupOf: ({ arm }) => groups.get(arm) ?? HERE,
    limitOf: (group) => (group === HERE ? undefined : limits.get(group)),
    async isPlanned(key) {
      const published = await store.readPlan()
      return published !== null && unitsIn(published).some((unit) => unit.key === key)
    },
    async recordFailure({ key }: Unit, reason, isFinal) {
      const attempts = ((await store.readFailure(key))?.attempts ?? 0) + 1
      const isLast = isFinal || attempts >= MAX_ATTEMPTS
      await store.saveFailure({ key, attempts, reason: reason.slice(0, 2000), isFinal: isLast })
      return isLast
    },
  }
}
