import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js'
import {
  InitializeResultSchema,
  isInitializedNotification,
  isJSONRPCResultResponse,
  type JSONRPCMessage,
} from '@modelcontextprotocol/sdk/types.js'
import { messageOf } from '@shared/base/expected-error'
import { printError } from '../../base/terminal/terminal'
import { isRequest } from '../serving/json-rpc'
import { exitWithParent, UniqueIdsTransport } from '../serving/stdio'
import { type Endpoint, isProven } from './endpoint-file'

/**
 * Connects a client on standard input and output to a host in another process, message by message. The host continues
 * when the client leaves; when the host leaves, every request is answered with an error that says so.
 */
export async function relayTo(endpoint: Endpoint): Promise<void> {
  const { url, token } = endpoint
  const client = new UniqueIdsTransport(new StdioServerTransport())
  let proof: Promise<boolean> | null = null
  const host = new StreamableHTTPClientTransport(new URL(url), {
    requestInit: { headers: { Authorization: `Bearer ${token}` } },
    // Checked for each message, because the host may have died, and another program may use its port. Messages that
    // wait for the same proof keep their order.
    async fetch(address, init) {
      proof ??= isProven(endpoint).finally(() => (proof = null))
      if (!(await proof)) throw new Error('no ZorkGPT host answers at this address')
      return fetch(address, init)
    },
  })
  host.onmessage = (message) => {
    adoptProtocolVersion(host, message)
    void client.send(message)
  }
  client.onmessage = (message) => {
    host.send(message).catch((error: unknown) => {
      if (!isRequest(message)) return
      void client.send({
        jsonrpc: '2.0',
        id: message.id,
        error: {
          code: HOST_GONE,
          message: `The app that this server was connected to does not answer (${messageOf(error)}). Restart the server.`,
        },
      })
    })
    if (isInitializedNotification(message)) printError(`connected to the open app at ${url}`)
  }
  exitWithParent(async () => {
    await host.terminateSession().catch(() => {})
    await host.close()
  })
  await host.start()
  await client.start()
}

/** A code from the range that JSON-RPC 2.0 reserves for servers. */
const HOST_GONE = -32001

/** MCP revision 2025-11-25, "Transports": requests after the first carry the agreed version. */
function adoptProtocolVersion(host: StreamableHTTPClientTransport, message: JSONRPCMessage): void {
  if (!isJSONRPCResultResponse(message)) return
  const initialized = InitializeResultSchema.safeParse(message.result)
  if (initialized.success) host.setProtocolVersion(initialized.data.protocolVersion)
}
