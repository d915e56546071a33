import { z } from 'zod'
import type { DeepReadonly } from '../../base/deep-readonly'

/**
 * What stands between a tool-calling loop and the model that plays: the parts of an episode's mind, as its manifest
 * names them (docs/mind.md).
 */
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

/** How turns that leave the prompt are told in it from then on: by rule, or by a model. */
export const COMPACTION_METHODS = ['chronicle', 'summary'] as const

/** Who is asked beside the actor, which chooses the actions. */
export const HELPER_ROLES = ['critic', 'reflector', 'summariser'] as const
export const helperRole = z.enum(HELPER_ROLES)
export type HelperRole = z.infer<typeof helperRole>
export const mindRole = z.enum(['actor', ...HELPER_ROLES])
export type MindRole = z.infer<typeof mindRole>

/** A model of its own for a helper; both null: the actor's. */
const helperModel = z.object({ model: z.string().nullable(), base_url: z.string().nullable() })

/** The mind of an episode as its manifest has it: with it each prompt of a past turn can be built again. */
export const mind = z.object({
  preset: z.enum(MIND_PRESETS),
  /** In force: those of the preset, with what was switched on and without what was switched off. */
  parts: z.array(z.enum(MIND_PARTS)),
  critic: z.enum(CRITIC_MODES),
  compaction: z.enum(COMPACTION_METHODS),
  /** Tokens of a request at most, and turns without progress that end the episode; 0: never. */
  context_tokens: z.number().int().positive(),
  plateau_turns: z.number().int().nonnegative(),
  /** Tokens that a helper may use in the episode; 0: no limit. */
  helper_tokens: z.number().int().nonnegative(),
  models: z.partialRecord(helperRole, helperModel),
})
export type Mind = DeepReadonly<z.infer<typeof mind>>

/** Today's loop of calls without any part. Also of every log that says nothing of a mind. */
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
