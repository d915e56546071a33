import type { ChildProcess } from 'node:child_process'

/** A Node process started with this argument listens for the inspector on a signal. */
export const INSPECTED = '--inspect-port=127.0.0.1:0'

/** Heap sizes after a full collection, in megabytes. */
export interface Heap {
  leftMb(): Promise<number>
  /** The total of all worker threads. */
  threadsLeftMb(): Promise<number>
  close(): void
}

/**
 * Connects to the inspector of a process. `printer` is the process whose standard error shows the inspector's address:
 * the same process, or the one that started it.
 */
export async function connectHeap(printer: ChildProcess, pid = printer.pid): Promise<Heap> {
  if (pid === undefined || printer.stderr === null) throw new Error('There is no process to inspect.')
  const { stderr } = printer
  const address = new Promise<string>((resolve) => {
    const listen = (text: unknown) => {
      const [url] = /ws:\S+/.exec(String(text)) ?? []
      if (!url) return
      stderr.off('data', listen)
      resolve(url)
    }
    stderr.on('data', listen)
  })
  process.kill(pid, 'SIGUSR1')
  const socket = new WebSocket(await address)
  await new Promise((resolve) => socket.addEventListener('open', resolve, { once: true }))
  const main = converse((text) => socket.send(text))
  const threads = new Map<string, Conversation>()
  socket.addEventListener('message', ({ data }) => {
    const { method, params } = main.receive(String(data))
    const sessionId = params?.sessionId ?? ''
    if (method === 'NodeWorker.attachedToWorker')
      threads.set(
        sessionId,
        converse((message) => void main.ask('NodeWorker.sendMessageToWorker', { sessionId, message })),
      )
    if (method === 'NodeWorker.receivedMessageFromWorker') threads.get(sessionId)?.receive(params?.message ?? '')
  })
  return {
    leftMb: () => leftMb(main),
    async threadsLeftMb() {
      await main.ask('NodeWorker.enable', { waitForDebuggerOnStart: false })
      let sum = 0
      for (const thread of threads.values()) sum += await leftMb(thread)
      await main.ask('NodeWorker.disable')
      threads.clear()
      return sum
    },
    close: () => socket.close(),
  }
}

async function leftMb(inspector: Conversation): Promise<number> {
  await inspector.ask('HeapProfiler.collectGarbage')
  return (await inspector.ask('Runtime.getHeapUsage')).usedSize / 1e6
}

interface Message {
  readonly id?: number
  readonly result?: { readonly usedSize: number }
  readonly method?: string
  readonly params?: { readonly sessionId?: string; readonly message?: string }
}

/** Requests to an inspector, and its answers, which arrive in any order and between events. */
interface Conversation {
  ask(method: string, params?: object): Promise<{ readonly usedSize: number }>
  receive(text: string): Message
}

function converse(send: (text: string) => void): Conversation {
  const waiting = new Map<number | undefined, (result: { readonly usedSize: number }) => void>()
  let asked = 0
  return {
    ask: (method, params) =>
      new Promise((resolve) => {
        waiting.set(++asked, resolve)
        send(JSON.stringify({ id: asked, method, params }))
      }),
    receive(text) {
      const message = JSON.parse(text) as Message
      waiting.get(message.id)?.(message.result ?? { usedSize: NaN })
      waiting.delete(message.id)
      return message
    },
  }
}
