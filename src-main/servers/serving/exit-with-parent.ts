/**
 * Ends this process, after `close`, with its session: when its input ends, its output breaks, or a signal comes. A
 * parent that was killed may leave the pipe open in another process, so its pid is checked as well.
 */
export function exitWithParent(close: () => Promise<void>): void {
  let isLeaving = false
  const leave = () => {
    if (isLeaving) return
    isLeaving = true
    void close().finally(() => process.exit(0))
  }
  process.stdin.once('end', leave).once('close', leave).once('error', leave)
  process.stdout.once('error', leave)
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, leave)
  const parent = process.ppid
  setInterval(() => {
    if (process.ppid !== parent || !isRunning(parent)) leave()
  }, 1000).unref()
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
