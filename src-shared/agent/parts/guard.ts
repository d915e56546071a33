import { FAILURES } from '../../episode/state/failures'
import type { StateBlock } from '../../episode/state/state-block'
import { directionOf } from '../../map/direction'
import type { MindView } from '../view'
import { cutLine } from './likeness'
import { placesOf } from './places'
import { earlierTurns, stuckOf } from './stuck'
import { choicesOf } from './untried'
import { commandOf, visibleStateKey } from './visible-state-key'

const LONGEST_REPLY = 120
/** Stuck level from which it also objects to walking in circles. */
const LEVEL_OF_CIRCLES = 3

/** Why an action should not be played, and other actions to choose from. */
export interface Objection {
  readonly reason: string
  /** Untried commands; empty if there are none. */
  readonly choices: readonly string[]
}

/**
 * The guard's objection to an action; null if it has none. It objects to a command that had no effect in the same
 * visible state and, while the player is badly stuck, to the next step of a circle. It is a rule without a model, and
 * uses only what the player was shown.
 */
export function objectionTo({ blocks }: MindView, action: string): Objection | null {
  const reason = cameToNothing(blocks, action) ?? walksInCircle(blocks, action)
  if (reason === null) return null
  const command = commandOf(action)
  return { reason, choices: choicesOf(blocks).filter((choice) => choice !== command) }
}

/** Waiting changes nothing visible, but may be right for a while. */
const WAITING = /^(?:z|wait)\b/

/** Objects to a command that failed, or printed the same text twice without a visible change. */
function cameToNothing(blocks: readonly StateBlock[], action: string): string | null {
  const turns = earlierTurns(blocks, action)
  const isFailure = (turn: number) => FAILURES.has(blocks[turn]?.last?.outcome ?? 'other')
  const failed = WAITING.test(commandOf(action)) ? [] : turns.filter(isFailure)
  const without = failed.length > 0 ? failed : sameText(blocks, turns)
  const last = without.at(-1)
  if (last === undefined) return null
  const whole = cutLine(blocks[last]?.observation ?? '', Infinity)
  const reply = whole.length > LONGEST_REPLY ? `${cutLine(whole, LONGEST_REPLY)}…` : whole
  return `"${commandOf(action)}" came to nothing on ${listed(without)}, when all was as it is now; the reply was: "${reply}"`
}

/** The turns that printed the same as the last one and changed nothing visible, if there are at least two. */
function sameText(blocks: readonly StateBlock[], turns: readonly number[]): readonly number[] {
  const last = blocks[turns.at(-1) ?? -1]
  if (!last?.last || (last.last.outcome !== 'other' && !WAITING.test(commandOf(last.last.action)))) return []
  const same = turns.filter((turn) => {
    const [before, after] = [blocks[turn - 1], blocks[turn]]
    if (before === undefined || after === undefined) return false
    return visibleStateKey(before) === visibleStateKey(after) && after.observation.trim() === last.observation.trim()
  })
  return same.length >= 2 ? same : []
}

function walksInCircle(blocks: readonly StateBlock[], action: string): string | null {
  const { level, signals } = stuckOf(blocks)
  const here = blocks.at(-1)?.location
  const direction = directionOf(action)
  if (level < LEVEL_OF_CIRCLES || !signals.includes('circle') || here === undefined || direction === null) return null
  const to = [...(placesOf(blocks).get(here.id)?.led.get(direction)?.keys() ?? [])].at(-1)
  const recent = blocks.slice(-RECENT).flatMap(({ location }) => (location ? [location] : []))
  const next = recent.find(({ id }) => id === to)
  return next ? `"${direction}" leads back to ${next.name}#${next.id}: you walk in a circle there` : null
}
const RECENT = 8

const listed = (turns: readonly number[]): string => {
  const last = turns.slice(-3)
  return last.length === 1 ? `turn ${last[0]}` : `turns ${last.slice(0, -1).join(', ')} and ${last.at(-1)}`
}
