import { AsyncLocalStorage } from 'node:async_hooks'

/** Attributes callbacks, timers and processes to an episode. An uncaught error in one of them ends that episode. */
export class FaultScope {
  static readonly #current = new AsyncLocalStorage<FaultScope>()
  #fail: ((error: Error) => void) | null = null

  /** Runs `work` and everything it starts in this scope. */
  run<Result>(work: () => Result): Result {
    return FaultScope.#current.run(this, work)
  }

  answeredBy(fail: (error: Error) => void): void {
    this.#fail = fail
  }

  get isAnswered(): boolean {
    return this.#fail !== null
  }

  /** Passes the error to the handler of the current scope; false if there is none. */
  static fail(error: Error): boolean {
    const scope = FaultScope.#current.getStore()
    if (!scope?.isAnswered) return false
    scope.#fail?.(error)
    return true
  }
}
