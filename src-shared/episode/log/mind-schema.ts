import { z } from 'zod'
import type { DeepReadonly } from '../../base/deep-readonly'
import { frozenKnowledge } from './knowledge-schema'

/** The parts of a mind, which support a model that plays (docs/mind.md). */
export const MIND_PARTS = [
  'context',
  'places',
  'frontier',
  'stuck',
  'guard',
  'objectives',
  'notes',
  'reflector',
] as const
export type MindPart = (typeof MIND_PARTS)[number]

export const MIND_PRESETS = ['none', 'standard', 'full'] as const
export type MindPreset = (typeof MIND_PRESETS)[number]

/** When a model judges an action before it is played. */
export const CRITIC_MODES = ['off', 'stuck', 'always'] as const

/** How turns that no longer fit into the prompt are shortened: by rule, or by a model. */
export const COMPACTION_METHODS = ['chronicle', 'summary'] as const

/** Models that are called in addition to the actor, which chooses the actions. */
export const HELPER_ROLES = ['critic', 'reflector', 'summariser'] as const
export const helperRole = z.enum(HELPER_ROLES)
export type HelperRole = z.infer<typeof helperRole>
export const mindRole = z.enum(['actor', ...HELPER_ROLES])
export type MindRole = z.infer<typeof mindRole>

/** Model and endpoint of a helper; null means the actor's. */
const helperModel = z.object({ model: z.string().nullable(), base_url: z.string().nullable() })

/** The mind of an episode, as its manifest stores it. The prompt of any past turn can be rebuilt from it. */
export const mind = z.object({
  preset: z.enum(MIND_PRESETS),
  /** The parts in force, after single parts of the preset were switched on and off. */
  parts: z.array(z.enum(MIND_PARTS)),
  critic: z.enum(CRITIC_MODES),
  compaction: z.enum(COMPACTION_METHODS),
  /** Maximum number of tokens of a request. */
  context_tokens: z.number().int().positive(),
  /** Number of turns without progress after which the episode ends; 0 means never. */
  plateau_turns: z.number().int().nonnegative(),
  /** Maximum number of tokens that each helper may use in the episode; 0 means no limit. */
  helper_tokens: z.number().int().nonnegative(),
  models: z.partialRecord(helperRole, helperModel),
  /** Absent for a player without knowledge of earlier episodes (K0). */
  knowledge: frozenKnowledge.optional(),
})
export type Mind = DeepReadonly<z.infer<typeof mind>>

/** The tool-calling loop without any part. Also used for logs that record no mind. */
export const NO_MIND: Mind = {
  preset: 'none',
  parts: [],
  critic: 'off',
  compaction: 'chronicle',
  context_tokens: 32_000,
  plateau_turns: 0,
  helper_tokens: 0,
  models: {},
}
