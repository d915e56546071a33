import { z } from 'zod'
import { HANDICAPS } from '../episode/log/event'
import { readSeeds } from './seeds'

/**
 * The tables of a zorkgpt.experiment.toml that are its own. Beside them it has tables of zorkgpt.toml, for all arms
 * alike, and each `[[arm]]` may set any of their keys by its dotted path.
 */

/** What arms can be judged by. */
export const PRIMARY_MEASURES = ['score_share', 'score', 'score_auc', 'locations', 'won'] as const
/** What is told beside it: of these, less may be better. Refused and repeated actions as shares of the turns. */
export const SECONDARY_MEASURES = ['locations', 'refused', 'repeats', 'tokens', 'cost_usd'] as const
export type Measure = (typeof PRIMARY_MEASURES)[number] | (typeof SECONDARY_MEASURES)[number]

/** Part of file names: no separators, so that it can name nothing outside of its folder. */
const name = z
  .string()
  .regex(
    /^[A-Za-z0-9][A-Za-z0-9._-]{0,59}$/,
    'takes letters, digits, dots, hyphens and underscores, at most 60, the first a letter or a digit',
  )

const seeds = z
  .union([z.number().int().min(0), z.string(), z.array(z.number().int().min(0)).min(1)])
  .transform((said, context): readonly number[] => {
    const read = readSeeds(said)
    if (typeof read !== 'string') return read
    context.addIssue({ code: 'custom', message: read })
    return z.NEVER
  })

const positive = z.number().positive()
const oneOrMore = <Item extends z.ZodType>(item: Item) =>
  z
    .union([item, z.array(item).min(1)])
    .transform((said) => [said].flat() as z.output<Item>[])
    .refine((list) => new Set(list).size === list.length, 'names one of them twice')

export const armTable = z.looseObject({
  name,
  /** What the model is told first, in the place of the app's own prompt. From the folder of the experiment's file. */
  prompt_file: z.string().min(1).optional(),
  /** Recorded episodes in the place of episodes that are played: `.jsonl` logs and `.zorkgpt` files. */
  files: oneOrMore(z.string().min(1)).optional(),
  /** A program of one's own, and its arguments: it plays over MCP, see docs/experiments.md. */
  agent: z.array(z.string().min(1)).min(1).optional(),
})
/** Keys of an arm that are no table of settings. */
export const ARM_KEYS: readonly string[] = Object.keys(armTable.shape)

export const price = z.strictObject({
  /** US dollars a million tokens. */
  input: z.number().min(0),
  output: z.number().min(0),
  /** Of which day the price is, such as 2026-11-01. */
  date: z.union([z.string(), z.date()]).transform(String).optional(),
})
export type Price = Readonly<z.output<typeof price>>

export const experimentTables = z.strictObject({
  experiment: z.strictObject({
    name,
    seeds,
    /** Episodes of one arm, story, handicap and seed: models answer differently each time. */
    repeats: z.number().int().min(1).max(1000).default(1),
    primary: z.enum(PRIMARY_MEASURES).default('score_share'),
    /** The arm that the others are held against; the first if none is named. */
    baseline: z.string().optional(),
  }),
  axes: z
    .strictObject({
      story: oneOrMore(z.string().min(1)).optional(),
      handicap: oneOrMore(z.enum(HANDICAPS)).optional(),
    })
    .prefault({}),
  arm: z
    .array(armTable)
    .min(1, 'takes at least one [[arm]]')
    .max(200)
    .superRefine((arms, context) => {
      const twice = arms.findIndex((arm, index) => arms.findIndex((other) => other.name === arm.name) < index)
      if (twice !== -1)
        context.addIssue({
          code: 'custom',
          path: [twice, 'name'],
          message: `Two arms are called "${arms[twice]?.name}"; each needs a name of its own`,
        })
    }),
  /** Of the experiment as a whole, over all its runs. What is not named is not bounded. */
  budget: z
    .strictObject({
      cost_usd: positive.optional(),
      tokens: z.number().int().positive().optional(),
      wall_minutes: positive.optional(),
      per_episode_cost_usd: positive.optional(),
      per_episode_tokens: z.number().int().positive().optional(),
    })
    .prefault({}),
  /** Ends early once all differences are known well enough; looked at after so many seeds alone. */
  stop: z.strictObject({ ci_half_width: positive, looks: z.array(z.number().int().positive()).min(1) }).optional(),
  /** By the name of a provider's profile or the host of an endpoint. */
  provider: z
    .record(
      z.string(),
      z.strictObject({
        /** At most so many episodes at once. */
        episodes: z.number().int().positive().max(1000).optional(),
        requests_per_minute: positive.optional(),
      }),
    )
    .default({}),
  workers: z.strictObject({ processes: z.number().int().min(1).max(256).optional() }).prefault({}),
  /** By the name of a model: for endpoints that do not tell what a call cost. */
  prices: z.record(z.string(), price).default({}),
})
export type ExperimentTables = Readonly<z.output<typeof experimentTables>>
export const EXPERIMENT_TABLES: readonly string[] = Object.keys(experimentTables.shape)
