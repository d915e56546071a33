import { tryParseJson } from '@shared/base/json/bound-json'
import { isRecord } from '@shared/base/json/is-record'
import type { Probe, ProbeResult } from '@shared/contract/models'
import type { ChatMessage, Sampling, ToolDefinition } from '@shared/episode/log/chat'
import { type ChatClient, type ChatReply, type ChatRequest, LlmError } from './chat-client'

type Asked =
  | { readonly reply: ChatReply; readonly pieces: number; readonly toolRefusal: string | null; readonly ms: number }
  | { readonly failure: ProbeResult; readonly kind: LlmError['kind'] }

/** Enough for a short thought and one word; a probe should cost almost nothing. */
const MAX_TOKENS = 300

const NO_SAMPLING: Sampling = {
  temperature: null,
  top_p: null,
  top_k: null,
  min_p: null,
  max_tokens: MAX_TOKENS,
  seed: null,
}

const lookTool: ToolDefinition = {
  type: 'function',
  function: {
    name: 'probe.look',
    description: 'Looks in a direction.',
    parameters: { type: 'object', properties: { direction: { type: 'string' } }, required: ['direction'] },
  },
}
const schema = {
  type: 'object',
  properties: { word: { type: 'string' } },
  required: ['word'],
  additionalProperties: false,
}

/**
 * Tests a model with three small requests and yields each result at once. Streaming and reasoning are read from the
 * first answer. If the first request fails, the test ends, because the others would fail too. Throws the signal's
 * reason when aborted.
 */
export async function* probeModel(
  client: ChatClient,
  model: string,
  signal: AbortSignal,
  now: () => number,
): AsyncGenerator<ProbeResult> {
  const ask = async (
    probe: Probe,
    changes: Partial<ChatRequest> & { readonly messages: readonly ChatMessage[] },
  ): Promise<Asked> => {
    const began = now()
    let pieces = 0
    let toolRefusal: string | null = null
    try {
      const reply = await client.complete({
        model,
        tools: null,
        toolChoice: null,
        responseFormat: null,
        sampling: NO_SAMPLING,
        signal,
        onDelta: ({ part }) => void (pieces += part === 'prompt' ? 0 : 1),
        onAttemptFailed: () => {},
        onAdapted: ({ kind, reason }) => {
          if (kind === 'tool') toolRefusal = reason
        },
        ...changes,
      })
      return { reply, pieces, toolRefusal, ms: Math.round(now() - began) }
    } catch (error) {
      signal.throwIfAborted()
      if (!(error instanceof LlmError)) throw error
      return {
        failure: { probe, verdict: 'failed', detail: error.message, ms: Math.round(now() - began) },
        kind: error.kind,
      }
    }
  }

  const first = await ask('answer', { messages: user('Count from one to five in words.') })
  if ('failure' in first) return yield first.failure
  yield { probe: 'answer', verdict: 'yes', detail: `It answered as ${first.reply.model}.`, ms: first.ms }
  yield describeStreaming(first.pieces, first.reply)
  yield describeReasoning(first.reply)

  const second = await ask('tools', {
    messages: user('Use the tool to look north.'),
    tools: [lookTool],
    toolChoice: 'auto',
  })
  yield 'failure' in second ? judge(second) : describeTools(second.reply, second.toolRefusal, second.ms)

  const third = await ask('json', {
    messages: user('Answer with the word lamp, as JSON: {"word": "lamp"}.'),
    responseFormat: { name: 'probe', schema },
  })
  yield 'failure' in third ? judge(third) : describeJson(third.reply, third.ms)
}

const user = (content: string): readonly ChatMessage[] => [{ role: 'user', content }]

/** The endpoint answers other requests, so a refusal means no support. An outage proves nothing. */
const judge = ({ failure, kind }: Extract<Asked, { readonly failure: ProbeResult }>): ProbeResult => ({
  ...failure,
  verdict: kind === 'refused' ? 'no' : 'failed',
})

function describeStreaming(pieces: number, { timeToFirstTokenMs }: ChatReply): ProbeResult {
  const first = timeToFirstTokenMs === null ? '' : `, the first after ${Math.round(timeToFirstTokenMs)} ms`
  return pieces > 1
    ? { probe: 'streaming', verdict: 'yes', detail: `The answer came in ${pieces} pieces${first}.`, ms: null }
    : { probe: 'streaming', verdict: 'no', detail: 'The answer came in one piece.', ms: null }
}

function describeReasoning({ reasoning, usage }: ChatReply): ProbeResult {
  if (reasoning) return { probe: 'reasoning', verdict: 'yes', detail: 'It shows its thoughts.', ms: null }
  if (usage.reasoning)
    return {
      probe: 'reasoning',
      verdict: 'yes',
      detail: `It thinks (${usage.reasoning} tokens), but does not show it.`,
      ms: null,
    }
  return { probe: 'reasoning', verdict: 'no', detail: 'Its answer contains no thoughts.', ms: null }
}

function describeTools({ toolCalls }: ChatReply, refusal: string | null, ms: number): ProbeResult {
  if (refusal !== null) return { probe: 'tools', verdict: 'no', detail: refusal, ms }
  const [call] = toolCalls
  return call
    ? { probe: 'tools', verdict: 'yes', detail: `It called the tool with ${call.function.arguments}.`, ms }
    : { probe: 'tools', verdict: 'no', detail: 'It was offered a tool and did not call it.', ms }
}

function describeJson({ content }: ChatReply, ms: number): ProbeResult {
  const holds = isWord(content ?? '')
  return {
    probe: 'json',
    verdict: holds ? 'yes' : 'no',
    detail: holds
      ? 'Its answer fits the requested schema.'
      : 'Its answer does not fit the requested schema. The app repairs such answers if possible.',
    ms,
  }
}

function isWord(text: string): boolean {
  const value = tryParseJson(text)
  return isRecord(value) && typeof value.word === 'string'
}
