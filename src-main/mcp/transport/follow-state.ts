interface StateSource<State> {
  readonly read: () => State | Promise<State>
  /** Calls `awaken` after each change, until the returned function is called. */
  readonly subscribe: (awaken: () => void) => () => void
  readonly signal: AbortSignal
}

/**
 * Yields the current state, then the state after each change. A slow reader gets the latest state and misses those
 * between. Ends when the signal aborts.
 */
export async function* followState<State>({ read, subscribe, signal }: StateSource<State>): AsyncGenerator<State> {
  let changed = true
  let resume = () => {}
  const awaken = () => {
    changed = true
    resume()
  }
  const unsubscribe = subscribe(awaken)
  signal.addEventListener('abort', awaken, { once: true })
  try {
    while (!signal.aborted) {
      if (changed) {
        changed = false
        yield await read()
      } else await new Promise<void>((resolve) => (resume = resolve))
    }
  } finally {
    unsubscribe()
    signal.removeEventListener('abort', awaken)
  }
}
