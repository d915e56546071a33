import type { EventBody } from '../episode/log/event'
import type { MindPart } from '../episode/log/mind-schema'
import type { EpisodeState } from '../episode/state/episode'
import { contradictedNotes } from './parts/note-events'
import { judgeObjectives } from './parts/objectives'
import { stuckOf } from './parts/stuck'
import { viewOf } from './view'

/**
 * The events that the mind derives from the last turn of any player, to be recorded before the turn is complete. Pure;
 * empty without a mind.
 */
export function judgeTurn(state: EpisodeState): readonly EventBody[] {
  const { openTurn } = state
  if (openTurn?.observation == null || !state.manifest?.mind) return []
  const view = viewOf({ ...state, turns: [...state.turns, openTurn], openTurn: null })
  const has = (part: MindPart) => view.mind.parts.includes(part)
  const turn = openTurn.number
  return [
    ...(has('notes') ? contradictedNotes(view).map((id) => contradicted(turn, id)) : []),
    ...(has('objectives') ? judgeObjectives(view, turn) : []),
    ...(has('stuck') ? judgeStuck(state, stuckOf(view.blocks)) : []),
  ]
}

const contradicted = (turn: number, id: string): EventBody => ({
  event_type: 'note_closed',
  turn,
  id,
  why: 'contradicted',
  by: null,
})

/** Empty if neither level nor signals changed. */
function judgeStuck({ mind }: EpisodeState, now: ReturnType<typeof stuckOf>): readonly EventBody[] {
  const { level, signals } = mind.stuck.at(-1) ?? { level: 0, signals: [] }
  const isSame = level === now.level && signals.join() === now.signals.join()
  return isSame ? [] : [{ event_type: 'stuck_noticed', ...now }]
}
