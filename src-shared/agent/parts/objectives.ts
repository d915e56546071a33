import type { EventBody } from '../../episode/log/event'
import { type Author, LONGEST_NOTE, type ObjectiveCheck } from '../../episode/log/mind-events'
import { isLive, type Objective } from '../../episode/log/mind-state'
import type { StateBlock } from '../../episode/state/state-block'
import { CHARS_PER_TOKEN, linesWithin, type MindView } from '../view'
import { cutLine, isSameName } from './likeness'
import { placesOf } from './places'

const MAX_LIVE = 5
/** Turns after which an unmet objective is closed. */
const STALE_AFTER = 60

/** The events that set an objective; none if it is already set. Beyond five objectives, the oldest is dropped. */
export function objectiveEvents(
  view: MindView,
  given: string,
  { turn, by, check }: { readonly turn: number; readonly by: Author; readonly check?: ObjectiveCheck },
): readonly EventBody[] {
  const { objectives } = view.state
  const text = cutLine(given, LONGEST_NOTE)
  const live = objectives.filter(isLive)
  if (text === '' || live.some((known) => known.text.toLowerCase() === text.toLowerCase())) return []
  const dropped = live.slice(0, Math.max(0, live.length + 1 - MAX_LIVE))
  return [
    ...dropped.map(({ id }): EventBody => closed(turn, id, 'dropped', null, null)),
    {
      event_type: 'objective_set',
      turn,
      id: `o${objectives.length + 1}`,
      text,
      by,
      check: check ?? checkIn(text, view),
      ...(given.trim().length > LONGEST_NOTE && { cut: true }),
    },
  ]
}

/** The event that closes an objective which its author reports as done; none if it is closed or unknown. */
export const doneEvents = (
  { state }: Pick<MindView, 'state'>,
  id: string,
  turn: number,
  by: Author,
): readonly EventBody[] =>
  state.objectives.some((objective) => objective.id === id && isLive(objective))
    ? [closed(turn, id, 'done', by, null)]
    : []

/** Events that close the objectives which the last turn's facts show as met, and those that are too old. */
export function judgeObjectives({ state, blocks }: MindView, turn: number): readonly EventBody[] {
  const now = blocks.at(-1)
  return state.objectives.filter(isLive).flatMap((objective): readonly EventBody[] => {
    if (now !== undefined && isMet(objective.check, now)) return [closed(turn, objective.id, 'met', null, turn)]
    return turn - objective.turn >= STALE_AFTER ? [closed(turn, objective.id, 'stale', null, null)] : []
  })
}

function closed(
  turn: number,
  id: string,
  how: NonNullable<Objective['closed']>['how'],
  by: Author | null,
  evidence: number | null,
): EventBody {
  return { event_type: 'objective_closed', turn, id, how, by, evidence_turn: evidence }
}

function isMet(check: ObjectiveCheck, { location, inventory, score }: StateBlock): boolean {
  switch (check.kind) {
    case 'visit':
      return location?.id === check.location
    case 'hold':
      return inventory?.some(({ id }) => id === check.object) ?? false
    case 'score':
      return score !== undefined && score >= check.at_least
    case 'none':
      return false
    default:
      return check satisfies never
  }
}

const VISIT =
  /^(?:go|get|return|walk|travel|head|go back)(?: back)? to (?:the )?(.+)$|^(?:reach|visit|find|explore) (?:the )?(.+)$/i
const HOLD = /^(?:take|get|fetch|pick up|collect|obtain|find and take) (?:the )?(.+)$/i
const SCORE = /^(?:reach|get|have)(?: a score of)? (\d{1,5}) points?$/i

/**
 * How facts can decide the objective; `none` unless it names a score, or exactly one place or object that the player
 * knows.
 */
function checkIn(text: string, { blocks }: MindView): ObjectiveCheck {
  const plain = text.replace(/[.!]+$/, '')
  const points = SCORE.exec(plain)?.[1]
  if (points !== undefined) return { kind: 'score', at_least: Number(points) }
  const visit = VISIT.exec(plain)
  const wanted = visit?.[1] ?? visit?.[2]
  const place = wanted === undefined ? undefined : theOnly([...placesOf(blocks).values()], wanted)
  const here = blocks.at(-1)
  if (place && place.id !== here?.location?.id) return { kind: 'visit', location: place.id }
  const taken = HOLD.exec(plain)?.[1]
  const object = taken === undefined ? undefined : theOnly(seenObjects(blocks), taken)
  const isHeld = here?.inventory?.some(({ id }) => id === object?.id) ?? false
  return object && !isHeld ? { kind: 'hold', object: object.id } : { kind: 'none' }
}

/** Undefined if nothing has that name, or if several things have it. */
function theOnly<Named extends { readonly name: string }>(all: readonly Named[], name: string): Named | undefined {
  const meant = all.filter((one) => isSameName(one.name, name))
  return meant.length === 1 ? meant[0] : undefined
}

const RECENT = 40
function seenObjects(blocks: readonly StateBlock[]): readonly { readonly id: number; readonly name: string }[] {
  const seen = blocks.slice(-RECENT).flatMap(({ visible = [], inventory = [] }) => [...visible, ...inventory])
  return [...new Map(seen.map((object) => [object.id, object])).values()]
}

const MAX_CHARS = 200 * CHARS_PER_TOKEN

/** Section "Objectives:": the open ones, the newest last. Null if there are none. */
export function objectivesSection({ state }: MindView): string | null {
  const lines = state.objectives.filter(isLive).map(({ id, text, turn }) => `- ${id}: ${text} (since turn ${turn})`)
  const kept = linesWithin(lines.toReversed(), MAX_CHARS)
  return kept.length === 0 ? null : ['Objectives:', ...kept.toReversed()].join('\n')
}
