import { type JournalEntry, LLMock } from '@copilotkit/aimock'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { ChatMessage } from '@shared/episode/log/chat'
import type { DraftEvent } from '@shared/episode/log/event'
import { settings } from '@shared/settings/settings'
import { createChatClient } from '../llm/openai-client'
import { plainEndpoint } from '../llm/plain-endpoint.testkit'
import { scriptedSession, thinkTool } from './scripted-session.testkit'
import { playTurnWith } from './scripted-turn.testkit'

/** Plays whole turns against a chat endpoint that we did not write, with its own interpretation of the wire format. */

let endpoint: LLMock
beforeEach(async () => {
  endpoint = new LLMock({ port: 0, logLevel: 'silent' })
  await endpoint.start()
})
afterEach(() => endpoint.stop())

const answer = JSON.stringify({ thinking: 'The field is wide.', action: 'north', new_objective: null })
const listTool = { type: 'function', function: { ...thinkTool.function, name: 'thoughtbox.list' } } as const

async function playTurn(session = scriptedSession()) {
  const waits: number[] = []
  const llm = createChatClient({
    ...plainEndpoint(`${endpoint.url}/v1`),
    retry: settings.parse({}).retry,
    sleep: async (ms) => void waits.push(ms),
  })
  return { ...(await playTurnWith(llm, session, { model: 'gpt-4o' })), waits }
}
const messagesOf = (entry: JournalEntry | null | undefined) =>
  (entry?.body as { messages: ChatMessage[] } | undefined)?.messages ?? []
const textOf = (drafts: readonly DraftEvent[], part: DraftEvent['part']) =>
  drafts
    .filter((draft) => draft.part === part)
    .map(({ text }) => text)
    .join('')

describe('a third-party endpoint', () => {
  it('streams a reply with its reasoning and its usage', async () => {
    endpoint.onMessage(
      'A field.',
      {
        content: answer,
        reasoning: 'Let me look around first.',
        usage: { prompt_tokens: 70, completion_tokens: 9, total_tokens: 79 },
      },
      { chunkSize: 5 },
    )
    const { chosen, drafts, only } = await playTurn()
    expect(chosen).toMatchObject({ action: 'north', reasoning: 'The field is wide.', source: 'model' })
    expect(drafts.length).toBeGreaterThan(10)
    expect([textOf(drafts, 'reasoning'), textOf(drafts, 'content')]).toEqual(['Let me look around first.', answer])
    expect(only('llm_response')).toMatchObject([
      { reasoning: 'Let me look around first.', finish_reason: 'stop', usage: { input: 70, output: 9 } },
    ])
  })

  it('R5.2: streams two tool calls at once, in pieces; they run one after the other, and it reads their results', async () => {
    const toolCalls = [
      { id: 'a', name: 'thoughtbox__think', arguments: '{"thought":"a thought that is longer than one piece"}' },
      { id: 'b', name: 'thoughtbox__list', arguments: '{"all":true}' },
    ]
    endpoint.on({ hasToolResult: true }, { content: answer })
    endpoint.onMessage('A field.', { toolCalls, reasoning: 'Two things.' }, { chunkSize: 6 })
    const session = scriptedSession(undefined, [thinkTool, listTool])
    const { chosen, only } = await playTurn(session)
    expect(session.called).toEqual([
      { toolName: 'thoughtbox.think', arguments: { thought: 'a thought that is longer than one piece' } },
      { toolName: 'thoughtbox.list', arguments: { all: true } },
    ])
    const [, second] = endpoint.getRequests()
    expect(messagesOf(second).slice(2)).toMatchObject([
      {
        role: 'assistant',
        content: null,
        reasoning_content: 'Two things.',
        tool_calls: [
          { id: 'a', function: { name: 'thoughtbox__think' } },
          { id: 'b', function: { name: 'thoughtbox__list' } },
        ],
      },
      { role: 'tool', tool_call_id: 'a' },
      { role: 'tool', tool_call_id: 'b' },
    ])
    expect(only('mcp_session_complete')).toMatchObject([{ iterations: 1, tool_calls_count: 2 }])
    expect(chosen.action).toBe('north')
  })

  it('R4.3: sends text along with a tool call, and the call counts', async () => {
    endpoint.on({ hasToolResult: true }, { content: answer })
    endpoint.onMessage('A field.', {
      content: 'Let me think.',
      toolCalls: [{ name: 'thoughtbox__think', arguments: '{}' }],
    })
    const { only } = await playTurn()
    expect(only('llm_response')[0]).toMatchObject({
      content: 'Let me think.',
      tool_calls: [{ function: { name: 'thoughtbox.think' } }],
    })
    expect(messagesOf(endpoint.getLastRequest())[2]).toMatchObject({ role: 'assistant', content: null })
  })

  it('R5.8, R5.9: is asked for a final answer without tools and with the schema', async () => {
    endpoint.on({ predicate: ({ response_format }) => response_format !== undefined }, { content: answer })
    endpoint.onMessage(/.*/, { toolCalls: [{ name: 'thoughtbox__think', arguments: '{}' }] })
    endpoint.on({ hasToolResult: true }, { toolCalls: [{ name: 'thoughtbox__think', arguments: '{}' }] })
    const { chosen, only } = await playTurn()
    expect(only('llm_request')).toHaveLength(21)
    expect(endpoint.getLastRequest()?.body).not.toHaveProperty('tools')
    expect(chosen).toMatchObject({ action: 'north', source: 'model' })
  })

  it('limits the rate, and is retried after the requested delay', async () => {
    const limited = { error: { message: 'Slow down.', type: 'rate_limit_error' }, status: 429, retryAfter: 3 }
    const replies = [limited, { content: answer }]
    endpoint.onMessage('A field.', () => replies.shift() ?? limited)
    const { chosen, only, waits } = await playTurn()
    expect(waits).toEqual([3000])
    expect(only('llm_error')).toMatchObject([
      { code: '429', message: expect.stringContaining('Slow down.') as string, retry_in_ms: 3000 },
    ])
    expect(chosen.action).toBe('north')
  })

  it('drops the connection in the middle of a reply, and is retried', async () => {
    endpoint.on(
      { userMessage: 'A field.', sequenceIndex: 0 },
      { content: answer },
      { chunkSize: 4, latency: 5, truncateAfterChunks: 4 },
    )
    endpoint.onMessage('A field.', { content: answer })
    const { chosen, drafts, only } = await playTurn()
    expect(only('llm_error')).toMatchObject([{ attempt: 1 }])
    const restart = drafts.findLastIndex(({ offset }) => offset === 0)
    expect(restart).toBeGreaterThan(0)
    expect(textOf(drafts.slice(restart), 'content')).toBe(answer)
    expect(chosen.action).toBe('north')
  })

  it('fails once, and is retried', async () => {
    endpoint.onMessage('A field.', { content: answer }).nextRequestError(500, { message: 'Boom.' })
    const { chosen, only } = await playTurn()
    expect(only('llm_error')).toMatchObject([{ code: '500', message: expect.stringContaining('Boom.') as string }])
    expect(chosen.action).toBe('north')
  })
})
