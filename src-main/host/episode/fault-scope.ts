import { AsyncLocalStorage } from 'node:async_hooks'

/**
 * Attributes running code to an episode: callbacks, timers and processes that an episode starts belong to it, however
 * late they run. An error that nothing catches there ends that episode.
 */
export class FaultScope {
  static readonly #current = new AsyncLocalStorage<FaultScope>()
  #fail: ((error: Error) => void) | null = null

  /** Runs `work` and everything it starts in this scope. */
  run<Result>(work: () => Result): Result {
    return FaultScope.#current.run(this, work)
  }

  /** Sets the handler of uncaught errors. */
  answeredBy(fail: (error: Error) => void): void {
    this.#fail = fail
  }

  get isAnswered(): boolean {
    return this.#fail !== null
  }

  /** Passes the error to the handler of the running scope; false if there is none. */
  static fail(error: Error): boolean {
    const scope = FaultScope.#current.getStore()
    if (!scope?.isAnswered) return false
    scope.#fail?.(error)
    return true
  }
}
