/** Asks for the next batch while the last is being worked on: one is on its way, never more. */
export async function* oneAhead<Batch>(feed: AsyncIterable<Batch>): AsyncGenerator<Batch> {
  const iterator = feed[Symbol.asyncIterator]()
  try {
    for (let next = iterator.next(); ; ) {
      const { done, value } = await next
      if (done) return
      next = iterator.next()
      // It may fail while nobody waits for it; whoever waits next hears of it.
      next.catch(() => undefined)
      yield value
    }
  } finally {
    await iterator.return?.()
  }
}
