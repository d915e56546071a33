import { isRecord } from '../../base/json/is-record'
import type { Helped } from '../projections/help'
import { type EpisodeState, seedInForce } from '../state/episode'
import { isOfModel } from '../state/model-calls'
import { isPlayedByModel } from '../state/players'
import { compareMaps, type RoomsCompared } from './compare-maps'
import { compareTurns, type TurnsCompared } from './compare-turns'
import {
  type Curve,
  type Figures,
  figuresOf,
  problemsOf,
  roomCurve,
  scoreCurve,
  type Spent,
  spentFrom,
} from './figures'
import { mapPair, type Pair, type Side, SIDES } from './pair'

export type Compared = Helped &
  Pick<EpisodeState, 'opening' | 'openTurn' | 'map' | 'turnLimit' | 'pauseRules' | 'reseeds' | 'totals' | 'forkedFrom'>

/** A comparison of two episodes. Exchanging the episodes exchanges the sides of the result. */
export interface Comparison extends TurnsCompared {
  /** False for different stories, whose location numbers and scores cannot be compared. */
  readonly isSameGame: boolean
  readonly figures: Pair<Figures>
  readonly spent: Pair<Spent>
  /** Like `spent`, but from the first differing turn on, without problems of attempts that were given up. */
  readonly spentSinceDivergence: Pair<Spent>
  readonly score: Pair<Curve>
  readonly coverage: Pair<Curve>
  /** Null for different stories. */
  readonly rooms: RoomsCompared | null
  readonly settings: readonly SettingDifference[]
  /** Whether a model plays, even if it never answered. */
  readonly isModel: Pair<boolean>
  /** The last system prompt that was sent; null if no model played. */
  readonly prompts: Pair<string | null>
}

export function compareEpisodes(episodes: Pair<Compared>): Comparison {
  const turns = compareTurns(episodes)
  const isSameGame = new Set(Object.values(mapPair(episodes, gameOf)).filter((game) => game !== null)).size < 2
  return {
    ...turns,
    isSameGame,
    figures: mapPair(episodes, figuresOf),
    spent: mapPair(episodes, (episode) => ({ ...spentFrom(episode, 1), problems: problemsOf(episode) })),
    spentSinceDivergence: mapPair(episodes, (episode) => spentFrom(episode, turns.divergesAt ?? Infinity)),
    score: mapPair(episodes, scoreCurve),
    coverage: mapPair(episodes, roomCurve),
    rooms: isSameGame ? compareMaps(mapPair(episodes, ({ map }) => map)) : null,
    settings: compareSettings(mapPair(episodes, inForce)),
    isModel: mapPair(episodes, isPlayedByModel),
    prompts: mapPair(episodes, promptOf),
  }
}

const gameOf = ({ manifest }: Compared): string | null => manifest?.game.sha256 ?? null

/** The log stores only the messages that a request adds, so the last system prompt among them is the one in force. */
const promptOf = ({ manifest, turns, openTurn }: Compared): string | null => {
  if (!isPlayedByModel({ manifest })) return null
  for (const { iterations } of [...turns, ...(openTurn ? [openTurn] : [])].toReversed()) {
    for (const { request } of iterations.toReversed()) {
      const prompt = request && isOfModel(request) && request.messages_added.find(({ role }) => role === 'system')
      if (prompt) return prompt.content
    }
  }
  return null
}

/** A setting whose values differ; undefined where an episode has none. */
export interface SettingDifference extends Pair<unknown> {
  /** Path in the log, such as `seed`, `player.model`, `sampling.temperature` or `settings.run.turns`. */
  readonly path: string
}

type Manifest = EpisodeState['manifest']

/** The manifest with what was changed after the start or the fork. */
const inForce = ({ manifest, turnLimit, pauseRules, reseeds }: Compared): Manifest =>
  manifest && {
    ...manifest,
    turn_limit: turnLimit,
    pause_rules: pauseRules ?? undefined,
    seed: seedInForce({ manifest, reseeds }) ?? manifest.seed,
  }

/**
 * Fields that are not compared here: data about the log, the story's words and path, the texts of the knowledge, whose
 * version is compared, the models of helpers, which are settings, and the prompt, which is compared separately.
 */
const LEFT_OUT: ReadonlySet<string> = new Set([
  'seq',
  'at',
  'episode_id',
  'event_type',
  'format',
  'cut',
  'dictionary',
  'prompt',
  'prompt_sha256',
  'mind.models',
  'mind.knowledge.entries',
  'mind.knowledge.episodes',
  'mind.knowledge.same_story',
  'mind.knowledge.text',
  'mind.knowledge.places',
  'settings.story_path',
])

/** Values in force that the manifest has under another name than the setting or field for them. */
const IN_FORCE: Readonly<Record<string, string>> = {
  'player.label': 'player.model',
  'settings.run.player': 'player.kind',
  'settings.llm.agent_model': 'player.model',
  'settings.llm.client_base_url': 'player.base_url',
  'settings.orchestrator.max_turns_per_episode': 'turn_limit',
  'settings.mind.knowledge': 'mind.knowledge.level',
  'settings.mind.knowledge_sha256': 'mind.knowledge.sha256',
}

const inForceOf = (path: string): string =>
  IN_FORCE[path] ??
  path
    .replace(/^settings\.(?:run\.)?/, '')
    .replace(/^agent_sampling\./, 'sampling.')
    .replace(/^pause\./, 'pause_rules.')

/** Sorted by path, without settings whose value in force is listed by itself; empty while a manifest is missing. */
export function compareSettings({ a, b }: Pair<Manifest>): readonly SettingDifference[] {
  if (a === null || b === null) return []
  const values = { a: valuesOf(a), b: valuesOf(b) }
  return [...new Set([...values.a.keys(), ...values.b.keys()])]
    .filter((path) => {
      const inForce = inForceOf(path)
      const isListed = (side: Side) => values[side].has(inForce)
      // The manifest omits values that are not sent. A player without a model has only its label.
      return inForce === path || !(path === 'player.label' ? SIDES.every(isListed) : SIDES.some(isListed))
    })
    .toSorted()
    .map((path) => ({ path, ...mapPair(values, (of) => of.get(path)) }))
    .filter((setting) => !isSame(setting.a, setting.b))
}

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other)

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
