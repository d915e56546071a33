import type { EpisodeState } from '../state/episode'
import { compareMaps, type RoomsCompared } from './compare-maps'
import { compareSettings, type SettingDifference } from './compare-settings'
import { compareTurns, type TurnsCompared } from './compare-turns'
import { type Curve, type Figures, figuresOf, roomCurve, scoreCurve, type Spent, spentFrom } from './figures'
import { mapPair, type Pair } from './pair'

/** What is read of an episode: its state at its end, or as far as it has come. */
export type Compared = Pick<EpisodeState, 'manifest' | 'opening' | 'turns' | 'map'>

/** Two episodes held against each other. With the sides exchanged it is the same with its sides exchanged. */
export interface Comparison extends TurnsCompared {
  /** False of two stories: what is told by a story's own numbers cannot be held against another's. */
  readonly isSameGame: boolean
  readonly figures: Pair<Figures>
  readonly spent: Pair<Spent>
  /** The same of the turns from the parting on. */
  readonly spentSince: Pair<Spent>
  readonly score: Pair<Curve>
  readonly coverage: Pair<Curve>
  /** Null of two stories. */
  readonly rooms: RoomsCompared | null
  readonly settings: readonly SettingDifference[]
  /** What told the model how to play, as it was sent last; null if no model was asked. */
  readonly prompts: Pair<string | null>
}

/** Total, and for episodes of any length: it looks at each turn once. */
export function compareEpisodes(episodes: Pair<Compared>): Comparison {
  const turns = compareTurns(episodes)
  const isSameGame = new Set(Object.values(mapPair(episodes, gameOf)).filter((game) => game !== null)).size < 2
  return {
    ...turns,
    isSameGame,
    figures: mapPair(episodes, figuresOf),
    spent: mapPair(episodes, (episode) => spentFrom(episode, 1)),
    spentSince: mapPair(episodes, (episode) => spentFrom(episode, turns.partsAt ?? Infinity)),
    score: mapPair(episodes, scoreCurve),
    coverage: mapPair(episodes, roomCurve),
    rooms: isSameGame ? compareMaps(mapPair(episodes, ({ map }) => map)) : null,
    settings: compareSettings(mapPair(episodes, ({ manifest }) => manifest)),
    prompts: mapPair(episodes, promptOf),
  }
}

const gameOf = ({ manifest }: Compared): string | null => manifest?.game.sha256 ?? null

/** Requests are kept as what they add to the one before: the last that begins anew has the prompt that holds. */
const promptOf = ({ turns }: Compared): string | null => {
  for (const { iterations } of turns.toReversed()) {
    for (const { request } of iterations.toReversed()) {
      const prompt = request?.messages_added.find(({ role }) => role === 'system')
      if (prompt) return prompt.content
    }
  }
  return null
}
