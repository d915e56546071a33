import { once } from 'node:events'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'

/**
 * Maximum number of connections to a server of the app; further ones are closed. Any local program can open them
 * without a token, and a process without free file descriptors cannot save turns: many systems allow 1,024.
 */
export const MAX_CONNECTIONS = 100

/** Listens on 127.0.0.1 and resolves to the port; 0 means any free port. Rejects with the system's error. */
export async function listenOnLoopback(server: Server, port: number, maxConnections = MAX_CONNECTIONS) {
  server.maxConnections = maxConnections
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  return (server.address() as AddressInfo).port
}

export async function closeServer(server: Server): Promise<void> {
  const closed = once(server, 'close')
  server.close()
  server.closeAllConnections()
  await closed
}
