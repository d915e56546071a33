import type { Server } from '@modelcontextprotocol/sdk/server/index.js'
import {
  CallToolRequestSchema,
  type CallToolResult,
  ListToolsRequestSchema,
  type Tool,
  type ToolAnnotations,
} from '@modelcontextprotocol/sdk/types.js'
import { z } from 'zod'
import { messageOf } from '@shared/base/expected-error'
import { whyNotValidIn } from '@shared/base/why-not-valid'
import { INVALID_PARAMS, RpcError } from './json-rpc'

/**
 * A tool of a server, created once and offered to every client. `Subject` is what the tool works on, and may belong to
 * the client. An error that `run` throws becomes an error result, with its message as the text for the caller.
 */
export interface ServerTool<Subject> {
  readonly definition: Tool
  run(parameters: unknown, subject: Subject, call: ToolCallContext): Promise<ToolAnswer>
}

export interface ToolAnswer {
  readonly text: string
  readonly structured?: object
}

export interface ToolCallContext {
  readonly signal: AbortSignal
  /** Reports the progress of the call; does nothing if the caller did not ask for it. */
  readonly report: (progress: {
    readonly progress: number
    readonly total?: number
    readonly message: string
  }) => Promise<void>
}

interface Described<Input extends z.ZodObject, Subject> {
  readonly name: string
  readonly title: string
  readonly description: string
  /** Left out for a tool without arguments. */
  readonly input?: Input
  readonly output?: z.ZodType
  /** Left out for a tool that only reads. */
  readonly annotations?: ToolAnnotations
  readonly run: (
    parameters: z.output<Input>,
    subject: Subject,
    call: ToolCallContext,
  ) => ToolAnswer | Promise<ToolAnswer>
}

type Nothing = z.ZodObject<Record<never, never>>
const READS = { readOnlyHint: true, openWorldHint: false }

/** The JSON schemas for clients and the check of arguments are derived from the zod schemas. */
export function defineTool<Subject, Input extends z.ZodObject = Nothing>({
  name,
  title,
  description,
  input,
  output,
  annotations = READS,
  run,
}: Described<Input, Subject>): ServerTool<Subject> {
  const schema: z.ZodObject = input ?? z.object({})
  return {
    definition: {
      name,
      title,
      description,
      inputSchema: schemaOf(schema, 'input'),
      ...(output && { outputSchema: schemaOf(output, 'output') }),
      annotations: { title, ...annotations },
    },
    async run(parameters, subject, call) {
      const parsed = schema.safeParse(parameters)
      if (!parsed.success) throw new Error(whyNotValidIn('the arguments', parsed.error))
      return run(parsed.data as z.output<Input>, subject, call)
    },
  }
}

function schemaOf(schema: z.ZodType, io: 'input' | 'output'): Tool['inputSchema'] {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io })
  return rest as Tool['inputSchema']
}

/** Lists the tools and answers their calls. Only an unknown tool is a protocol error. */
export function offerTools<Subject>(server: Server, tools: readonly ServerTool<Subject>[], subject: Subject): void {
  const definitions = tools.map(({ definition }) => definition)
  server.setRequestHandler(ListToolsRequestSchema, () => ({ tools: definitions }))
  server.setRequestHandler(
    CallToolRequestSchema,
    async ({ params }, { signal, sendNotification, _meta }): Promise<CallToolResult> => {
      const tool = tools.find(({ definition }) => definition.name === params.name)
      if (!tool)
        throw new RpcError(
          INVALID_PARAMS,
          `There is no tool ${params.name}; the tools are ${definitions.map(({ name }) => name).join(', ')}.`,
        )
      const progressToken = _meta?.progressToken
      const report: ToolCallContext['report'] = async (progress) => {
        if (progressToken === undefined) return
        // Sending fails if the client has left; the call is then cancelled.
        const params = { progressToken, ...progress }
        await sendNotification({ method: 'notifications/progress', params }).catch(() => {})
      }
      try {
        const { text, structured } = await tool.run(params.arguments ?? {}, subject, { signal, report })
        return { content: [{ type: 'text', text }], ...(structured && { structuredContent: { ...structured } }) }
      } catch (error) {
        const text = messageOf(error)
        return { content: [{ type: 'text', text }], isError: true }
      }
    },
  )
}
