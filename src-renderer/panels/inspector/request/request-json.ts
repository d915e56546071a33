import { shellWord } from '@shared/base/shell-word'
import { visibleJson, visibleLine } from '@shared/base/visible-text'
import { type ChatMessage, type ToolDefinition, wholeText } from '@shared/episode/log/chat'
import type { Iteration } from '@shared/episode/state/episode'
import { unpackBody } from '@shared/episode/state/sent-body'

/** A request with its messages and tools, which the log stores separately. */
export interface WholeRequest {
  readonly request: NonNullable<Iteration['request']>
  /** The body as sent; undefined in older logs. */
  readonly sent?: Iteration['sent']
  readonly sentTools?: readonly unknown[]
  readonly messages: readonly ChatMessage[]
  readonly tools: readonly ToolDefinition[]
}

/** The request as sent; for an older log, as JSON of the chat API. */
export const requestJson = (whole: WholeRequest): string => JSON.stringify(wholeRequest(whole), null, 2)

function wholeRequest({
  request,
  sent,
  sentTools = [],
  messages,
  tools,
}: WholeRequest): Readonly<Record<string, unknown>> {
  if (sent) return unpackBody(sent, messages, sentTools)
  const { model, tool_choice: toolChoice, response_format: responseFormat, sampling } = request
  const set = Object.fromEntries(Object.entries(sampling).filter(([, value]) => value !== null))
  return {
    model,
    ...set,
    messages: messages.map(asSent),
    ...(tools.length > 0 ? { tools } : {}),
    ...(toolChoice === null ? {} : { tool_choice: toolChoice }),
    ...(responseFormat === null ? {} : { response_format: responseFormat }),
    stream: true,
  }
}

const asSent = ({ tail, ...message }: ChatMessage) =>
  tail === undefined ? message : { ...message, content: wholeText({ ...message, tail }) }

/** The request as a curl command, in which the key is a shell variable. */
export function curlOf(whole: WholeRequest, baseUrl: string): string {
  const address = `${baseUrl.replace(/\/$/, '')}/chat/completions`
  return [
    // Without -g, curl expands brackets in the address.
    `curl -g ${shellWord(address) ?? shellWord(visibleLine(address))}`,
    `-H 'Content-Type: application/json'`,
    `-H "Authorization: Bearer $API_KEY"`,
    `-d ${shellWord(visibleJson(wholeRequest(whole), undefined, 2))}`,
  ].join(' \\\n  ')
}
