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

/** Models that are asked beside the actor, which chooses the actions. */
export const HELPER_ROLES = ['critic', 'reflector', 'summariser'] as const
export const helperRole = z.enum(HELPER_ROLES)
export type HelperRole = z.infer<typeof helperRole>
export const mindRole = z.enum(['actor', ...HELPER_ROLES])
export type MindRole = z.infer<typeof mindRole>

/** Model and endpoint of a helper; null where they are the actor's. */
const helperModel = z.object({ model: z.string().nullable(), base_url: z.string().nullable() })

/** The mind of an episode as its manifest stores it: the prompt of any past turn can be rebuilt with it. */
export const mind = z.object({
  preset: z.enum(MIND_PRESETS),
  /** In force: the preset's parts, with those switched on and without those switched off. */
  parts: z.array(z.enum(MIND_PARTS)),
  critic: z.enum(CRITIC_MODES),
  compaction: z.enum(COMPACTION_METHODS),
  /** Maximum number of tokens of a request; below, turns without progress after which the episode ends (0: never). */
  context_tokens: z.number().int().positive(),
  plateau_turns: z.number().int().nonnegative(),
  /** Maximum number of tokens a helper may use in the episode; 0: no limit. */
  helper_tokens: z.number().int().nonnegative(),
  models: z.partialRecord(helperRole, helperModel),
  /** Absent if the player knows nothing of earlier episodes (K0). */
  knowledge: frozenKnowledge.optional(),
})
export type Mind = DeepReadonly<z.infer<typeof mind>>

/** The tool-calling loop without any part. Also in force for logs that name no mind. */
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
