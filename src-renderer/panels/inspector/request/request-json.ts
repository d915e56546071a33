import type { ChatMessage, ToolDefinition } from '@shared/episode/chat'
import type { Iteration } from '@shared/episode/episode'

/** One request with what the log keeps apart put together: its messages and its tools. */
export interface WholeRequest {
  readonly request: NonNullable<Iteration['request']>
  readonly messages: readonly ChatMessage[]
  readonly tools: readonly ToolDefinition[]
}

/**
 * The request in the form of the chat API. What was not sent is left out. The provider profile may have shaped it
 * further on the wire.
 */
export function requestJson({ request, messages, tools }: WholeRequest): string {
  const { model, tool_choice: toolChoice, response_format: responseFormat, sampling } = request
  const sent = Object.fromEntries(Object.entries(sampling).filter(([, value]) => value !== null))
  return JSON.stringify(
    {
      model,
      ...sent,
      messages,
      ...(tools.length > 0 ? { tools } : {}),
      ...(toolChoice === null ? {} : { tool_choice: toolChoice }),
      ...(responseFormat === null ? {} : { response_format: responseFormat }),
      stream: true,
    },
    null,
    2,
  )
}

/** The same as a command line; the key stands there as a variable, never as itself. */
export function curlOf(whole: WholeRequest, baseUrl: string): string {
  const quoted = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`
  return [
    `curl ${quoted(`${baseUrl.replace(/\/$/, '')}/chat/completions`)}`,
    `-H 'Content-Type: application/json'`,
    `-H "Authorization: Bearer $API_KEY"`,
    `-d ${quoted(requestJson(whole))}`,
  ].join(' \\\n  ')
}
