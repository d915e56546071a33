/**
 * Asks for the next batch while the last is being worked on: one is on its way, never more. While `isPast` says no, it
 * is asked for when the work is done: of what happens now, a batch that waited would lack the newest.
 */
export async function* oneAhead<Batch>(
  feed: AsyncIterable<Batch>,
  isPast: () => boolean = () => true,
): AsyncGenerator<Batch> {
  const iterator = feed[Symbol.asyncIterator]()
  try {
    for (let next = iterator.next(); ;) {
      const { done, value } = await next
      if (done) return
      const ahead = isPast() ? iterator.next() : null
      // It may fail while nobody waits for it; whoever waits next hears of it.
      ahead?.catch(() => undefined)
      yield value
      next = ahead ?? iterator.next()
    }
  } finally {
    await iterator.return?.()
  }
}
