import type { Tool } from '@modelcontextprotocol/sdk/types.js'
import type { McpToolDetail, McpToolHint } from '@shared/contract/mcp'
import { showIcon } from './show-icon'
import { viewOf } from './view-of'

/** Models count differently; four characters per token is the usual estimate for English and JSON. */
const CHARACTERS_A_TOKEN = 4

export function describeTool(tool: Tool): McpToolDetail {
  const { name, title, description = title ?? '', inputSchema, outputSchema, annotations, icons } = tool
  const tokens = Math.ceil(
    JSON.stringify({ type: 'function', function: { name, description, parameters: inputSchema } }).length /
      CHARACTERS_A_TOKEN,
  )
  return {
    name,
    description,
    icon: showIcon(icons),
    schema: inputSchema,
    outputSchema: outputSchema ?? null,
    tokens,
    isReadOnly: annotations?.readOnlyHint === true,
    isDestructive: annotations?.destructiveHint === true && annotations.readOnlyHint !== true,
    hints: hintsOf(tool),
    view: viewOf(tool),
  }
}

/** Only hints that the server declares, because the defaults of the protocol say little. */
function hintsOf({ annotations, execution }: Tool): readonly McpToolHint[] {
  const { idempotentHint, openWorldHint } = annotations ?? {}
  return [
    ...(idempotentHint === true ? (['idempotent'] as const) : []),
    ...(openWorldHint === undefined ? [] : ([openWorldHint ? 'open_world' : 'closed_world'] as const)),
    ...(execution?.taskSupport === 'required' ? (['task'] as const) : []),
  ]
}
