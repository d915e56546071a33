import type { EpisodeSummary } from '../episode/projections/summary'

/** The state of an episode that was begun and has no result: "Interrupted, 1,490 turns". */
export function describeBegun({ turns, isPaused, ended }: EpisodeSummary, isRunning: boolean): string {
  const count = `${turns.toLocaleString('en')} ${turns === 1 ? 'turn' : 'turns'}`
  if (isRunning) return `Being played, ${count}`
  if (isPaused) return `Paused, ${count}`
  return `${ended === null ? 'Interrupted' : 'No result'}, ${count}`
}
