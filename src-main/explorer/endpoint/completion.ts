import { type ChatRequestBody, RequestError, textOf } from '../../base/chat-endpoint/chat-request'
import { type PlayerReply, answer, type MemoryCache } from '../choice/player'
import { findPlayedAction } from '../memory/play-tool'
import { hash32 } from '../memory/seeded-noise'

/** A reply before it is sent, whole or streamed. */
export interface Completion {
  readonly id: string
  readonly model: string
  readonly content: string | null
  readonly toolCalls: readonly { readonly id: string; readonly name: string; readonly arguments: string }[]
  readonly finishReason: 'stop' | 'length' | 'tool_calls'
  readonly usage: EstimatedUsage
}

/** Estimates of four characters per token; the reply marks them as estimated. */
interface EstimatedUsage {
  readonly prompt_tokens: number
  readonly completion_tokens: number
  readonly total_tokens: number
  readonly estimated: true
}

export const FINGERPRINT = 'explorer-1'
const CHARACTERS_PER_TOKEN = 4

export function complete(request: ChatRequestBody, cache: MemoryCache): Completion {
  const tools =
    request.tool_choice === 'none'
      ? []
      : (request.tools ?? []).map(({ function: { name, parameters } }) => ({ name, parameters: parameters ?? {} }))
  const choice = request.tool_choice
  const named = typeof choice === 'object' && choice ? choice.function.name : null
  const mustCall = choice === 'required' || named !== null
  const reply = answer(
    {
      messages: request.messages.map(({ role, content, tool_calls }) => ({
        role,
        content: textOf(content),
        callsTools: (tool_calls?.length ?? 0) > 0,
        plays: findPlayedAction(tool_calls ?? []),
      })),
      tools: named === null ? tools : tools.filter(({ name }) => name === named),
      mustCall,
      seed: request.seed ?? 0,
      temperature: request.temperature ?? DEFAULT_TEMPERATURE,
    },
    cache,
  )
  if (mustCall && reply.kind !== 'call')
    throw new RequestError(
      400,
      'unsupported_tool_choice',
      'The explorer can call only thinking tools and play_action. Offer one of them, or set tool_choice to none.',
    )
  return assemble(request, wordsOf(reply))
}

const DEFAULT_TEMPERATURE = 0.6

const wordsOf = (reply: PlayerReply): Said =>
  reply.kind === 'call'
    ? { content: reply.thinking, calls: [{ name: reply.name, arguments: reply.arguments }] }
    : {
        content: JSON.stringify({ thinking: reply.thinking, action: reply.action, new_objective: reply.newObjective }),
        calls: [],
      }

interface Said {
  readonly content: string | null
  readonly calls: readonly { readonly name: string; readonly arguments: string }[]
}

function assemble(request: ChatRequestBody, { content, calls }: Said): Completion {
  const length = request.messages.reduce((sum, message) => sum + textOf(message.content).length, 0)
  const id = hash32(
    `${request.seed ?? 0}|${request.messages.length}|${length}|${textOf(request.messages.at(-1)?.content)}`,
  )
    .toString(16)
    .padStart(8, '0')
  const cut = content === null ? null : cutShort(content, request)
  const spoken = [cut?.text ?? '', ...calls.flatMap((call) => [call.name, call.arguments])].join('').length
  const prompt_tokens = Math.ceil(length / CHARACTERS_PER_TOKEN)
  const completion_tokens = Math.ceil(spoken / CHARACTERS_PER_TOKEN)
  return {
    id: `chatcmpl-${id}`,
    model: request.model,
    content: cut?.text ?? null,
    toolCalls: calls.map((call, index) => ({ id: `call_${id}_${request.messages.length}_${index}`, ...call })),
    finishReason: calls.length > 0 ? 'tool_calls' : (cut?.finishReason ?? 'stop'),
    usage: { prompt_tokens, completion_tokens, total_tokens: prompt_tokens + completion_tokens, estimated: true },
  }
}

/** The reply ends before the first `stop` sequence. If it is cut at the token limit, `finishReason` is `length`. */
function cutShort(
  text: string,
  { stop, max_tokens, max_completion_tokens }: ChatRequestBody,
): { text: string; finishReason: 'stop' | 'length' } {
  const sequences = (typeof stop === 'string' ? [stop] : (stop ?? [])).filter((sequence) => sequence !== '')
  const ends = sequences.map((sequence) => text.indexOf(sequence)).filter((at) => at >= 0)
  const stopped = text.slice(0, Math.min(text.length, ...ends))
  const limit = (max_completion_tokens ?? max_tokens ?? Infinity) * CHARACTERS_PER_TOKEN
  return stopped.length > limit
    ? { text: stopped.slice(0, limit), finishReason: 'length' }
    : { text: stopped, finishReason: 'stop' }
}
