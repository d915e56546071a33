import type { EpisodeState } from '@shared/episode/state/episode'
import { hasPart } from '@shared/agent/parts'
import { use } from 'react'
import { EpisodeContext, useEpisode } from './episode-store'
import { type Agent, currentAgent, useAgent } from './episode-status'
import type { Playhead } from './playhead'

/** What a person can put into the mind of a player, or change there. */
export type Memory = 'note' | 'objective'

const PARTS = { note: 'notes', objective: 'objectives' } as const

/** At the end of an episode that is played here, by a player whose mind has that part. */
const isTaken = (memory: Memory, agent: Agent, playhead: Playhead, { manifest }: Pick<EpisodeState, 'manifest'>) =>
  (agent === 'running' || agent === 'paused') && playhead === 'live' && hasPart(manifest?.mind, PARTS[memory])

export function useIsTaken(memory: Memory): boolean {
  const { isCompared } = use(EpisodeContext)
  const agent = useAgent()
  return useEpisode(({ playhead, history }) => isTaken(memory, agent, playhead, history.latest)) && !isCompared
}

/** Of the open episode, now. */
export function isTakenNow(memory: Memory): boolean {
  const { playhead, history } = useEpisode.getState()
  return isTaken(memory, currentAgent(), playhead, history.latest)
}
