import { expect, it } from 'vitest'
import type { EventBody } from '@shared/episode/log/event'
import { settings } from '@shared/settings/settings'
import { createChatClient } from '../llm/openai-client'
import { plainEndpoint } from '../llm/plain-endpoint.testkit'
import { playTurnWith } from './scripted-turn.testkit'

it('a call that cannot be sent is recorded as failed, once', async () => {
  const llm = createChatClient({
    ...plainEndpoint('https://models.example.org/v1', 'openrouter'),
    retry: settings.parse({}).retry,
  })
  const events: EventBody[] = []
  await expect(
    playTurnWith(llm, null, { forceToolSupport: true, record: (event) => void events.push(event) }),
  ).rejects.toThrow('There is no API key')
  expect(events.filter(({ event_type }) => event_type === 'llm_error')).toEqual([
    expect.objectContaining({
      iteration: 1,
      code: 'missing_key',
      message: expect.stringContaining('OPENROUTER_API_KEY'),
      attempt: 1,
      retry_in_ms: null,
    }),
  ])
})
