import type { Client } from '@modelcontextprotocol/sdk/client/index.js'
import type { RequestOptions } from '@modelcontextprotocol/sdk/shared/protocol.js'
import type { ContentBlock } from '@modelcontextprotocol/sdk/types.js'
import type { McpServer } from '@shared/mcp/mcp-entry'
import { cutText } from '../transport/cut-text'
import { describeError } from '../transport/protocol-error'

const MAX_INSTRUCTIONS = 4_000
const MAX_ATTACHMENT = 20_000

/**
 * The context of a server for the agent: its `instructions` (MCP revision 2025-11-25, "Initialization") and the
 * resources and prompts that the config attaches. Null if there are none. An attachment that cannot be read is left out
 * and reported by `warn`.
 */
export async function readServerContext(
  client: Client,
  { name, attach }: McpServer,
  options: RequestOptions,
  warn: (text: string) => void,
): Promise<string | null> {
  const attempt = async (what: string, read: () => Promise<string>): Promise<string | null> => {
    try {
      return `${what} of the server ${name}:\n${cutText(await read(), MAX_ATTACHMENT)}`
    } catch (error) {
      warn(`The attached ${what.toLowerCase()} cannot be read: ${describeError(error)}`)
      return null
    }
  }
  const instructions = client.getInstructions()?.trim()
  const attached = await Promise.all([
    ...attach.resources.map((uri) => attempt(`Resource ${uri}`, () => readResource(client, uri, options))),
    ...attach.prompts.map((prompt) => attempt(`Prompt ${prompt}`, () => readPrompt(client, prompt, options))),
  ])
  const parts = [
    instructions ? `Instructions of the server ${name}:\n${cutText(instructions, MAX_INSTRUCTIONS)}` : null,
    ...attached,
  ]
  return parts.filter((part) => part !== null).join('\n\n') || null
}

/** The text of a resource; each binary part is replaced by its type and address. */
async function readResource(client: Client, uri: string, options: RequestOptions): Promise<string> {
  const { contents } = await client.readResource({ uri }, options)
  return contents.map((part) => ('text' in part ? part.text : `[${part.mimeType ?? 'binary'}: ${part.uri}]`)).join('\n')
}

/** The messages of a prompt as text, without arguments. */
async function readPrompt(client: Client, name: string, options: RequestOptions): Promise<string> {
  const { messages } = await client.getPrompt({ name }, options)
  return messages.map(({ content }) => readBlock(content)).join('\n\n')
}

/** The text of a content block; any other block is replaced by its type and its address or MIME type. */
export function readBlock(block: ContentBlock): string {
  if (block.type === 'text') return block.text
  if (block.type === 'resource')
    return 'text' in block.resource ? block.resource.text : `[resource: ${block.resource.uri}]`
  return block.type === 'resource_link' ? `[resource: ${block.uri}]` : `[${block.type}: ${block.mimeType}]`
}
