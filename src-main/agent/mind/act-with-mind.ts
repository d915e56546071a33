import { hasPart } from '@shared/agent/mind-presets'
import { objectionTo } from '@shared/agent/parts/guard'
import { cutLine } from '@shared/agent/parts/likeness'
import { noteEvents } from '@shared/agent/parts/note-events'
import { doneEvents, objectiveEvents } from '@shared/agent/parts/objectives'
import { viewOf } from '@shared/agent/view'
import type { EventBody, EventOf } from '@shared/episode/log/event'
import { LONGEST_NOTE } from '@shared/episode/log/mind-events'
import type { EpisodeState } from '@shared/episode/state/episode'
import type { ChosenAction, Objection, Proposed } from '../choose-action'

/** The log of a turn. */
export interface EventSink {
  readonly state: EpisodeState
  record(event: EventBody): void
}

/**
 * The guard's objection to an action, recorded with the action; null if there is none. From the second objection on,
 * the model has to choose from commands that it has not tried.
 */
export function guardAction(
  log: EventSink,
  turn: number,
  { action, reasoning }: Proposed,
  attempt: number,
): Objection | null {
  const { state } = log
  if (!hasPart(state.manifest?.mind, 'guard')) return null
  const objection = objectionTo(viewOf(state), action)
  if (objection === null) return null
  const { reason, choices } = objection
  log.record({ event_type: 'action_proposed', turn, attempt, action, reasoning })
  log.record({ event_type: 'critic_verdict', turn, attempt, by: 'rule', verdict: 'reject', reason, predicted: null })
  const untried =
    choices.length === 0 ? '' : ` ${attempt === 1 ? 'Not tried here' : 'Choose one of these'}: ${choices.join('; ')}.`
  return { text: `Before it is played: ${reason}.${untried}`, choices: attempt === 1 ? [] : choices }
}

/** Records the objectives and the note in the answer of `turn`, if these parts are in force. */
export function recordAnswer(log: EventSink, turn: number, { newObjective, fields }: ChosenAction): void {
  const mind = log.state.manifest?.mind
  if (hasPart(mind, 'objectives')) {
    if (fields?.done_objective != null)
      recordAll(log, doneEvents(viewOf(log.state), fields.done_objective, turn, 'actor'))
    if (newObjective !== null) recordAll(log, objectiveEvents(viewOf(log.state), newObjective, { turn, by: 'actor' }))
  }
  if (fields?.note != null && hasPart(mind, 'notes')) {
    const view = viewOf(log.state)
    const place = view.blocks.at(-1)?.location?.id ?? null
    recordAll(log, noteEvents(view, fields.note, { turn, place, by: 'actor' }))
  }
}

export function recordAll(log: EventSink, events: readonly EventBody[]): void {
  for (const event of events) log.record(event)
}

/** A chosen action as logged. */
export function choiceOf(chosen: ChosenAction, { manifest }: Pick<EpisodeState, 'manifest'>): Choice {
  const { action, reasoning, newObjective: new_objective, source, attempt, insisted, fields } = chosen
  const expect = hasPart(manifest?.mind, 'notes') && fields?.expect ? cutLine(fields.expect, LONGEST_NOTE) : undefined
  return {
    action,
    reasoning,
    new_objective,
    source,
    ...(attempt !== undefined && { attempt }),
    ...(insisted && { insisted }),
    ...(expect !== undefined && { expect }),
  }
}

type Choice = Omit<EventOf<'action_chosen'>, 'event_type' | 'turn'>
