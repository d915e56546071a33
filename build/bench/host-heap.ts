import type { ChildProcess } from 'node:child_process'

/** Of a process that was started with this, the heap can be read. */
export const INSPECTED = ['--inspect=127.0.0.1:0']

/** What is left of its heap once all that can be let go of is gone, in megabytes. */
export async function connectHeap(inspected: ChildProcess): Promise<{ leftMb(): Promise<number>; close(): void }> {
  const socket = new WebSocket(await inspectorOf(inspected))
  await new Promise((resolve) => socket.addEventListener('open', resolve, { once: true }))
  const ask = (id: number, method: string) =>
    new Promise<{ readonly usedSize: number }>((resolve) => {
      socket.addEventListener(
        'message',
        ({ data }) => resolve((JSON.parse(String(data)) as { readonly result: { readonly usedSize: number } }).result),
        { once: true },
      )
      socket.send(JSON.stringify({ id, method }))
    })
  return {
    async leftMb() {
      await ask(1, 'HeapProfiler.collectGarbage')
      return (await ask(2, 'Runtime.getHeapUsage')).usedSize / 1e6
    },
    close: () => socket.close(),
  }
}

/** It says so on standard error. */
const inspectorOf = ({ stderr }: ChildProcess) =>
  new Promise<string>((resolve) => {
    stderr?.on('data', (text) => {
      const [url] = /ws:\S+/.exec(String(text)) ?? []
      if (url) resolve(url)
    })
  })
