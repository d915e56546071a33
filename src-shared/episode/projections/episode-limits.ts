import type { Totals } from '../state/episode'

/** Limits at which an episode pauses; 0 means no limit. */
export interface EpisodeLimits {
  readonly tokens_per_episode: number
  readonly cost_usd_per_episode: number
}

type Used = Pick<Totals, 'tokensIn' | 'tokensOut' | 'costUsd'>

/**
 * Returns a function that gives the reason why a limit pauses the run after a turn, or null. Each limit pauses once:
 * resuming is consent to exceed it.
 */
export function watchLimits(
  { tokens_per_episode, cost_usd_per_episode }: EpisodeLimits,
  before: Used,
): (used: Used) => string | null {
  const limits = [
    {
      most: tokens_per_episode,
      of: ({ tokensIn, tokensOut }: Used) => tokensIn + tokensOut,
      reason: `over ${tokens_per_episode} tokens`,
    },
    {
      most: cost_usd_per_episode,
      of: ({ costUsd }: Used) => costUsd ?? 0,
      reason: `cost over $${cost_usd_per_episode}`,
    },
  ]
  let watched = limits.filter(({ most, of }) => most > 0 && of(before) <= most)
  return (used) => {
    const passed = watched.filter(({ most, of }) => of(used) > most)
    watched = watched.filter((limit) => !passed.includes(limit))
    return passed.length === 0
      ? null
      : `Paused: ${passed.map(({ reason }) => reason).join(' and ')}, the limit of an episode. Resume to continue without it`
  }
}
