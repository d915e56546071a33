import type { Server } from '@modelcontextprotocol/sdk/server/index.js'
import { CallToolRequestSchema, type CallToolResult, ErrorCode, ListToolsRequestSchema, McpError, type Tool, type ToolAnnotations } from '@modelcontextprotocol/sdk/types.js'
import { z } from 'zod'

/** One tool of a server of ours. What `run` throws becomes an error result: its message is the sentence that the caller reads. */
export interface ServerTool {
  readonly definition: Tool
  run(parameters: unknown, call: ToolCallContext): Promise<ToolAnswer>
}

export interface ToolAnswer {
  readonly text: string
  readonly structured?: object
}

export interface ToolCallContext {
  readonly signal: AbortSignal
  /** Tells how far the call is; nothing if the caller did not ask. */
  readonly report: (progress: { readonly progress: number; readonly total?: number; readonly message: string }) => Promise<void>
}

interface Described<Input extends z.ZodType> {
  readonly name: string
  readonly title: string
  readonly description: string
  readonly input: Input
  readonly output?: z.ZodType
  readonly annotations?: ToolAnnotations
  readonly run: (parameters: z.output<Input>, call: ToolCallContext) => ToolAnswer | Promise<ToolAnswer>
}

/** Input and output are described once, as zod: the JSON schemas that clients see and the check of what they send are read off it. */
export function defineTool<Input extends z.ZodObject>({ name, title, description, input, output, annotations, run }: Described<Input>): ServerTool {
  const definition = { name, title, description, inputSchema: schemaOf(input, 'input'), ...(output && { outputSchema: schemaOf(output, 'output') }), ...(annotations && { annotations: { title, ...annotations } }) }
  return {
    definition,
    async run(parameters, call) {
      const parsed = input.safeParse(parameters)
      if (!parsed.success) throw new Error(parsed.error.issues.map(({ path, message }) => `${path.join('.') || 'the arguments'}: ${message}`).join('; '))
      return run(parsed.data, call)
    },
  }
}

function schemaOf(schema: z.ZodType, io: 'input' | 'output'): Tool['inputSchema'] {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io })
  return rest as Tool['inputSchema']
}

/** Lists the tools and answers their calls. An unknown tool is a protocol error; everything that is wrong with a call is a result that says so. */
export function offerTools(server: Server, tools: readonly ServerTool[]): void {
  server.setRequestHandler(ListToolsRequestSchema, () => ({ tools: tools.map(({ definition }) => definition) }))
  server.setRequestHandler(CallToolRequestSchema, async ({ params }, { signal, sendNotification }): Promise<CallToolResult> => {
    const tool = tools.find(({ definition }) => definition.name === params.name)
    if (!tool) throw new McpError(ErrorCode.InvalidParams, `There is no tool ${params.name}; the tools are ${tools.map(({ definition }) => definition.name).join(', ')}.`)
    const progressToken = params._meta?.progressToken
    const report: ToolCallContext['report'] = async (progress) => {
      if (progressToken !== undefined) await sendNotification({ method: 'notifications/progress', params: { progressToken, ...progress } })
    }
    try {
      const { text, structured } = await tool.run(params.arguments ?? {}, { signal, report })
      return { content: [{ type: 'text', text }], ...(structured && { structuredContent: { ...structured } }) }
    } catch (error) {
      return { content: [{ type: 'text', text: error instanceof Error ? error.message : String(error) }], isError: true }
    }
  })
}
