import { expect, onTestFinished } from 'vitest'
import { settings } from '@shared/settings/settings'
import { type Adaptation, type AttemptFailure, type ChatDelta, type ChatRequest, LlmError } from './chat-client'
import { type ChatClientOptions, createChatClient } from './openai-client'
import { plainEndpoint } from './plain-endpoint.testkit'
import { startScriptedEndpoint } from './scripted-endpoint.testkit'

/** A client of a scripted endpoint without waits, and its reports. It ends with the test. */
export async function openClient(
  script: Parameters<typeof startScriptedEndpoint>[0],
  {
    retry = {},
    profile = 'generic',
    readApiKey,
    shownAddress,
    ...options
  }: Partial<Omit<ChatClientOptions, 'retry'>> & {
    retry?: object
    profile?: string
    readApiKey?: () => string | null
    /** A remote address that the client sees instead of the endpoint's. */
    shownAddress?: string
  } = {},
) {
  const endpoint = await startScriptedEndpoint(script)
  onTestFinished(() => endpoint.close())
  const waits: number[] = []
  const plain = plainEndpoint(endpoint.baseUrl, profile, readApiKey)
  const client = createChatClient({
    ...plain,
    ...(shownAddress !== undefined && { endpoint: { ...plain.endpoint, baseUrl: shownAddress } }),
    retry: settings.parse({ retry }).retry,
    sleep: async (ms) => void waits.push(ms),
    random: () => 0,
    ...options,
  })
  const deltas: ChatDelta[] = []
  const failures: AttemptFailure[] = []
  const adaptations: Adaptation[] = []
  const complete = (changes: Partial<ChatRequest> = {}) =>
    client.complete({
      model: 'm',
      messages: [{ role: 'user', content: 'Hello' }],
      tools: null,
      toolChoice: null,
      responseFormat: null,
      sampling: { temperature: null, top_p: null, top_k: null, min_p: null, max_tokens: null, seed: null },
      signal: new AbortController().signal,
      onDelta: (delta) => void deltas.push(delta),
      onAttemptFailed: (failure) => void failures.push(failure),
      onAdapted: (change) => void adaptations.push(change),
      ...changes,
    })
  const refusal = async (changes: Partial<ChatRequest> = {}): Promise<LlmError> => {
    const error: unknown = await complete(changes).then(
      () => null,
      (reason: unknown) => reason,
    )
    expect(error).toBeInstanceOf(LlmError)
    return error as LlmError
  }
  return { client, endpoint, complete, refusal, deltas, failures, adaptations, waits }
}
