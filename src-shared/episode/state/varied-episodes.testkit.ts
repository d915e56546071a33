import type { LoggedEvent, PlayerKind } from '../log/event'
import { sampleEpisode } from './sample-episode.testkit'

const MODELS = ['test/lantern-2', 'test/grue-small', 'elsewhere/the-model-with-the-long-name-20260301'] as const
const ENDS = ['won', 'died', 'turn_limit', 'stopped', null] as const
const MINUTES = 60_000

/**
 * Episodes that vary like those of a user after weeks: in player, model, seed, level, length, score, cost and end. The
 * same index gives the same episode.
 */
export function variedEpisode(index: number): readonly LoggedEvent[] {
  const model = index % 4 === 3 ? null : (MODELS[index % 4] ?? null)
  const kind: PlayerKind = model === null ? 'explorer' : 'llm'
  const ended = ENDS[index % ENDS.length] ?? null
  const startedAt = Date.UTC(2026, 2, 1) + index * 37 * MINUTES
  const first = Date.parse(sampleEpisode({ turns: 0 })[0]?.at ?? '')
  return sampleEpisode({ turns: 4 + ((index * 7) % 23), seed: index + 1, locations: 6 + (index % 9) }).flatMap(
    (event): readonly LoggedEvent[] => {
      const at = new Date(startedAt + Date.parse(event.at) - first).toISOString()
      const stamped = { ...event, at, episode_id: idOfVaried(index) }
      if (stamped.event_type === 'episode_started')
        return [
          {
            ...stamped,
            seed: 100 + index,
            handicap: (['L0', 'L1', 'L2', 'L3'] as const)[index % 4] ?? 'L0',
            player: { ...stamped.player, kind, label: model ?? stamped.player.label, model },
          },
        ]
      if (stamped.event_type === 'llm_response')
        return [{ ...stamped, cost_usd: model === null ? null : 0.001 * (index % 11) }]
      if (stamped.event_type === 'episode_ended') return ended === null ? [] : [{ ...stamped, ended }]
      return [stamped]
    },
  )
}

export const idOfVaried = (index: number): string => `2026-03-${String(index).padStart(4, '0')}-sample`
