import type { Client } from '@modelcontextprotocol/sdk/client/index.js'
import type { RequestOptions } from '@modelcontextprotocol/sdk/shared/protocol.js'
import {
  ErrorCode,
  ListPromptsResultSchema,
  ListResourcesResultSchema,
  ListResourceTemplatesResultSchema,
  ListToolsResultSchema,
  type Prompt,
  type Resource,
  type ResourceTemplate,
  type Tool,
} from '@modelcontextprotocol/sdk/types.js'
import type { McpPrompt, McpResource } from '@shared/contract/mcp'
import { describeError, isAnswer } from '../transport/protocol-error'

/**
 * The lists of a server, page by page; empty for a kind that it does not declare. Larger lists are of no use, so the
 * rest is left out.
 */
const MAX_ENTRIES = 1000
const MAX_CHARACTERS = 500_000

/** Receives what is left out. */
type Warn = (text: string) => void

/** The SDK's own `listTools` returns one page, and forgets the output schemas of earlier pages. */
export async function listTools(
  client: Client,
  options: RequestOptions,
  warn: Warn = () => {},
): Promise<readonly Tool[]> {
  const { tools, resources, prompts } = client.getServerCapabilities() ?? {}
  // Some servers forget to declare what they offer.
  const declaresNothing = !tools && !resources && !prompts
  if (!tools && !declaresNothing) return []
  return readPages(
    'tools',
    (params) => client.request({ method: 'tools/list', params }, ListToolsResultSchema, options),
    (page) => page.tools,
    warn,
  ).catch((error: unknown) => {
    if (declaresNothing && isAnswer(error)) return []
    const offersOther = resources !== undefined || prompts !== undefined
    if (!offersOther || !isAnswer(error) || error.code !== ErrorCode.MethodNotFound) throw error
    warn(`Its tools cannot be listed: ${describeError(error)}`)
    return []
  })
}

export async function listResources(
  client: Client,
  options: RequestOptions,
  warn: Warn = () => {},
): Promise<readonly Resource[]> {
  if (!client.getServerCapabilities()?.resources) return []
  return readPages(
    'resources',
    (params) => client.request({ method: 'resources/list', params }, ListResourcesResultSchema, options),
    ({ resources }) => resources,
    warn,
  )
}

export async function listTemplates(
  client: Client,
  options: RequestOptions,
  warn: Warn = () => {},
): Promise<readonly ResourceTemplate[]> {
  if (!client.getServerCapabilities()?.resources) return []
  return readPages(
    'templates',
    (params) =>
      client.request({ method: 'resources/templates/list', params }, ListResourceTemplatesResultSchema, options),
    ({ resourceTemplates }) => resourceTemplates,
    warn,
  )
}

export async function listPrompts(
  client: Client,
  options: RequestOptions,
  warn: Warn = () => {},
): Promise<readonly Prompt[]> {
  if (!client.getServerCapabilities()?.prompts) return []
  return readPages(
    'prompts',
    (params) => client.request({ method: 'prompts/list', params }, ListPromptsResultSchema, options),
    ({ prompts }) => prompts,
    warn,
  )
}

export const asMcpResource = ({ uri, name, description = '' }: Resource): McpResource => ({ uri, name, description })
export const asMcpPrompt = ({ name, description = '' }: Prompt): McpPrompt => ({ name, description })

interface Page {
  readonly nextCursor?: string | undefined
}

async function readPages<
  Listing extends Page,
  Entry extends { readonly name: string; readonly uri?: string; readonly uriTemplate?: string },
>(
  what: string,
  request: (params: { cursor?: string }) => Promise<Listing>,
  entriesOf: (page: Listing) => readonly Entry[],
  warn: Warn,
): Promise<readonly Entry[]> {
  const entries: Entry[] = []
  // Some servers repeat a page, with a cursor that leads back to it.
  const seen = new Set<string>()
  let characters = 0
  for (let cursor: string | undefined; ;) {
    const page = await request(cursor === undefined ? {} : { cursor })
    for (const entry of entriesOf(page)) {
      const key = entry.uri ?? entry.uriTemplate ?? entry.name
      if (seen.has(key)) continue
      seen.add(key)
      characters += JSON.stringify(entry).length
      if (entries.length < MAX_ENTRIES && characters <= MAX_CHARACTERS) {
        entries.push(entry)
        continue
      }
      warn(
        `It lists more than ${entries.length < MAX_ENTRIES ? `${MAX_CHARACTERS.toLocaleString('en')} characters of` : MAX_ENTRIES.toLocaleString('en')} ${what}: the rest is left out.`,
      )
      return entries
    }
    // A server that names the same page again would never end.
    if (page.nextCursor === undefined || page.nextCursor === cursor) return entries
    cursor = page.nextCursor
  }
}
