interface StateSource<State> {
  readonly read: () => State | Promise<State>
  /** Calls `awaken` after each change; returns how to stop. */
  readonly subscribe: (awaken: () => void) => () => void
  readonly signal: AbortSignal
}

/**
 * The state now, then after each change; a slow reader gets the latest and misses those between. Ends when the signal
 * aborts.
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
