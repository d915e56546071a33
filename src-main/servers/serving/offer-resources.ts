import type { Server } from '@modelcontextprotocol/sdk/server/index.js'
import {
  ListResourcesRequestSchema,
  ListResourceTemplatesRequestSchema,
  ReadResourceRequestSchema,
  type Resource,
  type ResourceTemplate,
  SubscribeRequestSchema,
  UnsubscribeRequestSchema,
} from '@modelcontextprotocol/sdk/types.js'
import { RESOURCE_NOT_FOUND, RpcError } from './json-rpc'

export interface ServerResources {
  list(): Promise<readonly Resource[]>
  readonly templates?: readonly ResourceTemplate[]
  read(uri: string): Promise<ResourceContent | null>
  /** Calls `changed` after every change of the resource, until the signal aborts. */
  watch(uri: string, changed: () => void, signal: AbortSignal): void
}

export interface ResourceContent {
  readonly mimeType: string
  readonly body: string | Uint8Array
}

/** Lists, reads and watches resources. Returns a function that ends every subscription of this connection. */
export function offerResources(server: Server, resources: ServerResources): () => void {
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
  server.setRequestHandler(ListResourcesRequestSchema, async () => ({ resources: [...(await resources.list())] }))
  server.setRequestHandler(ListResourceTemplatesRequestSchema, () => ({
    resourceTemplates: [...(resources.templates ?? [])],
  }))
  server.setRequestHandler(ReadResourceRequestSchema, async ({ params: { uri } }) => {
    const { mimeType, body } = await read(uri)
    return {
      contents: [
        typeof body === 'string'
          ? { uri, mimeType, text: body }
          : { uri, mimeType, blob: Buffer.from(body).toString('base64') },
      ],
    }
  })
  server.setRequestHandler(SubscribeRequestSchema, async ({ params: { uri } }) => {
    await read(uri)
    unsubscribe(uri)
    const subscription = new AbortController()
    subscriptions.set(uri, subscription)
    // Sending fails if the client has left; its subscriptions then end.
    resources.watch(uri, () => void server.sendResourceUpdated({ uri }).catch(() => {}), subscription.signal)
    return {}
  })
  server.setRequestHandler(UnsubscribeRequestSchema, ({ params: { uri } }) => {
    unsubscribe(uri)
    return {}
  })
  return () => {
    for (const uri of subscriptions.keys()) unsubscribe(uri)
  }
}
