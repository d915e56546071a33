import { z } from 'zod'
import { callsOf } from '@shared/agent/helper-calls'
import { hasPart } from '@shared/agent/mind-presets'
import { chronicle } from '@shared/agent/parts/chronicle'
import { noteEvents } from '@shared/agent/parts/note-events'
import { doneEvents, objectiveEvents } from '@shared/agent/parts/objectives'
import { placesOf } from '@shared/agent/parts/places'
import { CHARS_PER_TOKEN, viewOf } from '@shared/agent/view'
import { cutText } from '@shared/base/whole-characters'
import { LONGEST_REASON, LONGEST_TRY, MAX_TRIES, NOTE_KINDS } from '@shared/episode/log/mind-events'
import { isLive } from '@shared/episode/log/mind-state'
import type { EpisodeState } from '@shared/episode/state/episode'
import { type EventSink, recordAll } from './act-with-mind'
import type { AskHelper, HelperTurn } from './helpers'

const EVERY = 50
const LEVEL_OF_STUCK = 2
const MAX_CHARS = 5000 * CHARS_PER_TOKEN

const upTo = <Item extends z.ZodType>(item: Item, most: number) =>
  z
    .array(item)
    .transform((items) => items.slice(0, most))
    .catch([])
const text = z.string().catch('')
const reflection = z.object({
  cause: z
    .string()
    .min(1)
    .transform((said) => cutText(said.replaceAll(/\s+/g, ' ').trim(), LONGEST_REASON)),
  notes: upTo(
    z.object({
      kind: z.enum(NOTE_KINDS).catch('other'),
      subject: text,
      value: text,
      text: z.string(),
      lasts: z.enum(['world', 'episode']).catch('episode'),
      place: z.number().int().nullable().catch(null),
    }),
    3,
  ),
  close_notes: upTo(z.string(), 10),
  objectives: upTo(z.string(), 3),
  close_objectives: upTo(z.string(), 10),
  try_next: upTo(
    z.string().transform((said) => cutText(said.replaceAll(/\s+/g, ' ').trim(), LONGEST_TRY)),
    MAX_TRIES,
  ),
})

/** Asks the reflector about the last turns if it is due; its answer becomes notes and objectives. */
export async function reflect(ask: AskHelper, turn: HelperTurn): Promise<void> {
  const { log } = turn
  if (!hasPart(log.state.manifest?.mind, 'reflector') || !isDue(log.state, turn.turn)) return
  const question = { content: questionOf(log.state), answer: reflection, maxTokens: 1200 }
  const answer = await ask('reflector', question, turn)
  if (answer !== null) recordReflection(log, turn.turn, answer)
}

/** The reflector is due when the player got stuck in the last turn, after a death, and every fifty turns. */
function isDue({ mind, turns, manifest, ...state }: EpisodeState, turn: number): boolean {
  const stuck = mind.stuck.at(-1)
  const gotStuck = stuck?.turn === turn - 1 && stuck.level >= LEVEL_OF_STUCK
  const last = viewOf({ mind, turns, manifest, ...state }).blocks.at(-1)?.last
  return turns.length > 0 && (gotStuck || last?.outcome === 'died' || turns.length % EVERY === 0)
}

function questionOf(state: EpisodeState): string {
  const view = viewOf(state)
  const before = [...callsOf(state, 'reflector')][0]?.turn ?? 1
  const notes = state.mind.notes
    .filter(isLive)
    .map(({ id, place, text: said }) => `- ${id}${place === null ? '' : ` at #${place}`}: ${said}`)
  const objectives = state.objectives
    .filter(isLive)
    .map(({ id, text: said, turn }) => `- ${id}: ${said} (since turn ${turn})`)
  const here = view.blocks.at(-1)?.location
  return [
    'What happened since you last looked:',
    chronicle(view, { from: before, to: state.turns.length }, MAX_CHARS),
    ...(here ? [`The player is at ${here.name}#${here.id}.`] : []),
    `Its notes:\n${notes.join('\n') || 'none'}`,
    `Its objectives:\n${objectives.join('\n') || 'none'}`,
  ].join('\n\n')
}

function recordReflection(log: EventSink, turn: number, answer: z.output<typeof reflection>): void {
  const by = 'reflector' as const
  const mind = log.state.manifest?.mind
  log.record({ event_type: 'reflection_made', turn, cause: answer.cause, try_next: answer.try_next })
  if (hasPart(mind, 'notes')) {
    for (const id of answer.close_notes)
      if (log.state.mind.notes.some((note) => note.id === id && isLive(note) && note.by !== 'person'))
        log.record({ event_type: 'note_closed', turn, id, why: 'taken_back', by })
    for (const note of answer.notes) {
      const view = viewOf(log.state)
      const place =
        note.place !== null && placesOf(view.blocks).has(note.place)
          ? note.place
          : (view.blocks.at(-1)?.location?.id ?? null)
      recordAll(log, noteEvents(view, note, { turn, place, by }))
    }
  }
  if (hasPart(mind, 'objectives')) {
    for (const id of answer.close_objectives) recordAll(log, doneEvents(viewOf(log.state), id, turn, by))
    for (const objective of answer.objectives)
      recordAll(log, objectiveEvents(viewOf(log.state), objective, { turn, by }))
  }
}
