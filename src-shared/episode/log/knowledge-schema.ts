import { z } from 'zod'
import type { DeepReadonly } from '../../base/deep-readonly'

/**
 * The knowledge of earlier episodes that a player gets: none, entries for every story, or also those about its story.
 */
export const KNOWLEDGE_LEVELS = ['K0', 'K1', 'K2'] as const
export type KnowledgeLevel = (typeof KNOWLEDGE_LEVELS)[number]

/** How knowledge is added when an episode ends. */
export const KNOWLEDGE_WRITERS = ['off', 'rules'] as const

/** Longest knowledge in a system prompt, and about one place, in characters. */
export const LONGEST_KNOWLEDGE = 5000
export const LONGEST_OF_PLACE = 1200
export const MAX_KNOWN_PLACES = 500

/**
 * Lines without the characters that mark knowledge in a prompt. They are checked because logs may come from elsewhere.
 */
const lines = z.string().regex(/^[^<>]*$/, 'has a sign that knowledge may not have')

/** Knowledge of earlier episodes, frozen when an episode starts: prompts are built from this, not from the store. */
export const frozenKnowledge = z.object({
  level: z.enum(KNOWLEDGE_LEVELS).exclude(['K0']),
  /** Hash of the version of the store that it was taken from. */
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
  /** Number of entries and of the episodes that showed them; `same_story` if some are about the same story. */
  entries: z.number().int().nonnegative(),
  episodes: z.number().int().nonnegative(),
  same_story: z.boolean(),
  /** Lines for the system prompt. */
  text: lines.max(LONGEST_KNOWLEDGE),
  /** Lines about each place, for turns there. */
  places: z
    .array(z.object({ id: z.number().int(), text: lines.max(LONGEST_OF_PLACE) }))
    .max(MAX_KNOWN_PLACES)
    .readonly(),
})
export type FrozenKnowledge = DeepReadonly<z.infer<typeof frozenKnowledge>>
