import { z } from 'zod'
import { ExpectedError } from '../../base/expected-error'
import { parseJson } from '../../base/json/bound-json'
import { LONGEST_NOTE } from '../../episode/log/mind-state'
import { cleanEntry, readsAsInstruction } from './check-entry'
import { foldKnowledge, type KnowledgeEntry, nextId, rankEntries, statusOf } from './knowledge'
import { ENTRY_KINDS, entryPlace, type KnowledgeEvent, type KnowledgeEventOf, LONGEST_PLACE } from './knowledge-event'
import { readMemories } from './memories'

type Added = KnowledgeEventOf<'entry_added'>
export type GivenEntry = Pick<Added, 'kind' | 'place' | 'subject' | 'value' | 'text'>

const MAX_ENTRIES = 3000

const givenEntry = z.object({
  kind: z.enum(ENTRY_KINDS),
  place: entryPlace.nullable(),
  subject: z.string().max(LONGEST_NOTE).default(''),
  value: z.string().max(LONGEST_NOTE).default(''),
  text: z.string(),
})

const exchangeFile = z.object({
  zorkgpt_knowledge: z.literal(1),
  /** SHA-256 of the story file; null for entries that hold in every story. */
  story: z
    .string()
    .regex(/^[0-9a-f]{64}$/)
    .nullable(),
  sha256: z.string().optional(),
  entries: z.array(givenEntry).max(MAX_ENTRIES),
})

/** The live entries of one version as a file, with the episodes and turns that showed them. */
export function exportKnowledge(story: string | null, sha256: string, entries: Iterable<KnowledgeEntry>): string {
  const live = rankEntries(entries).filter((entry) => statusOf(entry) !== 'retired')
  const given = live.map(({ id, kind, place, subject, value, text, by, evidence, against }) => ({
    id,
    kind,
    place,
    subject,
    value,
    text,
    by,
    evidence,
    against,
  }))
  return `${JSON.stringify({ zorkgpt_knowledge: 1, story, sha256, entries: given }, null, 2)}\n`
}

/**
 * Reads a file of entries from this app, or a `Memories.md` of the public ZorkGPT. Throws `bad_file` with the reason.
 */
export function readKnowledgeFile(text: string): {
  /** The story of the file; undefined if the file names none. */
  readonly story: string | null | undefined
  readonly entries: readonly GivenEntry[]
} {
  if (!text.trimStart().startsWith('{')) {
    const entries = readMemories(text)
    if (entries.length > 0) return { story: undefined, entries: entries.slice(0, MAX_ENTRIES) }
    throw new ExpectedError(
      'bad_file',
      'The file has no entries. Choose an exported knowledge file, or a Memories.md of the public ZorkGPT.',
    )
  }
  const read = exchangeFile.safeParse(jsonOf(text))
  if (read.success) return read.data
  const where = read.error.issues[0]?.path.join('.') || 'the file'
  throw new ExpectedError('bad_file', `This is not an exported knowledge file: ${where} is invalid.`)
}

function jsonOf(text: string): unknown {
  try {
    return parseJson(text)
  } catch (error) {
    throw new ExpectedError('bad_file', `The file is not valid JSON: ${(error as Error).message}`)
  }
}

interface Importing {
  readonly story: string | null
  /** ISO 8601. */
  readonly at: string
  /** Whether the entries of the store are retired first. */
  readonly replace: boolean
}

/**
 * The events that add the entries of a file as candidates, without those that the store already has and those that read
 * as instructions.
 */
export function importEvents(
  store: readonly KnowledgeEvent[],
  given: readonly GivenEntry[],
  { story, at, replace }: Importing,
): { readonly events: readonly KnowledgeEvent[]; readonly added: number; readonly refused: number } {
  const live = [...foldKnowledge(store.filter((event) => event.story === story)).entries.values()].filter(
    ({ isRetired }) => !isRetired,
  )
  const retired = replace ? live.map(({ id }): KnowledgeEvent => ({ event_type: 'entry_retired', at, story, id })) : []
  const known = new Set(replace ? [] : live.map(keyOf))
  const added: KnowledgeEvent[] = []
  let refused = 0
  const id = nextId(store)
  for (const entry of given) {
    const text = cleanEntry(entry.text)
    const place = entry.place && { ...entry.place, name: cleanEntry(entry.place.name, LONGEST_PLACE) }
    if (text === '' || readsAsInstruction(`${text}\n${place?.name ?? ''}`)) {
      refused++
      continue
    }
    const kept = { kind: entry.kind, place, subject: cleanEntry(entry.subject), value: cleanEntry(entry.value), text }
    if (known.has(keyOf(kept))) continue
    known.add(keyOf(kept))
    const event = { event_type: 'entry_added', at, story, id: `k${id + added.length}`, ...kept } as const
    added.push({ ...event, by: 'import', evidence: null })
  }
  return { events: [...retired, ...added], added: added.length, refused }
}

const keyOf = ({ kind, place, text }: Pick<GivenEntry, 'kind' | 'place' | 'text'>) =>
  `${kind} ${place?.id ?? ''} ${text.toLowerCase()}`
