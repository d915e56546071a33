import { MessageChannel } from 'node:worker_threads'
import { onTestFinished } from 'vitest'
import { checkParams, type HostApi } from '@shared/contract/contract'
import { connectApi, serveApi } from '@shared/contract/rpc'

/** The API over a port, as a window uses it, and all messages that were sent to the window. */
export function overPort(hostApi: HostApi): { readonly api: HostApi; readonly crossed: readonly string[] } {
  const crossed: string[] = []
  const { port1, port2 } = new MessageChannel()
  onTestFinished(() => port1.close())
  const portOf = (port: typeof port1, seen: (message: unknown) => void) => ({
    post: (message: unknown) => port.postMessage(message),
    onMessage: (listener: (message: unknown) => void) =>
      void port.on('message', (message: unknown) => (seen(message), listener(message))),
    onClose: (listener: () => void) => void port.on('close', listener),
  })
  serveApi(
    portOf(port2, () => {}),
    hostApi,
    checkParams,
  )
  return { api: connectApi<HostApi>(portOf(port1, (message) => void crossed.push(JSON.stringify(message)))), crossed }
}
