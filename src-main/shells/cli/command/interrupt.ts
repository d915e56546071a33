const INTERRUPTIONS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/**
 * Calls `stop` at the first Ctrl+C or SIGTERM, or when the terminal is closed; at a second Ctrl+C or SIGTERM the
 * process ends at once. A closed terminal can show both by a signal and by the output.
 */
export function onInterrupt(stop: () => void): () => void {
  let isStopping = false
  const handle = (signal: NodeJS.Signals) => {
    if (isStopping && signal !== 'SIGHUP') process.exit(130)
    if (!isStopping) stop()
    isStopping = true
  }
  for (const signal of INTERRUPTIONS) process.on(signal, handle)
  return () => {
    for (const signal of INTERRUPTIONS) process.off(signal, handle)
    // The other sign of a closed terminal may still come, and must not end the process before it ends in order.
    if (isStopping) process.on('SIGHUP', () => {})
  }
}
