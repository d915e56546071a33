/** What crosses the contract when something fails: a code to act on, a sentence to show. */
export interface ContractError {
  readonly code: string
  readonly message: string
  /** With the code `key_not_agreed` alone: what somebody can be asked. */
  readonly strayKeys?: StrayKeys
}

/** Keys that would be sent to an address which they were not given for. */
export interface StrayKeys {
  /** Where they would go, see `addressOf` in src-main/llm/key-addresses.ts. */
  readonly address: string
  readonly keys: readonly StrayKey[]
}

export interface StrayKey {
  /** Of the secret or the variable that holds it. */
  readonly name: string
  /** The addresses that it was given for, as far as that is known. */
  readonly givenFor: readonly string[]
}

export const isContractError = (error: unknown): error is ContractError =>
  typeof error === 'object' &&
  error !== null &&
  'code' in error &&
  typeof error.code === 'string' &&
  'message' in error &&
  typeof error.message === 'string'

/** The code of the refusal to go on from an event that the log does not reach. */
export const SHORTER_LOG = 'shorter_log'
