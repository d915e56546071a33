import type { DesiredState } from '@shared/contract/experiments'
import type { Unit } from '@shared/experiments/plan'
import type { UnitFailure, UnitResult } from '@shared/experiments/result'
import type { Spending } from './budget'

/** Connects a run to the runs of the same experiment on other machines. */
export interface ClusterCoordinator {
  /** Resolves when the rate limit and the holds of the endpoint allow a request. */
  waitForRequestSlot(address: string, perMinute: number | undefined, stop: AbortSignal): Promise<void>
  /** Holds the requests of all machines to an endpoint that asked for it (`Retry-After`). */
  holdEndpoint(address: string, ms: number): Promise<void>
  /** The spending of an attempt of this machine so far; the next `readStatus` writes it. */
  recordSpending(attempt: string, unit: string, turns: number, spent: Spending): void
  readStatus(): Promise<ClusterStatus>
}

/** The state of an experiment on all machines. */
export interface ClusterStatus {
  readonly desiredState: DesiredState
  readonly spent: Spending
  /** Time since publication, ms. */
  readonly wallMs: number
}

/** Sends logs and results to the store that machines share, and fetches them from it. */
export interface LogSync {
  /**
   * Resolves to the result of the unit if it has one. Otherwise begins an attempt, and fetches the longest log of the
   * unit so far into the data folder.
   */
  beginAttempt(unit: Unit): Promise<UnitAttempt | UnitResult>
  saveFailure(failure: UnitFailure): Promise<void>
}

export interface UnitAttempt {
  /** Unique among all attempts. */
  readonly name: string
  /** Sends the part of the log that was not sent yet. */
  sendLog(): Promise<void>
  /** Resolves to false if another result was stored first. */
  saveResult(result: UnitResult): Promise<boolean>
}
