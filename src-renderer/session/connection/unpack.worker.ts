/**
 * Inflates socket messages outside the main thread, in the order of the requests, because a long log takes a second.
 */
let last: Promise<void> = Promise.resolve()

self.addEventListener('message', ({ data }: MessageEvent<ArrayBuffer>) => {
  const unpacked = unpack(data)
  last = last
    .then(async () => {
      const bytes = await unpacked
      self.postMessage(bytes, { transfer: [bytes] })
    })
    .catch(reportError)
})

const unpack = (packed: ArrayBuffer): Promise<ArrayBuffer> =>
  new Response(new Blob([packed]).stream().pipeThrough(new DecompressionStream('deflate-raw'))).arrayBuffer()
