import type { EventBody } from '../../episode/log/event'
import { type Author, LONGEST_NOTE, type NoteKind } from '../../episode/log/mind-events'
import { isLive, type MindNote } from '../../episode/log/mind-state'
import type { StateBlock } from '../../episode/state/state-block'
import { directionOf } from '../../map/direction'
import { CHARS_PER_TOKEN, linesWithin, type MindView } from '../view'
import { cutLine, isSameName, likeness, wordsIn } from './likeness'
import { type PlaceRecord, placesOf } from './places'

/** A note as submitted; its texts may have any length. */
export interface GivenNote {
  readonly kind: NoteKind
  readonly subject: string
  readonly value: string
  readonly text: string
  readonly lasts: 'world' | 'episode'
}

interface NoteOrigin {
  readonly turn: number
  /** The location it is about; null for none. */
  readonly place: number | null
  readonly by: Author
  /** Id of the note to replace, even if the texts differ. */
  readonly supersedes?: string | undefined
}

const MAX_PER_PLACE = 6
const MAX_NOTES = 40
/** Two notes about one place with at least this likeness count as the same. */
const SAME_LIKENESS = 0.8

/**
 * The events for a note that `by` writes in `turn`. If the note says almost the same as another one about its place, it
 * confirms that one. It replaces a note of the same kind, subject and place. Beyond the limits, the least important
 * notes are closed.
 */
export function noteEvents(
  { state: { mind } }: Pick<MindView, 'state'>,
  note: GivenNote,
  { turn, place, by, supersedes }: NoteOrigin,
): readonly EventBody[] {
  const live = mind.notes.filter(isLive)
  const [subject, value, text] = [note.subject, note.value, note.text].map(cutNote) as [string, string, string]
  if (text === '') return []
  const there = live.filter((known) => known.place === place)
  const words = wordsIn(text)
  const edited = live.find(({ id }) => id === supersedes)
  const same = edited ? undefined : there.find((known) => likeness(wordsIn(known.text), words) >= SAME_LIKENESS)
  if (same) return [{ event_type: 'note_confirmed', turn, id: same.id, by }]
  const before =
    edited ?? there.find((known) => known.kind === note.kind && subject !== '' && isSameName(known.subject, subject))
  const isCut = [note.subject, note.value, note.text].some((given) => given.trim().length > LONGEST_NOTE)
  const written: EventBody = {
    event_type: 'note_written',
    turn,
    id: `n${mind.notes.length + 1}`,
    place,
    kind: note.kind,
    subject,
    value,
    text,
    lasts: note.lasts,
    by,
    from_turns: [by === 'person' ? turn : Math.max(0, turn - 1)],
    supersedes: before?.id ?? null,
    ...(isCut && { cut: true }),
  }
  const kept = live.filter((known) => known !== before)
  const crowded = new Set([
    ...oldestBeyond(
      kept.filter((known) => place !== null && known.place === place),
      MAX_PER_PLACE - 1,
    ),
    ...oldestBeyond(kept, MAX_NOTES - 1),
  ])
  return [
    ...[...crowded].map((id): EventBody => ({ event_type: 'note_closed', turn, id, why: 'crowded', by: null })),
    written,
  ]
}

const cutNote = (text: string): string => cutLine(text, LONGEST_NOTE)

/**
 * The least important notes beyond `most`: notes of a person are most important, then confirmed ones, then newer ones.
 */
function oldestBeyond(notes: readonly MindNote[], most: number): readonly string[] {
  const worth = ({ by, confirmedIn }: MindNote) => (by === 'person' ? 2 : Math.min(1, confirmedIn.length))
  const inOrder = notes.toSorted((one, other) => worth(one) - worth(other) || one.turn - other.turn)
  return inOrder.slice(0, Math.max(0, notes.length - most)).map(({ id }) => id)
}

/** Ids of the open notes about objects and exits that the newest state block contradicts. */
export function contradictedNotes({ state, blocks }: MindView): readonly string[] {
  const now = blocks.at(-1)
  if (now === undefined) return []
  const places = placesOf(blocks)
  return state.mind.notes.filter((note) => isLive(note) && contradicts(now, note, places)).map(({ id }) => id)
}

function contradicts(now: StateBlock, note: MindNote, places: ReadonlyMap<number, PlaceRecord>): boolean {
  const place = note.place === null ? undefined : places.get(note.place)
  if (place === undefined) return false
  if (note.kind === 'object_at') return isElsewhere(now, note, place)
  return note.kind === 'exit' && leadsElsewhere(note, place, places)
}

/** Whether the object is carried, seen in another place, or no longer seen in its place. */
function isElsewhere({ location, inventory, visible, last }: StateBlock, note: MindNote, place: PlaceRecord): boolean {
  const isIt = ({ name }: { readonly name: string }) => isSameName(name, note.subject)
  if (inventory?.some(isIt)) return true
  if (visible === undefined || location === undefined || last?.outcome === 'dark') return false
  if (location.id !== place.id) return visible.some(isIt) && !place.objects.some((name) => isIt({ name }))
  return !visible.some(isIt) && [...place.seen].some((name) => isIt({ name }))
}

/** Whether the exit last led to another place than the note says. */
function leadsElsewhere(note: MindNote, place: PlaceRecord, places: ReadonlyMap<number, PlaceRecord>): boolean {
  const direction = directionOf(note.subject)
  const to = direction === null ? undefined : [...(place.led.get(direction)?.keys() ?? [])].at(-1)
  const reached = to === undefined ? undefined : places.get(to)
  const namesPlace = [...places.values()].some(({ name }) => isSameName(name, note.value))
  return reached !== undefined && namesPlace && !isSameName(reached.name, note.value)
}

const MAX_CHARS = 400 * CHARS_PER_TOKEN

/** Section "Notes:": notes about this place first, each group from the newest on. Null if there are none. */
export function notesSection({ state, blocks }: MindView): string | null {
  const here = blocks.at(-1)?.location?.id ?? null
  const places = placesOf(blocks)
  const live = state.mind.notes.filter(isLive).toReversed()
  const inOrder = [...live.filter(({ place }) => place === here), ...live.filter(({ place }) => place !== here)]
  const lines = linesWithin(
    inOrder.map((note) => formatNote(note, places)),
    MAX_CHARS,
  )
  return lines.length === 0 ? null : ['Notes:', ...lines].join('\n')
}

function formatNote(
  { id, place, kind, text, turn, confirmedIn, by }: MindNote,
  places: ReadonlyMap<number, PlaceRecord>,
): string {
  const where = place === null ? '' : ` at ${places.get(place)?.name ?? 'a place'}#${place}`
  const often =
    confirmedIn.length > 0 ? `, confirmed ${confirmedIn.length === 1 ? 'once' : `${confirmedIn.length} times`}` : ''
  return `- ${id} ${kind}${where}: ${text} (${by === 'person' ? 'of a person, ' : ''}turn ${turn}${often})`
}
