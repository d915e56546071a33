import { wordsOfNames } from '@shared/agent/knowledge/check-entry'
import { findingsIn } from '@shared/agent/knowledge/findings'
import type { KnowledgeEvent, KnowledgeEventOf } from '@shared/agent/knowledge/knowledge-event'
import { learnEvents } from '@shared/agent/knowledge/learn'
import type { LearnedFrom } from '@shared/contract/knowledge'
import type { EpisodeState } from '@shared/episode/state/episode'
import { traitsOf } from '@shared/episode/state/players'
import { addKnowledge } from '../../episode/knowledge-file'

/** The reason why nothing can be learned from an episode, as a sentence; null if there is none. */
export function whyNotLearned(state: EpisodeState): string | null {
  const traits = traitsOf(state)
  if (traits.isPerson) return 'A person played it: the knowledge is for what players find out themselves.'
  return traits.playsByTools ? 'It was played through a game server, whose memory the app does not see.' : null
}

/**
 * Adds the findings of an episode to the knowledge about its story. `names`: the names of all rooms and objects of the
 * story. Rejects like `addKnowledge`.
 */
export async function learnFrom(
  state: EpisodeState,
  names: readonly string[],
  { dataFolder, now }: { readonly dataFolder: string; readonly now: () => Date },
): Promise<LearnedFrom> {
  const { manifest, turns } = state
  if (manifest === null) return NOTHING
  const findings = findingsIn(state, wordsOfNames(names))
  const about = {
    story: manifest.game.sha256,
    episode: manifest.episode_id,
    turns: turns.length,
    at: now().toISOString(),
  }
  const { events } = await addKnowledge(dataFolder, (before) => ({ events: learnEvents(before, findings, about) }))
  return events.findLast(isSummary) ?? NOTHING
}

const NOTHING: LearnedFrom = { added: 0, confirmed: 0, contradicted: 0, refused: 0 }

const isSummary = (event: KnowledgeEvent): event is KnowledgeEventOf<'episode_learned'> =>
  event.event_type === 'episode_learned'
