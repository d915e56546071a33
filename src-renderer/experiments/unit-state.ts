import type { ExperimentRow, GridUnit } from '@shared/contract/experiments'
import type { LibraryEntry } from '@shared/contract/library'

export interface UnitState {
  /**
   * `stalled`: it waits, because its model does not answer. `starting`: begun or resumed by the run, which has not
   * played a turn of it yet. `noValue`: played, but it does not count.
   */
  readonly state: GridUnit['state'] | 'noValue' | 'starting' | 'stalled' | 'paused' | 'interrupted' | 'ended'
  readonly turns: number
}

/** False as soon as the run has written its end, although its process may still be shutting down. */
export const isOngoing = ({ isRunning, progress }: Pick<ExperimentRow, 'isRunning' | 'progress'>): boolean =>
  isRunning && progress?.state !== 'ended'

/**
 * The state of a unit from the report and the library. A begun unit is in the library, but only in the report of a run
 * while that run plays it. `isRun`: a run is ongoing. Otherwise only this window's host can play the unit: report and
 * library may learn of the end of a run some seconds later.
 */
export function unitState(unit: GridUnit, entry: LibraryEntry | undefined, isRun: boolean): UnitState {
  const { state, turns } = unit
  if (state === 'played') return { state: unit.value === '' ? 'noValue' : 'played', turns }
  if (state === 'failed') return { state, turns }
  const known = Math.max(turns, entry?.summary?.turns ?? 0)
  if (entry?.running && !entry.elsewhere) return { state: 'playing', turns: known }
  if (isRun && state === 'playing' && unit.reason !== null) return { state: 'stalled', turns: known }
  if (isRun && (state === 'playing' || entry?.running))
    return { state: turns === 0 ? 'starting' : 'playing', turns: known }
  if (known === 0 && !entry?.summary) return { state: 'waiting', turns: 0 }
  if (entry?.summary?.isPaused) return { state: 'paused', turns: known }
  return { state: entry?.summary && entry.summary.ended !== null ? 'ended' : 'interrupted', turns: known }
}
