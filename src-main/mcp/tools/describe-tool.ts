import type { Tool } from '@modelcontextprotocol/sdk/types.js'
import type { McpToolDetail } from '@shared/contract/mcp'

/** Models count differently; four characters per token is the usual estimate for English and JSON. */
const CHARACTERS_A_TOKEN = 4

export function describeTool({
  name,
  title,
  description = title ?? '',
  inputSchema,
  annotations,
  execution,
}: Tool): McpToolDetail {
  const tokens = Math.ceil(
    JSON.stringify({ type: 'function', function: { name, description, parameters: inputSchema } }).length /
      CHARACTERS_A_TOKEN,
  )
  return {
    name,
    description,
    schema: inputSchema,
    tokens,
    isReadOnly: annotations?.readOnlyHint === true,
    isDestructive: annotations?.destructiveHint === true && annotations.readOnlyHint !== true,
    isUnsupported: execution?.taskSupport === 'required',
  }
}
