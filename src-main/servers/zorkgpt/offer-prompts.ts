import type { Server } from '@modelcontextprotocol/sdk/server/index.js'
import { CompleteRequestSchema, ErrorCode, GetPromptRequestSchema, ListPromptsRequestSchema, McpError } from '@modelcontextprotocol/sdk/types.js'
import type { ServerPrompt } from './prompts'

/** What an argument of a prompt or of a resource template may be, by its name; an argument that is not here cannot be completed. */
export type Completions = Readonly<Record<string, () => Promise<readonly string[]>>>

/** MCP revision 2025-11-25, "Completion": at most so many values. */
const MAX_VALUES = 100

/** Lists prompts, asks them, and completes the arguments of prompts and of resource templates. */
export function offerPrompts(server: Server, prompts: readonly ServerPrompt[], completions: Completions): void {
  server.setRequestHandler(ListPromptsRequestSchema, () => ({ prompts: prompts.map(({ definition }) => definition) }))
  server.setRequestHandler(GetPromptRequestSchema, async ({ params: { name, arguments: given = {} } }) => {
    const prompt = prompts.find(({ definition }) => definition.name === name)
    if (!prompt) throw new McpError(ErrorCode.InvalidParams, `There is no prompt ${name}; the prompts are ${prompts.map(({ definition }) => definition.name).join(', ')}.`)
    const missing = prompt.definition.arguments.find((argument) => argument.required && given[argument.name] === undefined)
    if (missing) throw new McpError(ErrorCode.InvalidParams, `The prompt ${name} needs the argument ${missing.name}.`)
    const messages = await prompt.ask(given).catch((error: unknown) => {
      throw new McpError(ErrorCode.InvalidParams, error instanceof Error ? error.message : String(error))
    })
    return { description: prompt.definition.description, messages }
  })
  server.setRequestHandler(CompleteRequestSchema, async ({ params: { argument } }) => {
    const all = Object.hasOwn(completions, argument.name) ? ((await completions[argument.name]?.()) ?? []) : []
    const fitting = all.filter((value) => value.toLowerCase().includes(argument.value.toLowerCase()))
    return { completion: { values: fitting.slice(0, MAX_VALUES), total: fitting.length, hasMore: fitting.length > MAX_VALUES } }
  })
}
