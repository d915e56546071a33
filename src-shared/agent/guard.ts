import type { Outcome, StateBlock } from '../episode/state/state-block'
import { directionOf } from '../map/direction'
import { cutLine } from './likeness'
import { placesOf } from './places'
import { earlierTurnsWithSameOutcome, stuckOf } from './stuck'
import type { MindView } from './view'
import { commandOf } from './visible-state-key'

const FAILURES: ReadonlySet<Outcome> = new Set(['unknown_word', 'not_visible', 'refused', 'no_op', 'ambiguous'])
const FAILED_BEFORE = 2
const LONGEST_REPLY = 120
/** From this stuck level on, it also objects to walking in circles. */
const LEVEL_OF_CIRCLES = 3

/**
 * The guard's objection to an action, with what happened before; null if it has none. It objects to a command that
 * failed twice in the same visible state and, while the player is badly stuck, to the next step of a circle. A rule
 * without a model: it knows only what the player was shown.
 */
export function objectionTo({ blocks }: MindView, action: string): string | null {
  const failed = earlierTurnsWithSameOutcome(blocks, action, FAILURES)
  if (failed.length >= FAILED_BEFORE) {
    const last = failed.at(-1) ?? 0
    const reply = cutLine(blocks[last]?.observation ?? '', LONGEST_REPLY)
    return `"${commandOf(action)}" failed on turns ${listed(failed)}, when all was as it is now; the reply was: "${reply}"`
  }
  return walksInCircle(blocks, action)
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
  return last.length === 1 ? String(last[0]) : `${last.slice(0, -1).join(', ')} and ${last.at(-1)}`
}
