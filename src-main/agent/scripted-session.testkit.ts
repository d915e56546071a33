import type { ToolDefinition } from '@shared/episode/log/chat'
import type { ToolOutcome, ToolSession } from '../mcp/tools/tool-session'

export const thinkTool: ToolDefinition = {
  type: 'function',
  function: {
    name: 'thoughtbox.think',
    description: 'Structured reasoning step',
    parameters: { type: 'object', properties: { thought: { type: 'string' } }, required: ['thought'] },
  },
}

export interface ScriptedSession extends ToolSession {
  readonly called: readonly { readonly toolName: string; readonly arguments: Readonly<Record<string, unknown>> }[]
  readonly timesClosed: () => number
}

/** A tool session in this process whose tools answer with `answer`. It checks that no two calls overlap. */
export function scriptedSession(
  answer: (
    call: { toolName: string; arguments: Readonly<Record<string, unknown>> },
    index: number,
  ) => ToolOutcome | Promise<ToolOutcome> = () => resultOf({ thoughtNumber: 1 }),
  tools: readonly ToolDefinition[] = [thinkTool],
): ScriptedSession {
  const called: { toolName: string; arguments: Readonly<Record<string, unknown>> }[] = []
  let closed = 0
  let isBusy = false
  return {
    tools,
    viewOf: () => undefined,
    toolSet: tools.length > 0 ? `set-${tools.length}` : null,
    servers: [{ name: 'thoughtbox', state: 'ready', tool_count: tools.length, error: null }],
    instructions: null,
    waitMs: 1,
    called,
    timesClosed: () => closed,
    async callTool({ toolName, arguments: args, signal }) {
      if (isBusy) throw new Error('Two tool calls overlap.')
      signal.throwIfAborted()
      isBusy = true
      const index = called.push({ toolName, arguments: args }) - 1
      await Promise.resolve()
      const outcome = await answer({ toolName, arguments: args }, index)
      isBusy = false
      return outcome
    },
    async close() {
      closed++
    },
  }
}

export const resultOf = (content: unknown, isError = false): ToolOutcome => ({
  kind: 'result',
  serverName: 'thoughtbox',
  content,
  isError,
})
