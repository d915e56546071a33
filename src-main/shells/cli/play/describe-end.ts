import type { EpisodeSummary } from '@shared/episode/projections/summary'

type Ended = Pick<EpisodeSummary, 'ended' | 'reason' | 'turns' | 'score' | 'maxScore'>

/** The last line about an episode: how it ended, after how much. */
export function describeEnd({ ended, reason, turns, score, maxScore }: Ended): string {
  const [state, why] = [ended ?? 'paused', reason ?? 'There was no one to answer']
  const what = why.toLowerCase().startsWith(state) ? why : `${state}: ${why}`
  const points = score === null ? '' : `, score ${score}${maxScore === null ? '' : ` of ${maxScore}`}`
  return `${what} after ${turns} ${turns === 1 ? 'turn' : 'turns'}${points}`
}
