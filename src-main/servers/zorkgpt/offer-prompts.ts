import type { Server } from '@modelcontextprotocol/sdk/server/index.js'
import {
  CompleteRequestSchema,
  GetPromptRequestSchema,
  ListPromptsRequestSchema,
} from '@modelcontextprotocol/sdk/types.js'
import { INVALID_PARAMS, RpcError } from '../serving/json-rpc'
import type { ServerPrompt } from './prompts'

/** The possible values of an argument of a prompt or resource template, by its name. */
type Completions = Readonly<Record<string, () => Promise<readonly string[]>>>

/** MCP revision 2025-11-25, "Completion". */
const MAX_VALUES = 100

/** Lists and renders prompts, and completes the arguments of prompts and of resource templates. */
export function offerPrompts(server: Server, prompts: readonly ServerPrompt[], completions: Completions): void {
  const definitions = prompts.map(({ definition }) => definition)
  server.setRequestHandler(ListPromptsRequestSchema, () => ({
    prompts: definitions.map((definition) => ({ ...definition, arguments: [...definition.arguments] })),
  }))
  server.setRequestHandler(GetPromptRequestSchema, async ({ params: { name, arguments: given = {} } }) => {
    const prompt = prompts.find(({ definition }) => definition.name === name)
    if (!prompt)
      throw new RpcError(
        INVALID_PARAMS,
        `There is no prompt ${name}; the prompts are ${definitions.map((definition) => definition.name).join(', ')}.`,
      )
    const missing = prompt.definition.arguments.find(
      (argument) => argument.required && given[argument.name] === undefined,
    )
    if (missing) throw new RpcError(INVALID_PARAMS, `The prompt ${name} needs the argument ${missing.name}.`)
    const messages = await prompt.ask(given).catch((error: unknown) => {
      throw new RpcError(INVALID_PARAMS, error instanceof Error ? error.message : String(error))
    })
    return { description: prompt.definition.description, messages: [...messages] }
  })
  server.setRequestHandler(CompleteRequestSchema, async ({ params: { argument } }) => {
    const { name, value } = argument
    const all = Object.hasOwn(completions, name) ? ((await completions[name]?.()) ?? []) : []
    const matching = all.filter((candidate) => candidate.toLowerCase().includes(value.toLowerCase()))
    return {
      completion: {
        values: matching.slice(0, MAX_VALUES),
        total: matching.length,
        hasMore: matching.length > MAX_VALUES,
      },
    }
  })
}
