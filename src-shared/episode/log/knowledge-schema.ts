import { z } from 'zod'
import type { DeepReadonly } from '../../base/deep-readonly'

/** How much a player may know of earlier episodes: nothing, entries for every story, or also those about its own. */
export const KNOWLEDGE_LEVELS = ['K0', 'K1', 'K2'] as const
export type KnowledgeLevel = (typeof KNOWLEDGE_LEVELS)[number]

/** Who adds to the knowledge when an episode ends. */
export const KNOWLEDGE_WRITERS = ['off', 'rules'] as const

/** Longest text of knowledge in a system prompt, and about one place, in characters. */
export const LONGEST_KNOWLEDGE = 5000
export const LONGEST_OF_PLACE = 1200
export const MAX_KNOWN_PLACES = 500

/** Without the signs of the marks around knowledge in a prompt: a log may come from elsewhere. */
const lines = z.string().regex(/^[^<>]*$/, 'has a sign that knowledge may not have')

/** The knowledge of an episode of earlier ones, frozen at its start: no prompt is built from the store. */
export const frozenKnowledge = z.object({
  level: z.enum(KNOWLEDGE_LEVELS).exclude(['K0']),
  /** Hash of the version of the store it was taken from. */
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
  /** How many entries it shows, from how many episodes, and whether some are about the same story. */
  entries: z.number().int().nonnegative(),
  episodes: z.number().int().nonnegative(),
  same_story: z.boolean(),
  /** The lines of the system prompt. */
  text: lines.max(LONGEST_KNOWLEDGE),
  /** The lines about a place, for turns there. */
  places: z
    .array(z.object({ id: z.number().int(), text: lines.max(LONGEST_OF_PLACE) }))
    .max(MAX_KNOWN_PLACES)
    .readonly(),
})
export type FrozenKnowledge = DeepReadonly<z.infer<typeof frozenKnowledge>>
