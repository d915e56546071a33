import { isRecord } from '@shared/base/json/is-record'
import { INVALID_PARAMS, RpcError, textOf } from '../serving/json-rpc'
import type { McpServer } from '../serving/mcp-server'
import type { ServerPrompt } from './prompts'

/**
 * What an argument of a prompt or of a resource template may be, by its name; an argument that is not here cannot be
 * completed.
 */
export type Completions = Readonly<Record<string, () => Promise<readonly string[]>>>

/** MCP revision 2025-11-25, "Completion": at most so many values. */
const MAX_VALUES = 100

/** Lists prompts, asks them, and completes the arguments of prompts and of resource templates. */
export function offerPrompts(server: McpServer, prompts: readonly ServerPrompt[], completions: Completions): void {
  server.answer('prompts/list', () => ({ prompts: prompts.map(({ definition }) => definition) }))
  server.answer('prompts/get', async (params) => {
    const name = textOf(params, 'name')
    const prompt = prompts.find(({ definition }) => definition.name === name)
    if (!prompt)
      throw new RpcError(
        INVALID_PARAMS,
        `There is no prompt ${name}; the prompts are ${prompts.map(({ definition }) => definition.name).join(', ')}.`,
      )
    const given = textsOf(params.arguments)
    const missing = prompt.definition.arguments.find(
      (argument) => argument.required && given[argument.name] === undefined,
    )
    if (missing) throw new RpcError(INVALID_PARAMS, `The prompt ${name} needs the argument ${missing.name}.`)
    const messages = await prompt.ask(given).catch((error: unknown) => {
      throw new RpcError(INVALID_PARAMS, error instanceof Error ? error.message : String(error))
    })
    return { description: prompt.definition.description, messages }
  })
  server.answer('completion/complete', async (params) => {
    const argument = isRecord(params.argument) ? params.argument : {}
    const [name, begun] = [textOf(argument, 'name'), textOf(argument, 'value').toLowerCase()]
    const all = Object.hasOwn(completions, name) ? ((await completions[name]?.()) ?? []) : []
    const fitting = all.filter((value) => value.toLowerCase().includes(begun))
    return {
      completion: { values: fitting.slice(0, MAX_VALUES), total: fitting.length, hasMore: fitting.length > MAX_VALUES },
    }
  })
}

/** Arguments of a prompt are texts, each by its name. */
function textsOf(given: unknown): Readonly<Record<string, string>> {
  return isRecord(given) ? Object.fromEntries(Object.keys(given).map((name) => [name, textOf(given, name)])) : {}
}
