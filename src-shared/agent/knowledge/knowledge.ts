import type { Evidence, KnowledgeEvent, KnowledgeEventOf } from './knowledge-event'

/** Everything that is known from earlier episodes: the fold of the store's events. */
export interface Knowledge {
  /** Keyed by id, in the order in which they were added. */
  readonly entries: ReadonlyMap<string, KnowledgeEntry>
  readonly learned: readonly KnowledgeEventOf<'episode_learned'>[]
  /** Number of folded events. */
  readonly events: number
}

type Added = KnowledgeEventOf<'entry_added'>

export interface KnowledgeEntry extends Pick<
  Added,
  'id' | 'story' | 'kind' | 'place' | 'subject' | 'value' | 'text' | 'by'
> {
  /** One turn per episode that showed it, the first one first; at most `MAX_EVIDENCE`. */
  readonly evidence: readonly Evidence[]
  /** One turn per episode that contradicted it; at most `MAX_EVIDENCE`. */
  readonly against: readonly Evidence[]
  /** Whether a person wrote it or changed its words. */
  readonly isOfPerson: boolean
  readonly isRetired: boolean
  /** Number of the event that changed it last. */
  readonly changedAt: number
}

export const NO_KNOWLEDGE: Knowledge = { entries: new Map(), learned: [], events: 0 }

/** Number of episodes that confirm a candidate, and of contradictions that retire an entry. */
const CONFIRMED_BY = 2
const RETIRED_BY = 2
/** Further evidence adds nothing, and would slow down each copy of the list. */
const MAX_EVIDENCE = 200

/** A candidate was seen in only one episode, or comes from a file. An entry of a person is confirmed at once. */
export type EntryStatus = 'candidate' | 'confirmed' | 'retired'

export function statusOf({ isRetired, isOfPerson, evidence }: KnowledgeEntry): EntryStatus {
  if (isRetired) return 'retired'
  return isOfPerson || evidence.length >= CONFIRMED_BY ? 'confirmed' : 'candidate'
}

/** The result of the events after `before`. An event about an unknown entry changes nothing. */
export function foldKnowledge(events: Iterable<KnowledgeEvent>, before: Knowledge = NO_KNOWLEDGE): Knowledge {
  const entries = new Map(before.entries)
  const learned = [...before.learned]
  let at = before.events
  for (const event of events) {
    at++
    if (event.event_type === 'episode_learned') learned.push(event)
    else {
      const entry = changedEntry(entries.get(event.id), event)
      if (entry !== undefined) entries.set(event.id, { ...entry, changedAt: at })
    }
  }
  return { entries, learned, events: at }
}

type EntryEvent = Exclude<KnowledgeEvent, KnowledgeEventOf<'episode_learned'>>

/** Undefined if the event changes nothing. */
function changedEntry(entry: KnowledgeEntry | undefined, event: EntryEvent): KnowledgeEntry | undefined {
  if (event.event_type === 'entry_added') return entry === undefined ? newEntry(event) : undefined
  if (entry === undefined || entry.story !== event.story) return undefined
  switch (event.event_type) {
    case 'entry_confirmed':
      return isFrom(entry.evidence, event) ? undefined : { ...entry, evidence: [...entry.evidence, event.evidence] }
    case 'entry_contradicted': {
      if (isFrom(entry.against, event)) return undefined
      const against = [...entry.against, event.evidence]
      return { ...entry, against, isRetired: entry.isRetired || against.length >= RETIRED_BY }
    }
    case 'entry_edited':
      return { ...entry, text: event.text, isOfPerson: true }
    case 'entry_retired':
      return { ...entry, isRetired: true }
    case 'entry_restored':
      return { ...entry, isRetired: false, against: [] }
  }
}

function newEntry({ id, story, kind, place, subject, value, text, by, evidence }: Added): KnowledgeEntry {
  return {
    id,
    story,
    kind,
    place,
    subject,
    value,
    text,
    by,
    evidence: evidence === null ? [] : [evidence],
    against: [],
    isOfPerson: by === 'person',
    isRetired: false,
    changedAt: 0,
  }
}

/** True if the list has this episode, or is full. */
const isFrom = (known: readonly Evidence[], { evidence: { episode } }: { readonly evidence: Evidence }): boolean =>
  known.length >= MAX_EVIDENCE || known.some((each) => each.episode === episode)

/**
 * Best first: by the number of episodes for it minus those against it, where a person counts as two episodes, then by
 * its last change, then by id.
 */
export function rankEntries(entries: Iterable<KnowledgeEntry>): readonly KnowledgeEntry[] {
  const worth = ({ evidence, against, isOfPerson }: KnowledgeEntry) =>
    evidence.length - against.length + (isOfPerson ? CONFIRMED_BY : 0)
  return [...entries].toSorted(
    (one, other) =>
      worth(other) - worth(one) || other.changedAt - one.changedAt || numberOf(one.id) - numberOf(other.id),
  )
}

const numberOf = (id: string): number => Number(id.slice(1))

/** The number in the id of the next entry of a store, from 1. */
export function nextId(events: readonly KnowledgeEvent[]): number {
  const numbers = events.map((event) => (event.event_type === 'entry_added' ? numberOf(event.id) : 0))
  return numbers.reduce((most, number) => Math.max(most, number), 0) + 1
}
