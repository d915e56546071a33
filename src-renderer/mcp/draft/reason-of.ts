import { configStrings } from '../strings'

/** The sentence that came with a failure. */
export const reasonOf = (error: unknown): string =>
  error instanceof Error ? error.message : configStrings.unknownReason
