import type { ExperimentPlan, Unit } from '@shared/experiments/plan'
import { unitsIn } from '../plan/experiment-folder'
import { profileFor } from '../../llm/profiles'
import { endpointOf } from '../run/play-order'
import type { ExperimentStore } from '../store/experiment-store'
import type { UnitGroups } from './shared-queue'

/** Failures of one unit after which it is left. */
const MOST_ATTEMPTS = 3
/** What asks no endpoint of ours. */
const HERE = 'here'

/** Units that ask one endpoint bound each other; what a plan says of its provider holds for all machines together. */
export function unitGroupsOf(plan: ExperimentPlan, store: ExperimentStore): UnitGroups {
  const groups = new Map(plan.arms.map((arm) => [arm.name, endpointOf(arm) ?? HERE]))
  const limits = new Map(
    plan.arms.map((arm) => {
      const { client_base_url: baseUrl, profile } = arm.settings.llm
      const said =
        plan.terms.provider[URL.parse(baseUrl)?.host ?? ''] ?? plan.terms.provider[profileFor(profile, baseUrl).name]
      return [endpointOf(arm) ?? HERE, said?.episodes]
    }),
  )
  return {
    groupOf: ({ arm }) => groups.get(arm) ?? HERE,
    limitOf: (group) => (group === HERE ? undefined : limits.get(group)),
    async isPlanned(key) {
      const now = await store.readPlan()
      return now !== null && unitsIn(now).some((unit) => unit.key === key)
    },
    async recordFailure({ key }: Unit, reason, isFinal) {
      const attempts = ((await store.readFailure(key))?.attempts ?? 0) + 1
      const isLeft = isFinal || attempts >= MOST_ATTEMPTS
      await store.saveFailure({ key, attempts, reason: reason.slice(0, 2000), isFinal: isLeft })
      return isLeft
    },
  }
}
