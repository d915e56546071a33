import { z } from 'zod'
import { unitKey } from './plan'

/** A unit that could not be played to its end. It is missing from the figures, not a 0. */
export const unitFailure = z.strictObject({
  key: unitKey,
  attempts: z.number().int().nonnegative(),
  /** A sentence about the last attempt. */
  reason: z.string().max(2000),
  /** Tried again only with `--retry-failed`. */
  isFinal: z.boolean(),
})
export type UnitFailure = Readonly<z.infer<typeof unitFailure>>
