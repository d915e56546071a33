import type { Wish } from '@shared/contract/experiments'
import type { UnitFailure } from '@shared/experiments/failure'
import type { UnitResult } from '@shared/experiments/result'
import type { Unit } from '@shared/experiments/plan'
import type { Spent } from './budget'

/** What ties a run to those of the same experiment on other machines. */
export interface Exchange {
  /** Resolves when a request may leave: none asked to be left alone, and its turn has come. */
  pass(address: string, perMinute: number | undefined, stop: AbortSignal): Promise<void>
  /** An endpoint asked to be left alone. */
  hold(address: string, ms: number): Promise<void>
  /** What an attempt of this machine has spent so far; told with the next `standing`. */
  note(attempt: string, unit: string, turns: number, spent: Spent): void
  standing(): Promise<Standing>
}

/** Of an experiment, over all machines. */
export interface Standing {
  readonly wish: Wish
  readonly spent: Spent
  /** Since it was published. */
  readonly wallMs: number
}

/** Brings logs and results to other machines, and from them. */
export interface Courier {
  /**
   * Begins an attempt: what was played of the unit before, wherever that was, lies in the data folder then. Resolves to
   * its result, if it has one.
   */
  begin(unit: Unit): Promise<Attempt | UnitResult>
  keepFailure(failure: UnitFailure): Promise<void>
}

export interface Attempt {
  /** No other attempt has it. */
  readonly name: string
  /** Sends what of the log was not sent yet. */
  send(): Promise<void>
  /** False if another result counts. */
  keep(result: UnitResult): Promise<boolean>
}
