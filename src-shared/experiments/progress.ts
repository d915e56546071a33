import { z } from 'zod'

const count = z.number().int().nonnegative()

/** How far an experiment is, as the program that runs it last said. */
export const experimentProgress = z.strictObject({
  at: z.iso.datetime(),
  state: z.enum(['running', 'paused', 'waiting', 'ended']),
  /** Why it waits, is paused or has ended; a sentence, or null. */
  reason: z.string().max(2000).nullable(),
  planned: count,
  done: count,
  failed: count,
  /** Keys of the units that are played just now, with the turns they have. */
  playing: z.array(z.strictObject({ key: z.string(), turns: count })).max(10_000),
  spent: z.strictObject({ cost_usd: z.number(), tokens: z.number() }),
  /** Over all runs. */
  wall_ms: z.number().nonnegative(),
  /** Null while there is nothing to go by. */
  left_ms: z.number().nonnegative().nullable(),
})
export type ExperimentProgress = Readonly<z.infer<typeof experimentProgress>>
