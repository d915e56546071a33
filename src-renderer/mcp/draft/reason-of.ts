import { configStrings } from '../strings'

export const reasonOf = (error: unknown): string =>
  error instanceof Error ? error.message : configStrings.unknownReason
