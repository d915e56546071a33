/** Unpacks what came over a socket, away from the thread that draws: of a long log it takes a second. Answers in the order of asking. */
let last: Promise<void> = Promise.resolve()

self.addEventListener('message', ({ data }: MessageEvent<ArrayBuffer>) => {
  const unpacked = unpack(data)
  last = last.then(async () => {
    const bytes = await unpacked
    self.postMessage(bytes, { transfer: [bytes] })
  })
})

async function unpack(packed: ArrayBuffer): Promise<ArrayBuffer> {
  const { readable, writable } = new DecompressionStream('deflate-raw')
  const writer = writable.getWriter()
  void writer.write(packed).then(() => writer.close())
  return new Response(readable).arrayBuffer()
}
