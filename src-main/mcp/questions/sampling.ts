import type { ChatMessage, Sampling, Usage } from '@shared/episode/log/chat'
import type { ChatClient } from '../../llm/chat-client'

interface SampleRequest {
  readonly messages: readonly ChatMessage[]
  readonly maxTokens: number
  readonly temperature: number | null
  readonly signal: AbortSignal
}

export interface SampledReply {
  readonly text: string
  readonly model: string
  readonly finishReason: string | null
  readonly usage: Usage
  readonly costUsd: number | null
}

/** The episode's model for requests of servers. */
export interface Sample {
  readonly model: string
  /** Throws the errors of `ChatClient.complete`. */
  ask(request: SampleRequest): Promise<SampledReply>
}

/** The token limit of a reply is that of the agent's replies. `seedOf` returns the seed of a request from its text. */
export function createSampler(
  llm: ChatClient,
  model: string,
  sampling: Sampling,
  seedOf: (text: string) => number | null,
): Sample {
  const ask: Sample['ask'] = async ({ messages, maxTokens, temperature, signal }) => {
    const reply = await llm.complete({
      model,
      messages,
      tools: null,
      toolChoice: null,
      responseFormat: null,
      sampling: {
        ...sampling,
        seed: seedOf(JSON.stringify(messages)),
        temperature: temperature ?? sampling.temperature,
        max_tokens: Math.min(maxTokens, sampling.max_tokens ?? maxTokens),
      },
      signal,
      onDelta: () => {},
      onAttemptFailed: () => {},
    })
    return {
      text: reply.content ?? '',
      model: reply.model,
      finishReason: reply.finishReason,
      usage: reply.usage,
      costUsd: reply.costUsd,
    }
  }
  return { model, ask }
}
