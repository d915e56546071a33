import { z } from 'zod'
import { DISGUISES, HANDICAPS, ON_DEATH, playerKind } from '../episode/log/event'
import { KNOWLEDGE_LEVELS, KNOWLEDGE_WRITERS } from '../episode/log/knowledge-schema'
import { COMPACTION_METHODS, CRITIC_MODES, MIND_PARTS, MIND_PRESETS } from '../episode/log/mind-schema'

/** The table `[run]` of zorkgpt.toml. The start sheet and the options of `zorkgpt play` override it. */
export const runTable = z.strictObject({
  player: playerKind.default('explorer').meta({ title: 'Player', description: 'The kind of player.' }),
  story: z
    .string()
    .min(1)
    .default('glass-weather')
    .meta({ title: 'Story', description: 'Id of a story, such as `zork1`, or the path of a story file.' }),
  seed: z
    .number()
    .int()
    .min(-1)
    .max(0x7fffffff)
    .default(-1)
    .meta({ title: 'Seed', description: 'Random seed of game and player. -1: a random one, recorded in the log.' }),
  handicap: z.enum(HANDICAPS).default('L2').meta({
    title: 'Handicap',
    description: 'What the player sees in addition to the text, from L0 (nothing) to L5 (everything).',
  }),
  on_death: z.enum(ON_DEATH).default('continue').meta({
    title: 'After a death',
    description: 'Continue as the story does, restart it, restore the state at the highest score, or stop the run.',
  }),
  disguise: z.enum(DISGUISES).default('none').meta({
    title: 'Disguise',
    description: 'Show the story as it is, or with east and west exchanged, so that a known route leads elsewhere.',
  }),
  begin_paused: z
    .boolean()
    .default(false)
    .meta({ title: 'Start paused', description: 'Wait for the user before the first turn.' }),
})

const count = z.number().int().min(0)
const parts = z.array(z.enum(MIND_PARTS)).default([])

const helperModel = (title: string) =>
  z
    .string()
    .default('')
    .meta({ title: `${title}'s model`, description: "Empty: the player's model." })
const helperAddress = (title: string) =>
  z
    .string()
    .regex(/^(https?:\/\/\S+)?$/, 'Takes an address that begins with http:// or https://, or nothing')
    .default('')
    .meta({ title: `${title}'s endpoint`, description: "Empty: the player's endpoint." })

/** The table `[mind]` of zorkgpt.toml, which supports the model that plays. */
export const mindTable = z.strictObject({
  preset: z
    .enum(MIND_PRESETS)
    .default('standard')
    .meta({ title: 'Mind', description: 'Preset of parts that help an AI model.' }),
  on: parts.meta({ title: 'Parts added', description: 'Parts added to the preset.' }),
  off: parts.meta({ title: 'Parts left out', description: 'Parts removed from the preset.' }),
  context_tokens: z.number().int().min(2000).max(10_000_000).default(32_000).meta({
    title: 'Longest request',
    unit: 'tokens',
    description: 'Longest request including answer and tools. A smaller limit of the model applies instead.',
  }),
  compaction: z.enum(COMPACTION_METHODS).default('chronicle').meta({
    title: 'Old turns',
    description: "How old turns are shortened when the request is full: by rule, or by a model's summary.",
  }),
  plateau_turns: count.default(150).meta({
    title: 'End without progress',
    unit: 'turns',
    description: 'An episode with the part `stuck` ends after this many turns without progress. 0: never.',
  }),
  critic: z.enum(CRITIC_MODES).default('off').meta({
    title: 'Critic',
    description: 'Have a model review actions before they are played: never, while the player is stuck, or always.',
  }),
  helper_tokens: count.default(0).meta({
    title: 'Token limit of a helper',
    unit: 'tokens',
    description: 'Maximum number of tokens for each of critic, reflector and summariser. 0: no limit.',
  }),
  knowledge: z.enum(KNOWLEDGE_LEVELS).default('K0').meta({
    title: 'Knowledge',
    description:
      'What the player may know of earlier episodes: K0 nothing, K1 what holds in every story, K2 also what was learned about its story.',
  }),
  knowledge_sha256: z
    .string()
    .regex(/^([0-9a-f]{8,64})?$/, 'Takes the hash of a version of the knowledge, or nothing')
    .default('')
    .meta({
      title: 'Version of the knowledge',
      description: 'Hash of the version to use, or its first 8 characters or more. Empty: the newest.',
    }),
  knowledge_writer: z.enum(KNOWLEDGE_WRITERS).default('off').meta({
    title: 'Learn from episodes',
    description: 'Add what an episode showed to the knowledge when it ends: never, or by rules, which ask no model.',
  }),
  critic_model: helperModel('Critic'),
  critic_base_url: helperAddress('Critic'),
  reflector_model: helperModel('Reflector'),
  reflector_base_url: helperAddress('Reflector'),
  summary_model: helperModel('Summariser'),
  summary_base_url: helperAddress('Summariser'),
})
