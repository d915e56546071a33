import type { Unit } from '@shared/experiments/plan'
import type { UnitResult } from '@shared/experiments/result'

/** Attempts at a unit before its failure is final. */
export const MAX_ATTEMPTS = 3

/**
 * The units that wait to be played. Delivery is at least once, the effect exactly once: an interrupted unit resumes
 * from its log, and its first result counts.
 */
export interface RunQueue {
  /** Ignores units that are already waiting or being played. */
  add(units: readonly Unit[]): Promise<void>
  /** Yields units as limits admit them, until no unit is left or `stop` is aborted. */
  claims(limits: ClaimLimits, stop: AbortSignal): AsyncIterable<Claim>
  counts(): Promise<QueueCounts>
  cancel(keys: readonly string[]): Promise<void>
}

export interface ClaimLimits {
  admits(unit: Unit): boolean
  /** Resolves when the answer of `admits` may have changed. */
  changed(stop: AbortSignal): Promise<unknown>
}

export interface Claim {
  readonly unit: Unit
  /** From 1. */
  readonly attempt: number
  /** Aborted when the unit is cancelled, or claimed by another machine. */
  readonly signal: AbortSignal
  /** Call it once. Resolves to whether the result counts. */
  settle(outcome: UnitOutcome): Promise<boolean>
}

export type UnitOutcome =
  | { readonly kind: 'done'; readonly result: UnitResult }
  /** `isFinal`: another attempt would fail the same way. */
  | { readonly kind: 'failed'; readonly reason: string; readonly isFinal: boolean }
  /** The process that played the unit died. */
  | { readonly kind: 'lost'; readonly turns: number }
  /** The unit returns to the queue. Its next attempt resumes from its log. `reason`: why it waited. */
  | { readonly kind: 'released'; readonly reason?: string }

export interface QueueCounts {
  readonly waiting: number
  readonly playing: number
  readonly done: number
  readonly failed: number
}
