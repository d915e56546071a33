import { z } from 'zod'
import { HANDICAPS } from '../episode/log/event'
import { unitName } from '../episode/log/unit-name'
import { readSeeds } from './seeds'

/**
 * The tables of a zorkgpt.experiment.toml. It may also have tables of zorkgpt.toml, which apply to all arms. Each
 * `[[arm]]` may override their keys by dotted paths.
 */

export const PRIMARY_MEASURES = ['score_share', 'score', 'score_auc', 'locations', 'won'] as const
/** Refused and repeated actions are shares of the turns. For all except `locations`, less is better. */
export const SECONDARY_MEASURES = ['locations', 'refused', 'repeats', 'tokens', 'cost_usd'] as const
export type Measure = (typeof PRIMARY_MEASURES)[number] | (typeof SECONDARY_MEASURES)[number]

const seeds = z
  .union([z.number(), z.string(), z.array(z.number()).min(1)])
  .transform((value, context): readonly number[] => {
    const read = readSeeds(value)
    if (typeof read !== 'string') return read
    context.addIssue({ code: 'custom', message: read })
    return z.NEVER
  })

const positive = z.number().positive()
const oneOrMore = <Item extends z.ZodType>(item: Item) =>
  z
    .preprocess((value) => (value === undefined ? value : [value].flat()), z.array(item).min(1))
    .refine((list) => new Set(list).size === list.length, 'has a duplicate')

export const armTable = z.looseObject({
  name: unitName,
  /** Path of a file that replaces the app's system prompt, relative to the experiment's file. */
  prompt_file: z.string().min(1).optional(),
  /** Recorded episodes to use instead of new ones: `.jsonl` logs and `.zorkgpt` files. */
  files: oneOrMore(z.string().min(1)).optional(),
  /** Command line of an agent that plays over MCP, see docs/experiments.md. */
  agent: z.array(z.string().min(1)).min(1).optional(),
})
/** Keys of an arm that are not tables of settings. */
export const ARM_KEYS: readonly string[] = Object.keys(armTable.shape)

export const price = z.strictObject({
  /** US dollars per million tokens. */
  input: z.number().min(0),
  output: z.number().min(0),
  /** Date of the price, such as 2026-11-01. */
  date: z.union([z.string(), z.date()]).transform(String).optional(),
})
export type Price = Readonly<z.output<typeof price>>

export const experimentTables = z.strictObject({
  experiment: z.strictObject({
    name: unitName,
    seeds,
    /** Number of episodes per arm, story, handicap and seed, because models answer differently each time. */
    repeats: z.number().int().min(1).max(1000).default(1),
    primary: z.enum(PRIMARY_MEASURES).default('score_share'),
    /** The arm with which the others are compared; the first one by default. */
    baseline: unitName.optional(),
  }),
  axes: z
    .strictObject({
      story: oneOrMore(z.string().min(1)).optional(),
      handicap: oneOrMore(z.enum(HANDICAPS)).optional(),
    })
    .prefault({}),
  arm: z.array(armTable).min(1, 'takes at least one [[arm]]').max(200),
  /** Limits for all runs of the experiment together. A missing key means no limit. */
  budget: z
    .strictObject({
      cost_usd: positive.optional(),
      tokens: z.number().int().positive().optional(),
      wall_minutes: positive.optional(),
      per_episode_cost_usd: positive.optional(),
      per_episode_tokens: z.number().int().positive().optional(),
    })
    .prefault({}),
  /**
   * Ends the experiment early if all intervals of differences are narrow enough. Checked only after these numbers of
   * seeds.
   */
  stop: z.strictObject({ ci_half_width: positive, looks: z.array(z.number().int().positive()).min(1) }).optional(),
  /** Keyed by the name of a provider profile or the host of an endpoint. */
  provider: z
    .record(
      z.string(),
      z.strictObject({
        /** Maximum number of concurrent episodes. */
        episodes: z.number().int().positive().max(1000).optional(),
        requests_per_minute: positive.optional(),
      }),
    )
    .default({}),
  workers: z.strictObject({ processes: z.number().int().min(1).max(256).optional() }).prefault({}),
  /** Keyed by the name of a model, for endpoints that do not report the cost of a call. */
  prices: z.record(z.string(), price).default({}),
})
export type ExperimentTables = Readonly<z.output<typeof experimentTables>>
export const EXPERIMENT_TABLES: readonly string[] = Object.keys(experimentTables.shape)
