import { type ChatMessage, type ToolDefinition, wholeText } from '@shared/episode/log/chat'
import type { Iteration } from '@shared/episode/state/episode'
import { shellWord } from '@shared/base/shell-word'
import { visibleJson, visibleLine } from '@shared/base/visible-text'

/** A request with its messages and tools, which the log stores separately. */
export interface WholeRequest {
  readonly request: NonNullable<Iteration['request']>
  readonly messages: readonly ChatMessage[]
  readonly tools: readonly ToolDefinition[]
}

/** The request as JSON of the chat API. The provider profile may have changed it further on the wire. */
export const requestJson = (whole: WholeRequest): string => JSON.stringify(wholeRequest(whole), null, 2)

function wholeRequest({ request, messages, tools }: WholeRequest): Readonly<Record<string, unknown>> {
  const { model, tool_choice: toolChoice, response_format: responseFormat, sampling } = request
  const sent = Object.fromEntries(Object.entries(sampling).filter(([, value]) => value !== null))
  return {
    model,
    ...sent,
    messages: messages.map(asSent),
    ...(tools.length > 0 ? { tools } : {}),
    ...(toolChoice === null ? {} : { tool_choice: toolChoice }),
    ...(responseFormat === null ? {} : { response_format: responseFormat }),
    stream: true,
  }
}

const asSent = ({ tail, ...message }: ChatMessage) =>
  tail === undefined ? message : { ...message, content: wholeText({ ...message, tail }) }

/** The request as a curl command; the key is a shell variable. */
export function curlOf(whole: WholeRequest, baseUrl: string): string {
  const address = `${baseUrl.replace(/\/$/, '')}/chat/completions`
  return [
    // Without -g curl expands brackets in the address.
    `curl -g ${shellWord(address) ?? shellWord(visibleLine(address))}`,
    `-H 'Content-Type: application/json'`,
    `-H "Authorization: Bearer $API_KEY"`,
    `-d ${shellWord(visibleJson(wholeRequest(whole), undefined, 2))}`,
  ].join(' \\\n  ')
}
