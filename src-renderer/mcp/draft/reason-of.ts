import { isContractError } from '@shared/contract/errors'
import { configStrings } from '../strings'

/** The sentence that came with a failure. */
export const reasonOf = (error: unknown): string =>
  isContractError(error) || error instanceof Error ? error.message : configStrings.unknownReason
