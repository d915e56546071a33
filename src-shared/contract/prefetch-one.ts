/**
 * Requests the next batch while the last one is processed: one in advance, never more. While `isPast` is false, it is
 * requested only when the work is done, because an older batch would lack the newest events.
 */
export async function* prefetchOne<Batch>(
  feed: AsyncIterable<Batch>,
  isPast: () => boolean = () => true,
): AsyncGenerator<Batch> {
  const iterator = feed[Symbol.asyncIterator]()
  try {
    for (let next = iterator.next(); ;) {
      const { done, value } = await next
      if (done) return
      const ahead = isPast() ? iterator.next() : null
      // It may fail before it is awaited; the error is reported when it is.
      ahead?.catch(() => undefined)
      yield value
      next = ahead ?? iterator.next()
    }
  } finally {
    await iterator.return?.()
  }
}
