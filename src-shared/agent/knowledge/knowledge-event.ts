import { z } from 'zod'
import type { DeepReadonly } from '../../base/deep-readonly'
import { LONGEST_NOTE } from '../../episode/log/mind-state'

/**
 * The events of the knowledge store, in the order in which they happened (docs/knowledge.md); knowledge.ts folds them
 * into entries. They are stored across episodes, apart from the logs of episodes.
 */

/** Longest quote of printed text, in characters. */
export const LONGEST_QUOTE = 60
/** Longest name of a place, in characters. */
export const LONGEST_PLACE = 100

export const ENTRY_KINDS = ['gain', 'danger', 'opens', 'object', 'exit', 'useless', 'note'] as const
export type EntryKind = (typeof ENTRY_KINDS)[number]

/** `rules`: found in the log of an episode; `import`: from a file. */
export const WRITERS = ['rules', 'person', 'import'] as const
export type Writer = (typeof WRITERS)[number]

/**
 * One line without the characters that mark knowledge in a prompt. Lines are also checked when they are read, because
 * files can be edited by hand.
 */
const line = z.string().regex(/^[^<>\p{Cc}\p{Zl}\p{Zp}]*$/u, 'has a line break, or a sign that no entry may have')

/** A turn of an episode, and what the game printed there. */
const evidence = z.object({
  episode: z.string().min(1).max(121),
  turn: z.number().int().nonnegative(),
  quote: line.min(1).max(LONGEST_QUOTE),
})
export type Evidence = DeepReadonly<z.infer<typeof evidence>>

const id = z.string().regex(/^k\d{1,9}$/)
export const entryPlace = z.object({ id: z.number().int(), name: line.max(LONGEST_PLACE) })
const text = line.min(1).max(LONGEST_NOTE)
const short = line.max(LONGEST_NOTE)
const count = z.number().int().nonnegative()

const event = <Name extends string, Shape extends z.ZodRawShape>(name: Name, shape: Shape) =>
  z.object({
    event_type: z.literal(name),
    at: z.iso.datetime(),
    /** SHA-256 of the story file; null for entries that hold in every story. */
    story: z.string().max(64).nullable(),
    ...shape,
  })

export const knowledgeEvent = z.discriminatedUnion('event_type', [
  event('entry_added', {
    id,
    kind: z.enum(ENTRY_KINDS),
    place: entryPlace.nullable(),
    /** A command, a direction or an object; empty for a note. */
    subject: short,
    /** The number of the location that an exit leads to; empty for other kinds. */
    value: short,
    text,
    by: z.enum(WRITERS),
    /** Null for an entry of a person or a file. */
    evidence: evidence.nullable(),
  }),
  event('entry_confirmed', { id, evidence }),
  event('entry_contradicted', { id, evidence }),
  event('entry_edited', { id, text }),
  event('entry_retired', { id }),
  event('entry_restored', { id }),
  /** Counts of the entries that an episode changed; `refused` entries failed a check. */
  event('episode_learned', {
    episode: evidence.shape.episode,
    turns: count,
    by: z.literal('rules'),
    added: count,
    confirmed: count,
    contradicted: count,
    refused: count,
  }),
])
export type KnowledgeEvent = DeepReadonly<z.infer<typeof knowledgeEvent>>
export type KnowledgeEventOf<Type extends KnowledgeEvent['event_type']> = Extract<KnowledgeEvent, { event_type: Type }>
