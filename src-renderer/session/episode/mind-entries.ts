import type { EpisodeState } from '@shared/episode/state/episode'
import { hasPart } from '@shared/agent/mind-presets'
import { use } from 'react'
import { EpisodeContext, useEpisode } from './episode-store'
import { type AgentState, currentAgentState, useAgentState } from './episode-status'
import type { Playhead } from './playhead'

/** What the user can add to the mind of a player, or change there. */
export type MindEntryKind = 'note' | 'objective'

const PARTS = { note: 'notes', objective: 'objectives' } as const

/** Only at the end of an episode that this host plays, by a player whose mind has that part. */
const canEdit = (
  memory: MindEntryKind,
  agent: AgentState,
  playhead: Playhead,
  { manifest }: Pick<EpisodeState, 'manifest'>,
) => (agent === 'running' || agent === 'paused') && playhead === 'live' && hasPart(manifest?.mind, PARTS[memory])

export function useCanEditMind(memory: MindEntryKind): boolean {
  const { isCompared } = use(EpisodeContext)
  const agent = useAgentState()
  return useEpisode(({ playhead, history }) => canEdit(memory, agent, playhead, history.latest)) && !isCompared
}

export function canEditMindNow(memory: MindEntryKind): boolean {
  const { playhead, history } = useEpisode.getState()
  return canEdit(memory, currentAgentState(), playhead, history.latest)
}
