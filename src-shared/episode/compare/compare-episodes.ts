import { isRecord } from '../../base/json/is-record'
import type { Helped } from '../projections/help'
import type { EpisodeState } from '../state/episode'
import { compareMaps, type RoomsCompared } from './compare-maps'
import { compareTurns, type TurnsCompared } from './compare-turns'
import { type Curve, type Figures, figuresOf, roomCurve, scoreCurve, type Spent, spentFrom } from './figures'
import { mapPair, type Pair } from './pair'

export type Compared = Pick<EpisodeState, 'opening' | 'map'> & Helped

/** A comparison of two episodes. Exchanging the episodes exchanges the sides of the result. */
export interface Comparison extends TurnsCompared {
  /** False for different stories, whose location numbers and scores cannot be compared. */
  readonly isSameGame: boolean
  readonly figures: Pair<Figures>
  readonly spent: Pair<Spent>
  /** Like `spent`, but from the first differing turn on. */
  readonly spentSinceDivergence: Pair<Spent>
  readonly score: Pair<Curve>
  readonly coverage: Pair<Curve>
  /** Null for different stories. */
  readonly rooms: RoomsCompared | null
  readonly settings: readonly SettingDifference[]
  /** The last system prompt that was sent; null if no model was asked. */
  readonly prompts: Pair<string | null>
}

export function compareEpisodes(episodes: Pair<Compared>): Comparison {
  const turns = compareTurns(episodes)
  const isSameGame = new Set(Object.values(mapPair(episodes, gameOf)).filter((game) => game !== null)).size < 2
  return {
    ...turns,
    isSameGame,
    figures: mapPair(episodes, figuresOf),
    spent: mapPair(episodes, (episode) => spentFrom(episode, 1)),
    spentSinceDivergence: mapPair(episodes, (episode) => spentFrom(episode, turns.divergesAt ?? Infinity)),
    score: mapPair(episodes, scoreCurve),
    coverage: mapPair(episodes, roomCurve),
    rooms: isSameGame ? compareMaps(mapPair(episodes, ({ map }) => map)) : null,
    settings: compareSettings(mapPair(episodes, ({ manifest }) => manifest)),
    prompts: mapPair(episodes, promptOf),
  }
}

const gameOf = ({ manifest }: Compared): string | null => manifest?.game.sha256 ?? null

/** The log stores only the messages that a request adds, so the last system prompt among them is the one in force. */
const promptOf = ({ turns }: Compared): string | null => {
  for (const { iterations } of turns.toReversed()) {
    for (const { request } of iterations.toReversed()) {
      const prompt = request?.messages_added.find(({ role }) => role === 'system')
      if (prompt) return prompt.content
    }
  }
  return null
}

/** A setting whose values in the two manifests differ; undefined where a manifest lacks it. */
export interface SettingDifference extends Pair<unknown> {
  /** Path in the log, such as `seed`, `player.model`, `sampling.temperature` or `settings.run.turns`. */
  readonly path: string
}

type Manifest = EpisodeState['manifest']

/**
 * Fields that are not compared here: data about the log, the story's words and path, and the prompt, which is compared
 * separately.
 */
const LEFT_OUT: ReadonlySet<string> = new Set([
  'seq',
  'at',
  'episode_id',
  'event_type',
  'format',
  'cut',
  'dictionary',
  'prompt_sha256',
  'settings.story_path',
])

/** Sorted by path; empty while a manifest is missing. */
export function compareSettings({ a, b }: Pair<Manifest>): readonly SettingDifference[] {
  if (a === null || b === null) return []
  const [ofA, ofB] = [valuesOf(a), valuesOf(b)]
  return [...new Set([...ofA.keys(), ...ofB.keys()])]
    .toSorted()
    .map((path) => ({ path, a: ofA.get(path), b: ofB.get(path) }))
    .filter((pair) => JSON.stringify(pair.a) !== JSON.stringify(pair.b))
}

function valuesOf(manifest: NonNullable<Manifest>): ReadonlyMap<string, unknown> {
  const values = new Map<string, unknown>()
  const put = (path: string, value: unknown) => {
    if (LEFT_OUT.has(path)) return
    if (isRecord(value)) for (const [key, inner] of Object.entries(value)) put(`${path}.${key}`, inner)
    else if (value !== null) values.set(path, value)
  }
  for (const [key, value] of Object.entries(manifest)) put(key, value)
  return values
}
