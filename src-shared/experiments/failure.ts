import { z } from 'zod'
import { unitKey } from './plan'

/** A unit that could not be played to its end: it is missing, and never counts as 0. */
export const unitFailure = z.strictObject({
  key: unitKey,
  /** How often it was tried. */
  attempts: z.number().int().nonnegative(),
  /** Of the last attempt, a sentence. */
  reason: z.string().max(2000),
  /** It is not tried again, unless somebody asks for it. */
  isFinal: z.boolean(),
})
export type UnitFailure = Readonly<z.infer<typeof unitFailure>>
