import { expect, it } from 'vitest'
import { settings } from '@shared/settings/settings'
import { createChatClient } from '../../llm/openai-client'
import { plainEndpoint } from '../../llm/plain-endpoint.testkit'
import { says, startScriptedEndpoint } from '../../llm/scripted-endpoint.testkit'
import { createSampler } from './sampling'

it.each([
  ['as many tokens as it asks for', 50, 1000, 50],
  ['no more than the agent itself', 100_000, 1000, 1000],
  ['what it asks for where the agent has no limit', 100_000, null, 100_000],
])('a server that samples gets %s', async (_what, maxTokens, ofTheAgent, sent) => {
  const endpoint = await startScriptedEndpoint([says('A thief.')])
  try {
    const llm = createChatClient({ ...plainEndpoint(endpoint.baseUrl), retry: settings.parse({}).retry })
    const sampling = { temperature: 0.3, top_p: null, top_k: null, min_p: null, max_tokens: ofTheAgent, seed: null }
    const sample = createSampler(llm, 'm', sampling, () => 7)
    const { signal } = new AbortController()
    await sample.ask({ messages: [{ role: 'user', content: 'Who goes there?' }], maxTokens, temperature: null, signal })
    expect(endpoint.requests[0]).toMatchObject({ max_tokens: sent, temperature: 0.3, seed: 7 })
  } finally {
    await endpoint.close()
  }
})
