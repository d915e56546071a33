/**
 * Lets in one caller at a time, in the order in which they came, and has the event loop look for others in between. By
 * itself Node answers all that had called when it last looked: whoever calls a moment later waits for all of them, and
 * may then wait for all of them again.
 */
export function createArrivalOrder(): () => Promise<void> {
  const waiting: (() => void)[] = []
  function admitNext(): void {
    waiting.shift()?.()
    if (waiting.length > 0) setImmediate(admitNext)
  }
  return () =>
    new Promise((admit) => {
      if (waiting.push(admit) === 1) setImmediate(admitNext)
    })
}
