import { z } from 'zod'

const count = z.number().int().nonnegative()

/**
 * How a run ended. `known`: the differences are known precisely enough; `limit`: it reached its maximum number of
 * episodes.
 */
export const RUN_ENDS = [
  'finished',
  'known',
  'budget',
  'failed',
  'interrupted',
  'cancelled',
  'paused',
  'limit',
] as const

/** The progress of an experiment, as last written by the process that runs it. */
export const experimentProgress = z.strictObject({
  at: z.iso.datetime(),
  state: z.enum(['running', 'paused', 'waiting', 'ended']),
  /** Present in state `ended`, except in files of earlier versions. */
  end: z.enum(RUN_ENDS).optional(),
  /** A sentence about `state`; null if there is none. */
  reason: z.string().max(2000).nullable(),
  planned: count,
  done: count,
  failed: count,
  /** Units that are being played. `waits_for`: why the model of the unit does not answer; absent while it does. */
  playing: z
    .array(z.strictObject({ key: z.string(), turns: count, waits_for: z.string().max(2000).optional() }))
    .max(10_000),
  spent: z.strictObject({ cost_usd: z.number(), tokens: z.number() }),
  /** Time of all runs together, in ms. */
  wall_ms: z.number().nonnegative(),
  /** An estimate in ms; null before the first result, and while all wait. */
  left_ms: z.number().nonnegative().nullable(),
})
export type ExperimentProgress = Readonly<z.infer<typeof experimentProgress>>
