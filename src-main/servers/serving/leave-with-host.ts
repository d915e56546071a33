/**
 * Ends this process, after `close`, with its session. The end of our input is the end of the session. A host that was
 * killed may leave the pipe open in another process: then its pid tells.
 */
export function leaveWithHost(close: () => Promise<void>): void {
  let leaving = false
  const leave = () => {
    if (leaving) return
    leaving = true
    void close().finally(() => process.exit(0))
  }
  process.stdin.once('end', leave).once('close', leave).once('error', leave)
  process.stdout.once('error', leave)
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, leave)
  const host = process.ppid
  setInterval(() => {
    if (process.ppid !== host || !isRunning(host)) leave()
  }, 1000).unref()
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
