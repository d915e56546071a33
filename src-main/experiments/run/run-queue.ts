import type { Unit } from '@shared/experiments/plan'
import type { UnitResult } from '@shared/experiments/result'

/**
 * Where units wait to be played. Execution is at least once, the effect exactly once: the first result of a unit
 * counts, and whoever goes on with one does so from its log.
 */
export interface RunQueue {
  /** Those that wait or are played already, by their keys, stay as they are. */
  add(units: readonly Unit[]): Promise<void>
  /** Gives out what may be begun, as it may be, until there is nothing more to be had or `stop` is aborted. */
  claims(limits: ClaimLimits, stop: AbortSignal): AsyncIterable<Claim>
  counts(): Promise<QueueCounts>
  cancel(keys: readonly string[]): Promise<void>
}

/** What may be begun now. */
export interface ClaimLimits {
  admits(unit: Unit): boolean
  /** Resolves when something else may be admitted than before. */
  changed(stop: AbortSignal): Promise<unknown>
}

export interface Claim {
  readonly unit: Unit
  /** From 1. */
  readonly attempt: number
  /** Aborted when nobody wants it any more. */
  readonly signal: AbortSignal
  /** To be called once. Resolves to false if another result counts. */
  settle(outcome: UnitOutcome): Promise<boolean>
}

export type UnitOutcome =
  | { readonly kind: 'done'; readonly result: UnitResult }
  /** `isFinal`: trying again would not help. */
  | { readonly kind: 'failed'; readonly reason: string; readonly isFinal: boolean }
  /** Whoever played it is gone, after so many turns. */
  | { readonly kind: 'lost'; readonly turns: number }
  /** It was let go of, and waits again. */
  | { readonly kind: 'released' }

export interface QueueCounts {
  readonly waiting: number
  readonly playing: number
  readonly done: number
  readonly failed: number
}
