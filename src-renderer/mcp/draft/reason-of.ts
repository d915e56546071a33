import { configStrings } from '../strings'

/** The message of an error. */
export const reasonOf = (error: unknown): string =>
  error instanceof Error ? error.message : configStrings.unknownReason
