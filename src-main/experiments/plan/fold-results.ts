import { join } from 'node:path'
import { type ExperimentPlan, turnLimitOf, type Unit } from '@shared/experiments/plan'
import { isOver, resultOf, type UnitResult } from '@shared/experiments/result'
import { hasLog } from '../../episode/list-episodes'
import { loadReadable } from '../../episode/load-episode'
import type { ExperimentFolder } from './experiment-folder'

/**
 * The saved results, and those of ended episodes whose results are missing, folded from their logs: a result is a
 * cache. The result of an unreadable log stays missing.
 */
export async function foldResults(
  folder: ExperimentFolder,
  plan: ExperimentPlan,
  units: readonly Unit[],
): Promise<ReadonlyMap<string, UnitResult>> {
  const results = new Map(await folder.readResults())
  const limits = new Map(plan.arms.map((arm) => [arm.name, turnLimitOf(arm)]))
  for (const { key, episode, arm } of units) {
    const path = join(folder.dataFolder, episode)
    if (results.has(key) || !hasLog(path)) continue
    const state = await loadReadable(path).then(
      (loaded) => loaded.state,
      () => null,
    )
    const limit = limits.get(arm) ?? 0
    if (state === null || !isOver(state, limit)) continue
    const result = resultOf(key, state, limit)
    results.set(key, result)
    // The data folder may be read-only.
    await folder.saveResult(result).catch(() => undefined)
  }
  return results
}
