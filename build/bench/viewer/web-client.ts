import type { HostApi } from '@shared/contract/contract'
import { connectApi } from '@shared/contract/rpc'

/** A second client of a web shell, which starts what the page then watches. */
export async function connectTo(url: string): Promise<{ readonly api: HostApi; close(): void }> {
  const address = new URL(url)
  const socket = new WebSocket(`ws://${address.host}/socket${address.search}`)
  await new Promise<void>((resolve, reject) => {
    socket.addEventListener('open', () => resolve(), { once: true })
    socket.addEventListener('error', () => reject(new Error(`Nothing answers at ${address.host}.`)), { once: true })
  })
  const api = connectApi<HostApi>({
    post: (message) => socket.send(JSON.stringify(message)),
    onMessage: (listener) => socket.addEventListener('message', ({ data }) => listener(JSON.parse(String(data)))),
    onClose: (listener) => socket.addEventListener('close', listener),
  })
  return { api, close: () => socket.close() }
}
