import type { Resource, ResourceTemplate } from '@modelcontextprotocol/sdk/types.js'
import { RpcError, textOf } from './json-rpc'
import type { McpServer } from './mcp-server'

/** What can be read of a server of ours, by URI. */
export interface ServerResources {
  list(): Promise<readonly Resource[]>
  readonly templates?: readonly ResourceTemplate[]
  /** Null if there is no such resource. */
  read(uri: string): Promise<ResourceContent | null>
  /** Calls `changed` whenever the resource is another, until the signal aborts. */
  watch(uri: string, changed: () => void, signal: AbortSignal): void
}

export interface ResourceContent {
  readonly mimeType: string
  readonly body: string | Uint8Array
}

/** MCP revision 2025-11-25, "Resources": the code for a resource that is not there. */
const RESOURCE_NOT_FOUND = -32002

/** Lists, reads and watches resources. Returns what ends every subscription of this connection. */
export function offerResources(server: McpServer, resources: ServerResources): () => void {
  const subscriptions = new Map<string, AbortController>()
  const unsubscribe = (uri: string) => {
    subscriptions.get(uri)?.abort()
    subscriptions.delete(uri)
  }
  const read = async (uri: string): Promise<ResourceContent> => {
    const content = await resources.read(uri)
    if (!content) throw new RpcError(RESOURCE_NOT_FOUND, `There is no resource ${uri}.`, { uri })
    return content
  }
  server.answer('resources/list', async () => ({ resources: await resources.list() }))
  server.answer('resources/templates/list', () => ({ resourceTemplates: resources.templates ?? [] }))
  server.answer('resources/read', async (params) => {
    const uri = textOf(params, 'uri')
    const { mimeType, body } = await read(uri)
    return {
      contents: [
        typeof body === 'string'
          ? { uri, mimeType, text: body }
          : { uri, mimeType, blob: Buffer.from(body).toString('base64') },
      ],
    }
  })
  server.answer('resources/subscribe', async (params) => {
    const uri = textOf(params, 'uri')
    await read(uri)
    unsubscribe(uri)
    const subscription = new AbortController()
    subscriptions.set(uri, subscription)
    resources.watch(uri, () => void server.notify('notifications/resources/updated', { uri }), subscription.signal)
    return {}
  })
  server.answer('resources/unsubscribe', (params) => {
    unsubscribe(textOf(params, 'uri'))
    return {}
  })
  return () => {
    for (const uri of subscriptions.keys()) unsubscribe(uri)
  }
}
