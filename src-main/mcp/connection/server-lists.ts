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

/** Limits of one list of a server; the rest is left out, because larger lists are of no use. */
const MAX_ENTRIES = 1000
const MAX_CHARACTERS = 500_000

/** Receives sentences about parts that are left out. */
type Warn = (text: string) => void

/**
 * Lists the tools on all pages. The SDK's `listTools` returns one page, and drops the output schemas of earlier pages.
 * Rejects if a server that declares tools fails to list them, unless it offers something else and lacks the method.
 */
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
  // Some servers repeat a page, because a cursor leads back to it.
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
    // Without this check, a server that names the same page again would be asked forever.
    if (page.nextCursor === undefined || page.nextCursor === cursor) return entries
    cursor = page.nextCursor
  }
}
