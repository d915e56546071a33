import type { LoggedOf } from '../log/event'
import type { mindEvents } from '../log/mind-events'
import { isLive, type MindNote, type MindState, type Objective } from '../log/mind-state'
import type { EpisodeState } from './episode'

type MindEventType = (typeof mindEvents)[number]['shape']['event_type']['value']
/** Events of the mind with effects beyond their turn (reduce-episode.ts folds the others). */
type LastingMindEvent = LoggedOf<Exclude<MindEventType, 'action_proposed' | 'critic_verdict' | 'beliefs_checked'>>

/** Limit of each list per episode. Further items are ignored: a log from elsewhere may have any number. */
const MAX = 20_000

type Minded = Pick<EpisodeState, 'mind' | 'objectives'>

export function reduceMind({ mind, objectives }: Minded, event: LastingMindEvent): Minded {
  const inMind = (change: Partial<MindState>): Minded => ({ objectives, mind: { ...mind, ...change } })
  switch (event.event_type) {
    case 'prompt_used':
      return inMind({ prompts: add(mind.prompts, bodyOf(event)) })
    case 'context_compacted':
      return inMind({ compactions: add(mind.compactions, bodyOf(event)) })
    case 'stuck_noticed':
      return inMind({ stuck: add(mind.stuck, bodyOf(event)) })
    case 'role_disabled':
      return inMind({ rolesOff: add(mind.rolesOff, bodyOf(event)) })
    case 'reflection_made':
      return inMind({ reflections: add(mind.reflections, bodyOf(event)) })
    case 'note_written':
      return inMind({ notes: writeNote(mind.notes, event) })
    case 'note_confirmed':
      return inMind({
        notes: changed(mind.notes, event.id, (note) => ({ ...note, confirmedIn: add(note.confirmedIn, event.turn) })),
      })
    case 'note_closed':
      return inMind({
        notes: changed(mind.notes, event.id, (note) => ({
          ...note,
          closed: { turn: event.turn, why: event.why, by: event.by },
        })),
      })
    case 'objective_set':
      return { mind, objectives: setObjective(objectives, event) }
    case 'objective_closed': {
      const { turn, how, by, evidence_turn: evidenceTurn } = event
      const close = (objective: Objective): Objective => ({ ...objective, closed: { turn, how, by, evidenceTurn } })
      return { mind, objectives: changed(objectives, event.id, close) }
    }
    default:
      return event satisfies never
  }
}

/** The mind at the end of `turn`, for an episode that continues from there. */
export function mindUntil({ mind, objectives }: Minded, turn: number): Minded {
  const until = <Item extends { readonly turn: number }>(items: readonly Item[]) =>
    items.filter((item) => item.turn <= turn)
  const reopened = <Item extends MindNote | Objective>(item: Item): Item =>
    item.closed !== null && item.closed.turn > turn ? { ...item, closed: null } : item
  return {
    objectives: until(objectives).map(reopened),
    mind: {
      notes: until(mind.notes)
        .map(reopened)
        .map((note) => ({ ...note, confirmedIn: note.confirmedIn.filter((at) => at <= turn) })),
      compactions: until(mind.compactions),
      stuck: until(mind.stuck),
      prompts: until(mind.prompts),
      rolesOff: until(mind.rolesOff),
      reflections: until(mind.reflections),
    },
  }
}

function writeNote(notes: readonly MindNote[], event: LoggedOf<'note_written'>): readonly MindNote[] {
  const { id, turn, place, kind, subject, value, text, lasts, by, from_turns: fromTurns, supersedes } = event
  if (notes.some((note) => note.id === id)) return notes
  const before =
    supersedes === null
      ? notes
      : changed(notes, supersedes, (note) => ({ ...note, closed: { turn, why: 'superseded', by } }))
  const written = { id, turn, place, kind, subject, value, text, lasts, by, fromTurns, supersedes }
  return add(before, { ...written, confirmedIn: [], closed: null })
}

function setObjective(objectives: readonly Objective[], event: LoggedOf<'objective_set'>): readonly Objective[] {
  const { id, text, turn, by, check } = event
  return objectives.some((objective) => objective.id === id)
    ? objectives
    : add(objectives, { id, text, turn, by, check, closed: null })
}

/** Leaves closed and unknown items unchanged. */
const changed = <Item extends MindNote | Objective>(
  items: readonly Item[],
  id: string,
  change: (item: Item) => Item,
): readonly Item[] => {
  const index = items.findIndex((item) => item.id === id && isLive(item))
  const item = items[index]
  return item === undefined ? items : items.with(index, change(item))
}

const add = <Item>(items: readonly Item[], item: Item): readonly Item[] =>
  items.length < MAX ? [...items, item] : items

function bodyOf<Event extends LastingMindEvent>(event: Event): Omit<Event, 'event_type' | 'seq' | 'at' | 'episode_id'> {
  const { event_type: _type, seq: _seq, at: _at, episode_id: _id, ...body } = event
  return body
}
