import { likeness, wordsIn } from '../parts/likeness'
import type { Finding, Findings } from './findings'
import { foldKnowledge, type KnowledgeEntry, nextId } from './knowledge'
import type { Evidence, KnowledgeEvent } from './knowledge-event'

/** Maximum number of entries per story, because a store is read as a whole. */
const MAX_ENTRIES = 3000
/** Two notes with at least this likeness count as the same, as they do within an episode. */
const SAME_LIKENESS = 0.8

interface Learned {
  readonly story: string
  readonly episode: string
  readonly turns: number
  /** ISO 8601. */
  readonly at: string
}

/**
 * The events that an episode adds to the store: it confirms, contradicts and adds entries. Empty if the store has
 * already learned from the episode and finds nothing more in it.
 */
export function learnEvents(
  store: readonly KnowledgeEvent[],
  { found, refused, turnAgainst, quoteOf }: Findings,
  { story, episode, turns, at }: Learned,
): readonly KnowledgeEvent[] {
  const { entries, learned } = foldKnowledge(store.filter((event) => event.story === story))
  const known = [...entries.values()]
  const evidenceOf = ({ turn, quote }: Pick<Finding, 'turn' | 'quote'>): Evidence => ({ episode, turn, quote })
  const events: KnowledgeEvent[] = []
  for (const entry of known) {
    const turn = entry.isRetired ? null : turnAgainst(entry)
    const quote = turn === null ? null : quoteOf(turn)
    if (turn !== null && quote !== null && entry.against.every((each) => each.episode !== episode))
      events.push({ event_type: 'entry_contradicted', at, story, id: entry.id, evidence: evidenceOf({ turn, quote }) })
  }
  const contradicted = events.length
  let id = nextId(store)
  let [added, confirmed] = [0, 0]
  const seen: Finding[] = []
  for (const finding of found) {
    if (seen.some((other) => isSame(other, finding))) continue
    seen.push(finding)
    const same = known.find((entry) => isSame(entry, finding))
    if (same === undefined && known.length + added < MAX_ENTRIES) {
      const { kind, place, subject, value, text } = finding
      const entry = { id: `k${id++}`, kind, place, subject, value, text, by: 'rules' as const }
      events.push({ event_type: 'entry_added', at, story, ...entry, evidence: evidenceOf(finding) })
      added++
    } else if (same && !same.isRetired && same.evidence.every((each) => each.episode !== episode)) {
      events.push({ event_type: 'entry_confirmed', at, story, id: same.id, evidence: evidenceOf(finding) })
      confirmed++
    }
  }
  const isOld = learned.some((before) => before.episode === episode && before.turns === turns)
  if (isOld && events.length === 0) return []
  const counts = { added, confirmed, contradicted, refused }
  return [...events, { event_type: 'episode_learned', at, story, episode, turns, by: 'rules', ...counts }]
}

function isSame(one: Finding | KnowledgeEntry, other: Finding): boolean {
  if (one.kind !== other.kind || one.place?.id !== other.place?.id) return false
  return one.kind === 'note'
    ? likeness(wordsOf(one), wordsOf(other)) >= SAME_LIKENESS
    : one.subject === other.subject && one.value === other.value
}

/** Caches the words of a note, which is compared with many others. */
const knownWords = new WeakMap<Finding | KnowledgeEntry, ReadonlySet<string>>()

function wordsOf(note: Finding | KnowledgeEntry): ReadonlySet<string> {
  const words = knownWords.get(note) ?? wordsIn(note.text)
  knownWords.set(note, words)
  return words
}
