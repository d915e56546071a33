import type { GameObject } from '../../map/location-survey'
import { emptyMap, type Location, recordMove, type WorldMap } from '../../map/world-map'
import type { EpisodeState, Observation } from './episode'
import { moveOf } from './move'
import { classifyOutcome, printedText } from './outcome'
import type { StateBlock } from './state-block'

type HandicapLevel = StateBlock['handicap']

/** Maximum number of turns that can be undone, one per `undo` (handicap L5). */
export const UNDO_TURNS = 50

/** The state block for the next action. Throws before the story has printed its opening. */
export function buildStateBlock(state: EpisodeState, level: HandicapLevel): StateBlock {
  const block = buildStateBlocks(state, level).at(-1)
  if (block === undefined) throw new Error('There is no state to describe before the story has printed its opening.')
  return block
}

/**
 * Item n is the block after turn n, item 0 after the opening. Blocks never change later, so prompts can be append-only.
 */
export function buildStateBlocks(state: EpisodeState, level: HandicapLevel): readonly StateBlock[] {
  const { opening, turnLimit, manifest } = state
  if (opening === null) return []
  const moments = [...momentsOf(state)]
  const terms: Terms = { level, turnLimit, dictionary: manifest?.dictionary }
  const kept = cachedFolds.get(opening)
  const telling = kept && isBeginningOf(kept, terms, moments) ? kept : newBlockFold(terms)
  for (const moment of moments.slice(telling.moments.length)) extendFold(telling, moment)
  cachedFolds.set(opening, telling)
  return [...telling.blocks]
}

/** Caches folds by the opening of their episode, so that the next block costs one turn instead of all. */
const cachedFolds = new WeakMap<Observation, BlockFold>()

/** The values that determine a block, in addition to the events. */
interface Terms {
  readonly level: HandicapLevel
  readonly turnLimit: number | null
  readonly dictionary: readonly string[] | undefined
}

/** A fold over the turns of an episode, which can be continued when there are new turns. */
interface BlockFold extends Terms {
  readonly moments: Moment[]
  readonly blocks: StateBlock[]
  readonly printed: Set<string>
  map: WorldMap
  undoable: number
}

const newBlockFold = (terms: Terms): BlockFold => ({
  ...terms,
  moments: [],
  blocks: [],
  printed: new Set(),
  map: emptyMap,
  undoable: 0,
})

function isBeginningOf(
  telling: BlockFold,
  { level, turnLimit, dictionary }: Terms,
  moments: readonly Moment[],
): boolean {
  const isSame = ({ action, observation }: Moment, index: number) =>
    action === moments[index]?.action && observation === moments[index].observation
  return (
    telling.level === level &&
    telling.turnLimit === turnLimit &&
    telling.dictionary === dictionary &&
    telling.moments.every(isSame)
  )
}

function extendFold(telling: BlockFold, moment: Moment): void {
  const { moments, blocks, printed } = telling
  const { turn, action, observation } = moment
  const before = moments.at(-1)?.observation
  telling.map = recordMove(telling.map, moveOf(turn, action, observation))
  for (const word of wordsOf(printedText(observation))) printed.add(word)
  if (action !== null) telling.undoable = undoableAfter(telling.undoable, observation)
  const last =
    before && action !== null
      ? { action, outcome: classifyOutcome(action, before, observation), score_delta: scoreDelta(before, observation) }
      : null
  moments.push(moment)
  blocks.push(grant(telling, moment, last))
}

/** Number of turns that can be undone; a restart or a restore clears the history. */
function undoableAfter(before: number, { rule_applied: rule, fault }: Observation): number {
  if (rule === 'undo') return Math.max(0, before - 1)
  if (rule === 'restart' || rule === 'restore') return 0
  return fault ? before : Math.min(UNDO_TURNS, before + 1)
}

interface Moment {
  readonly turn: number
  readonly action: string | null
  readonly observation: Observation
}

function* momentsOf({ opening, turns }: EpisodeState): Generator<Moment> {
  if (opening) yield { turn: 0, action: null, observation: opening }
  for (const { number, action, observation } of turns)
    if (observation) yield { turn: number, action: action?.action ?? null, observation }
}

/** Fields that the level does not grant, or that the machine cannot determine, are absent. */
function grant(
  { level, turnLimit, dictionary, printed, undoable, map }: BlockFold,
  { turn, observation }: Moment,
  last: StateBlock['last'],
): StateBlock {
  const here = map.here === null ? undefined : map.locations[map.here]
  const text: StateBlock = {
    v: 1,
    handicap: level,
    turn: turn + 1,
    turns_left: turnLimit === null ? null : Math.max(0, turnLimit - turn),
    observation: printedText(observation),
    last: last && { action: last.action, outcome: last.outcome },
  }
  if (level === 'L0') return text
  const { location, score, moves, inventory, visible } = observation
  const position: StateBlock = {
    ...text,
    last,
    ...(location && { location }),
    ...(score !== null && { score }),
    ...(moves !== null && { moves }),
    ...(location && here && { exits: exitsOf(here) }),
  }
  if (level === 'L1') return position
  const things: StateBlock = {
    ...position,
    ...(inventory && { inventory }),
    ...(visible && { visible: visible.filter((object) => isNamed(object, printed)) }),
  }
  if (level === 'L2') return things
  const words: StateBlock = {
    ...things,
    ...(dictionary && { dictionary: { words: dictionary.length, listed_in: 'system message' } }),
  }
  if (level === 'L3') return words
  const actions: StateBlock = {
    ...words,
    ...(observation.valid_actions && { valid_actions: observation.valid_actions }),
  }
  return level === 'L4' ? actions : { ...actions, undo: { turns: undoable } }
}

function exitsOf({ exits }: Location): NonNullable<StateBlock['exits']> {
  const known: Record<string, number> = {}
  const tried: Record<string, number> = {}
  for (const [direction, { to, walked, refused }] of Object.entries(exits)) {
    if (to !== null) known[direction] = to
    tried[direction] = walked + refused
  }
  return { known, tried }
}

const scoreDelta = (before: Observation, after: Observation) =>
  before.score === null || after.score === null ? undefined : after.score - before.score

const LINKING_WORDS = new Set(['a', 'an', 'the', 'of', 'in', 'on', 'with', 'some', 'and'])
/** The words of a text in lower case, for comparison with names. */
export const wordsOf = (text: string) => text.toLowerCase().match(/[\p{L}\p{N}']+/gu) ?? []

/**
 * Honesty rule (docs/explorer.md): a name is shown only after the story has printed all its words. Articles and the
 * like do not count.
 */
export function isNamed({ name }: GameObject, printed: ReadonlySet<string>): boolean {
  const words = wordsOf(name).filter((word) => !LINKING_WORDS.has(word))
  return words.length > 0 && words.every((word) => printed.has(word))
}
