import type { ExperimentPlan, Unit } from '@shared/experiments/plan'
import { unitsIn } from '../plan/experiment-folder'
import { endpointOf } from '../run/play-order'
import { termsFor } from '../run/providers'
import { MAX_ATTEMPTS } from '../run/run-queue'
import type { ExperimentStore } from '../store/experiment-store'
import type { QueueDatabase } from './queue-database'
import { SharedQueue, type UnitGroups } from './shared-queue'

/** The group of units for which the app calls no endpoint. */
const HERE = 'here'

export function openSharedQueue(
  database: QueueDatabase,
  plan: ExperimentPlan,
  store: ExperimentStore,
  stop: AbortSignal,
): SharedQueue {
  const units = new Map(unitsIn(plan).map((unit) => [unit.key, unit]))
  return new SharedQueue(database, plan.name, units, unitGroupsOf(plan, store), stop)
}

/** Units of one endpoint form a group; the limits of its provider in the plan hold for all machines together. */
function unitGroupsOf(plan: ExperimentPlan, store: ExperimentStore): UnitGroups {
  const groups = new Map(plan.arms.map((arm) => [arm.name, endpointOf(arm) ?? HERE]))
  const limits = new Map(plan.arms.map((arm) => [endpointOf(arm) ?? HERE, termsFor(plan, arm)?.episodes]))
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
