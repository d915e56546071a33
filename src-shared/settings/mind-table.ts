import { z } from 'zod'
import { COMPACTION_METHODS, CRITIC_MODES, MIND_PARTS, MIND_PRESETS } from '../episode/log/mind-schema'

const count = z.number().int().min(0)
const parts = z.array(z.enum(MIND_PARTS)).default([])

const helperModel = (title: string) =>
  z
    .string()
    .default('')
    .meta({ title: `${title}'s model`, description: 'Empty: the model that plays.' })
const helperAddress = (title: string) =>
  z
    .string()
    .regex(/^(https?:\/\/\S+)?$/, 'Takes an address that begins with http:// or https://, or nothing')
    .default('')
    .meta({ title: `${title}'s endpoint`, description: 'Empty: that of the model that plays.' })

/** The table `[mind]` of zorkgpt.toml: what supports the model that plays. */
export const mindTable = z.strictObject({
  preset: z
    .enum(MIND_PRESETS)
    .default('standard')
    .meta({ title: 'Mind', description: 'Which parts help an AI model play.' }),
  on: parts.meta({ title: 'Parts added', description: 'Switched on beside those of the preset.' }),
  off: parts.meta({ title: 'Parts left out', description: 'Switched off, though the preset has them.' }),
  context_tokens: z.number().int().min(2000).max(10_000_000).default(32_000).meta({
    title: 'Longest request',
    unit: 'tokens',
    description: "No request is longer, answer and tools included; the model's own limit, if smaller, counts instead.",
  }),
  compaction: z.enum(COMPACTION_METHODS).default('chronicle').meta({
    title: 'Old turns',
    description: 'Told in short by rule, or in the words of a model, once the request has no room for them.',
  }),
  plateau_turns: count.default(150).meta({
    title: 'End without progress',
    unit: 'turns',
    description: 'So many turns without anything new end the episode, where being stuck is noticed. 0: never.',
  }),
  critic: z.enum(CRITIC_MODES).default('off').meta({
    title: 'Critic',
    description: 'Has a model judge actions before they are played: never, while the player is stuck, or always.',
  }),
  helper_tokens: count.default(0).meta({
    title: 'Token limit of a helper',
    unit: 'tokens',
    description: 'Critic, reflector and summariser are each asked no more once they used so many. 0: no limit.',
  }),
  critic_model: helperModel('Critic'),
  critic_base_url: helperAddress('Critic'),
  reflector_model: helperModel('Reflector'),
  reflector_base_url: helperAddress('Reflector'),
  summary_model: helperModel('Summariser'),
  summary_base_url: helperAddress('Summariser'),
})
