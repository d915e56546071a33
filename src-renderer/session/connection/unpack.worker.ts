/**
 * Unpacks what came over a socket, away from the thread that draws: of a long log it takes a second. Answers in the
 * order of asking; what cannot be unpacked is an error of the worker.
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
