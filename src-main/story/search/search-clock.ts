import type { SearchLimits } from '../environment'

/** When a search must stop: at its time budget, its number of trials, or its signal. */
export class SearchClock {
  trials = 0
  /** A trial was refused. */
  isSpent = false
  private readonly limits: SearchLimits
  private readonly startedAt = performance.now()

  constructor(limits: SearchLimits) {
    this.limits = limits
  }

  /** Counts the trial it allows. */
  allowsTrial(): boolean {
    const { budgetMs = Infinity, maxTrials = Infinity, signal } = this.limits
    if (signal?.aborted === true || this.trials >= maxTrials || performance.now() - this.startedAt >= budgetMs)
      this.isSpent = true
    else this.trials++
    return !this.isSpent
  }
}
