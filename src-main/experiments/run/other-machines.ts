import type { DesiredState } from '@shared/contract/experiments'
import type { UnitFailure } from '@shared/experiments/failure'
import type { UnitResult } from '@shared/experiments/result'
import type { Unit } from '@shared/experiments/plan'
import type { Spending } from './budget'

/** What ties a run to those of the same experiment on other machines. */
export interface ClusterCoordinator {
  /** Resolves when a request may leave: none asked to be left alone, and its turn has come. */
  waitForRequestSlot(address: string, perMinute: number | undefined, stop: AbortSignal): Promise<void>
  /** An endpoint asked to be left alone. */
  holdEndpoint(address: string, ms: number): Promise<void>
  /** What an attempt of this machine has spent so far; told with the next `standing`. */
  recordSpending(attempt: string, unit: string, turns: number, spent: Spending): void
  readStatus(): Promise<ClusterStatus>
}

/** Of an experiment, over all machines. */
export interface ClusterStatus {
  readonly desiredState: DesiredState
  readonly spent: Spending
  /** Since it was published. */
  readonly wallMs: number
}

/** Brings logs and results to other machines, and from them. */
export interface LogSync {
  /**
   * Begins an attempt: what was played of the unit before, wherever that was, lies in the data folder then. Resolves to
   * its result, if it has one.
   */
  beginAttempt(unit: Unit): Promise<UnitAttempt | UnitResult>
  saveFailure(failure: UnitFailure): Promise<void>
}

export interface UnitAttempt {
  /** No other attempt has it. */
  readonly name: string
  /** Sends what of the log was not sent yet. */
  sendLog(): Promise<void>
  /** False if another result counts. */
  saveResult(result: UnitResult): Promise<boolean>
}
