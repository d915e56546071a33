import { actorPrompt } from '@shared/agent/actor-prompt'
import type { MindPart } from '@shared/episode/log/mind-schema'
import type { ChatClient } from '../llm/chat-client'

interface WarmUp {
  readonly model: string
  readonly parts: readonly MindPart[]
  readonly signal: AbortSignal
}

/**
 * Makes the endpoint load the model and read the app's system prompt, which begins every request of an episode. Rejects
 * like `ChatClient.complete`.
 */
export async function warmUp(llm: ChatClient, { model, parts, signal }: WarmUp): Promise<void> {
  await llm.complete({
    model,
    messages: [
      { role: 'system', content: actorPrompt(null, parts) },
      { role: 'user', content: '' },
    ],
    tools: null,
    toolChoice: null,
    responseFormat: null,
    sampling: { temperature: 0, top_p: null, top_k: null, min_p: null, max_tokens: 1, seed: null },
    signal,
    onDelta: () => {},
    onAttemptFailed: () => {},
  })
}
