import type { Readable } from 'node:stream'

/** A Node process started with this argument listens for the inspector on a signal. */
export const INSPECTED = '--inspect-port=127.0.0.1:0'

/** Heap after a full collection (MB). */
export interface Heap {
  leftMb(): Promise<number>
  /** One per thread, in order of start. */
  threadsLeftMb(): Promise<readonly number[]>
  close(): void
}

type Ask = (method: string, params?: object) => Promise<{ readonly usedSize: number }>

/** `stderr` is where the process says at which address it listens. */
export async function connectHeap(pid: number | undefined, stderr: Readable | null): Promise<Heap> {
  if (pid === undefined || stderr === null) throw new Error('The process says nothing that can be heard.')
  const told = inspectorIn(stderr)
  process.kill(pid, 'SIGUSR1')
  const socket = new WebSocket(await told)
  await new Promise((resolve) => socket.addEventListener('open', resolve, { once: true }))
  const threads: string[] = []
  const main = conversation((text) => socket.send(text))
  let ofThread = new Map<string, ReturnType<typeof conversation>>()
  socket.addEventListener('message', ({ data }) => {
    const { method, params } = main.hear(String(data))
    if (method === 'NodeWorker.attachedToWorker' && params?.sessionId) threads.push(params.sessionId)
    if (method === 'NodeWorker.receivedMessageFromWorker' && params?.sessionId)
      ofThread.get(params.sessionId)?.hear(params.message ?? '')
  })
  return {
    leftMb: () => leftMb(main.ask),
    async threadsLeftMb() {
      await main.ask('NodeWorker.enable', { waitForDebuggerOnStart: false })
      const sizes: number[] = []
      for (const sessionId of threads) {
        const thread = conversation(
          (message) => void main.ask('NodeWorker.sendMessageToWorker', { sessionId, message }),
        )
        ofThread.set(sessionId, thread)
        sizes.push(await leftMb(thread.ask))
      }
      await main.ask('NodeWorker.disable')
      threads.length = 0
      ofThread = new Map()
      return sizes
    },
    close: () => socket.close(),
  }
}

async function leftMb(ask: Ask): Promise<number> {
  await ask('HeapProfiler.collectGarbage')
  return (await ask('Runtime.getHeapUsage')).usedSize / 1e6
}

interface Heard {
  readonly id?: number
  readonly result?: { readonly usedSize: number }
  readonly method?: string
  readonly params?: { readonly sessionId?: string; readonly message?: string }
}

/** Questions to an inspector and its answers, which come in any order and among events. */
function conversation(send: (text: string) => void): { readonly ask: Ask; hear(text: string): Heard } {
  const waiting = new Map<number, (result: { readonly usedSize: number }) => void>()
  let asked = 0
  return {
    ask: (method, params) =>
      new Promise((resolve) => {
        waiting.set(++asked, resolve)
        send(JSON.stringify({ id: asked, method, params }))
      }),
    hear(text) {
      const heard = JSON.parse(text) as Heard
      if (heard.id !== undefined) {
        waiting.get(heard.id)?.(heard.result ?? { usedSize: NaN })
        waiting.delete(heard.id)
      }
      return heard
    },
  }
}

const inspectorIn = (stderr: Readable) =>
  new Promise<string>((resolve) => {
    const listen = (text: unknown) => {
      const [url] = /ws:\S+/.exec(String(text)) ?? []
      if (!url) return
      stderr.off('data', listen)
      resolve(url)
    }
    stderr.on('data', listen)
  })
