const TICK_MS = 5

export interface Block {
  /** Time by the clock; other programs on a busy machine lengthen it. */
  readonly wallMs: number
  /** The part in which this thread had a processor. */
  readonly processorMs: number
}

/** Watches how long this thread runs without returning to its event loop. */
export function probeBlocks() {
  let longest = { wallMs: 0, processorMs: 0 }
  let ofAll = longest
  let ticked = now()
  const timer = setInterval(() => {
    const then = now()
    const block = {
      wallMs: then.wallMs - ticked.wallMs - TICK_MS,
      processorMs: then.processorMs - ticked.processorMs,
    }
    ticked = then
    longest = longerOf(longest, block)
    ofAll = longerOf(ofAll, block)
  }, TICK_MS)
  return {
    /** The longest block since the last call. */
    take(): Block {
      const taken = longest
      longest = { wallMs: 0, processorMs: 0 }
      return taken
    },
    end(): Block {
      clearInterval(timer)
      return ofAll
    },
  }
}

const longerOf = (one: Block, other: Block): Block => ({
  wallMs: Math.max(one.wallMs, other.wallMs),
  processorMs: Math.max(one.processorMs, other.processorMs),
})

function now(): Block {
  const { user, system } = process.threadCpuUsage()
  return { wallMs: performance.now(), processorMs: (user + system) / 1000 }
}
