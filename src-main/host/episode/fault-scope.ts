import { AsyncLocalStorage } from 'node:async_hooks'

/**
 * Whose work it is that runs: the callbacks, timers and processes that an episode begins belong to it, however late
 * they are heard. What fails there with nobody waiting for it, the episode answers for.
 */
export class FaultScope {
  static readonly #current = new AsyncLocalStorage<FaultScope>()
  #fail: ((error: Error) => void) | null = null

  /** Runs `work`, and all that comes of it, in this scope. */
  run<Result>(work: () => Result): Result {
    return FaultScope.#current.run(this, work)
  }

  /** Who is told from now on. */
  answeredBy(fail: (error: Error) => void): void {
    this.#fail = fail
  }

  get isAnswered(): boolean {
    return this.#fail !== null
  }

  /** Tells whoever answers for the work that is running; false if that is nobody. */
  static fail(error: Error): boolean {
    const scope = FaultScope.#current.getStore()
    if (!scope?.isAnswered) return false
    scope.#fail?.(error)
    return true
  }
}
