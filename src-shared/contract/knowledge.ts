import { z } from 'zod'
import type { KnowledgeEntry } from '../agent/knowledge/knowledge'
import type { KnowledgeEventOf } from '../agent/knowledge/knowledge-event'
import type { KnowledgeVersion } from '../agent/knowledge/versions'
import { LONGEST_NOTE } from '../episode/log/mind-state'
import { type ApiOf, command, none, LONGEST_TEXT } from './define'
import { byEpisode } from './episode-id'

const sha256 = z.string().regex(/^[0-9a-f]{64}$/)
/** The SHA-256 of a story file; null for entries that hold in every story. */
const story = sha256.nullable()
const text = z.string().trim().min(1, 'an entry has at least one word').max(LONGEST_NOTE)

export const knowledge = {
  /** The store for every story first, then those of the stories that have entries or learned episodes. */
  listKnowledge: command(none).gives<readonly KnowledgeSummary[]>(),
  /** The entries of a story, or those for every story if null, in one version; in the newest by default. */
  readKnowledge: command(z.object({ story, sha256: sha256.optional() })).gives<ShownKnowledge>(),
  /** Changes one entry as a person. Refused with `not_found` for an unknown entry. */
  changeKnowledge: command(
    z.object({
      story,
      id: z.string().max(20),
      change: z.discriminatedUnion('kind', [
        z.object({ kind: z.literal('edit'), text }),
        z.object({ kind: z.literal('retire') }),
        z.object({ kind: z.literal('restore') }),
      ]),
    }),
  ),
  /** Adds an entry of a person, without a place. */
  addKnowledge: command(z.object({ story, text })),
  /**
   * Learns from the log of an ended episode, by rules. Refused with `running` while it is played, and with
   * `not_possible` if nothing can be learned from it.
   */
  learnEpisode: command(byEpisode).gives<LearnedFrom>(),
  /** Adds the entries of a file as candidates; `replace` retires all others first. Refused with `bad_file`. */
  importKnowledge: command(
    z.object({ story: story.optional(), text: z.string().max(LONGEST_TEXT), replace: z.boolean().optional() }),
  ).gives<{ readonly story: string | null; readonly added: number; readonly refused: number }>(),
  /** The live entries of a version as the text of a file. */
  exportKnowledge: command(z.object({ story, sha256: sha256.optional() })).gives<string>(),
}
export type KnowledgeApi = ApiOf<typeof knowledge>

export type LearnedFrom = Pick<KnowledgeEventOf<'episode_learned'>, 'added' | 'confirmed' | 'contradicted' | 'refused'>

export interface KnowledgeSummary {
  readonly story: string | null
  /** The title of the story; null if it is not among the stored stories. */
  readonly title: string | null
  readonly candidates: number
  readonly confirmed: number
  readonly retired: number
  /** Number of episodes that were learned from. */
  readonly episodes: number
  /** Hash of the newest version: of level K2 for a story, of K1 for entries that hold in every story. */
  readonly sha256: string
  /** Time of the last change, ISO 8601; null if there are no entries. */
  readonly at: string | null
}

export interface ShownKnowledge extends KnowledgeSummary {
  /** Oldest first, including the empty one. */
  readonly versions: readonly KnowledgeVersion[]
  /** Best first. */
  readonly entries: readonly KnowledgeEntry[]
  readonly learned: readonly KnowledgeEventOf<'episode_learned'>[]
}
