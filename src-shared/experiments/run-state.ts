import type { ExperimentProgress, RUN_ENDS } from './progress'

const STATES = { running: 'Running', paused: 'Paused', waiting: 'Waiting', ended: 'Ended' }
const ENDS: Readonly<Record<(typeof RUN_ENDS)[number], string>> = {
  finished: 'Ended',
  known: 'Ended',
  budget: 'Budget spent',
  failed: 'Failed',
  interrupted: 'Interrupted',
  cancelled: 'Cancelled',
  paused: 'Paused',
  limit: 'Stopped at the limit',
}

/** The saved state counts only while a process runs the experiment. A run without an end was killed. */
export function describeState({ state, end, done, failed, planned }: ExperimentProgress, isRunning: boolean): string {
  if (isRunning && state !== 'ended') return STATES[state]
  return done + failed < planned ? ENDS[end ?? 'interrupted'] : STATES.ended
}
