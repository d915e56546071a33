// node --import ./build/standin/scarce-memory.mjs PROGRAM: runs PROGRAM in a process whose threads together can reserve
// addresses for only a hundred WebAssembly memories. Beyond that, the main thread gets an error and a worker ends, as
// in Electron.
import { getEnvironmentData, isMainThread, setEnvironmentData, threadId } from 'node:worker_threads'

const MAX_MEMORIES = 100
const MAX_THREADS = 100_000
const KEY = 'standin:memories'

/** Number of memories of each thread, by its id; the total is the last element. */
const live = /** @type {Int32Array} */ (
  /** @type {unknown} */ (
    isMainThread ? new Int32Array(new SharedArrayBuffer((MAX_THREADS + 1) * 4)) : getEnvironmentData(KEY)
  )
)
const add = (thread, count) => {
  Atomics.add(live, thread, count)
  return Atomics.add(live, MAX_THREADS, count) + count
}
if (isMainThread) {
  setEnvironmentData(KEY, live)
  process.on('worker', (worker) => {
    const { threadId: thread } = worker
    worker.once('exit', () => add(thread, -Atomics.load(live, thread)))
  })
}

const freed = new FinalizationRegistry(() => add(threadId, -1))
const { Memory } = WebAssembly
WebAssembly.Memory = class extends Memory {
  constructor(pages) {
    if (add(threadId, 1) > MAX_MEMORIES) {
      add(threadId, -1)
      if (!isMainThread) process.exit(1)
      throw new RangeError('WebAssembly.Memory(): could not allocate memory')
    }
    super(pages)
    freed.register(this, null)
  }
}
