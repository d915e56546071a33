import type { Client } from '@modelcontextprotocol/sdk/client/index.js'
import type { RequestOptions } from '@modelcontextprotocol/sdk/shared/protocol.js'
import { ListPromptsResultSchema, ListResourcesResultSchema, ListToolsResultSchema, type Tool } from '@modelcontextprotocol/sdk/types.js'
import type { McpPrompt, McpResource } from '@shared/contract/mcp'

/** What a server offers, every page of it; nothing of a kind that it does not declare. */

/** The SDK's own `listTools` gives one page, and forgets the output schemas of those before it. */
export async function listTools(client: Client, options: RequestOptions): Promise<readonly Tool[]> {
  if (!client.getServerCapabilities()?.tools) return []
  const pages = await allPages((params) => client.request({ method: 'tools/list', params }, ListToolsResultSchema, options))
  return pages.flatMap((page) => page.tools)
}

export async function listResources(client: Client, options: RequestOptions): Promise<readonly McpResource[]> {
  if (!client.getServerCapabilities()?.resources) return []
  const pages = await allPages((params) => client.request({ method: 'resources/list', params }, ListResourcesResultSchema, options))
  return pages.flatMap((page) => page.resources.map(({ uri, name, description }) => ({ uri, name, description: description ?? '' })))
}

export async function listPrompts(client: Client, options: RequestOptions): Promise<readonly McpPrompt[]> {
  if (!client.getServerCapabilities()?.prompts) return []
  const pages = await allPages((params) => client.request({ method: 'prompts/list', params }, ListPromptsResultSchema, options))
  return pages.flatMap((page) => page.prompts.map(({ name, description }) => ({ name, description: description ?? '' })))
}

async function allPages<Page extends { readonly nextCursor?: string | undefined }>(request: (params: { cursor?: string }) => Promise<Page>): Promise<readonly Page[]> {
  const pages: Page[] = []
  for (let cursor: string | undefined; ; ) {
    const page = await request(cursor === undefined ? {} : { cursor })
    pages.push(page)
    // A server that names the same page again would never come to an end.
    if (page.nextCursor === undefined || page.nextCursor === cursor) return pages
    cursor = page.nextCursor
  }
}
