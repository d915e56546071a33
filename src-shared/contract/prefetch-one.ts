/** Requests one batch ahead while `isPast` returns true. A live batch requested early would lack the newest events. */
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
      // The request may fail before it is awaited. Its error is then thrown when it is awaited.
      ahead?.catch(() => undefined)
      yield value
      next = ahead ?? iterator.next()
    }
  } finally {
    await iterator.return?.()
  }
}
