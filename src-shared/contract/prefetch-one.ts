/** Requests one batch ahead, but none while `isPast` is false, because it would lack the newest events. */
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
