import { readFileSync } from 'node:fs'

const TICK_MS = 5

export interface Block {
  /** Elapsed time. */
  readonly wallMs: number
  /** Elapsed time without the time in which other programs had the processor (known only on Linux). */
  readonly idleWallMs: number
  /** Processor time of this thread. */
  readonly processorMs: number
}

/** Measures how long this thread runs without returning to its event loop. */
export function probeBlocks() {
  let longest = NONE
  let ofAll = longest
  let ticked = now()
  const timer = setInterval(() => {
    const then = now()
    const block = {
      wallMs: then.wallMs - ticked.wallMs - TICK_MS,
      idleWallMs: then.idleWallMs - ticked.idleWallMs - TICK_MS,
      processorMs: then.processorMs - ticked.processorMs,
    }
    ticked = then
    longest = longerOf(longest, block)
    ofAll = longerOf(ofAll, block)
  }, TICK_MS)
  return {
    /** The longest block since the previous call. */
    take(): Block {
      const taken = longest
      longest = NONE
      return taken
    },
    end(): Block {
      clearInterval(timer)
      return ofAll
    },
  }
}

const NONE: Block = { wallMs: 0, idleWallMs: 0, processorMs: 0 }

const longerOf = (one: Block, other: Block): Block => ({
  wallMs: Math.max(one.wallMs, other.wallMs),
  idleWallMs: Math.max(one.idleWallMs, other.idleWallMs),
  processorMs: Math.max(one.processorMs, other.processorMs),
})

function now(): Block {
  const { user, system } = process.threadCpuUsage()
  const wallMs = performance.now()
  return { wallMs, idleWallMs: wallMs - waitedMs(), processorMs: (user + system) / 1000 }
}

/** How long the main thread has been runnable without a processor since its start; 0 if unknown. */
function waitedMs(): number {
  if (process.platform !== 'linux') return 0
  const [, waitedNs] = readFileSync(`/proc/self/task/${process.pid}/schedstat`, 'utf8').split(' ')
  return Number(waitedNs) / 1e6
}
