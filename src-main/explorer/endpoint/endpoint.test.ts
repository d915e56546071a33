import { OpenAI } from 'openai'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { EXPLORER_MODEL } from '@shared/episode/state/players'
import { formatStateBlock, type StateBlock } from '@shared/episode/state/state-block'
import { parseAgentResponse } from '../../agent/agent-response'
import { type Explorer, startExplorer } from './endpoint'

const block = (fields: Partial<StateBlock>): StateBlock => ({
  v: 1,
  handicap: 'L2',
  turn: 1,
  turns_left: 10,
  observation: 'Hall\nA bare hall. A doorway leads north and a passage leads east.\nThere is a small box here.',
  last: null,
  location: { id: 10, name: 'Hall' },
  score: 0,
  moves: 0,
  exits: { known: {}, tried: {} },
  inventory: [],
  visible: [{ id: 20, name: 'small box' }],
  ...fields,
})
const opening = [
  { role: 'system' as const, content: 'Play the game.' },
  { role: 'user' as const, content: `Hall\n\n${formatStateBlock(block({}))}` },
]
const thinkTool = {
  type: 'function' as const,
  function: {
    name: 'thoughtbox__think',
    description: 'Files a thought.',
    parameters: {
      type: 'object',
      properties: {
        thought: { type: 'string' },
        thoughtNumber: { type: 'integer' },
        totalThoughts: { type: 'integer' },
        nextThoughtNeeded: { type: 'boolean' },
      },
    },
  },
}

let explorer: Explorer
let client: OpenAI

beforeAll(async () => {
  explorer = await startExplorer({ wordsPerSecond: 0 })
  client = new OpenAI({ baseURL: explorer.baseUrl, apiKey: 'none', maxRetries: 0 })
})
afterAll(() => explorer.close())

describe('explorer endpoint', () => {
  it('lists its one model', async () => {
    const models = await client.models.list()
    expect(models.data.map(({ id }) => id)).toEqual([EXPLORER_MODEL])
  })

  it('answers with the JSON of AgentResponse', async () => {
    const reply = await client.chat.completions.create({ model: EXPLORER_MODEL, messages: opening, seed: 1 })
    const parsed = parseAgentResponse(reply.choices[0]?.message.content ?? '')
    expect(parsed).toMatchObject({ ok: true, response: { action: 'open small box' } })
    expect(reply).toMatchObject({
      system_fingerprint: 'explorer-1',
      usage: { estimated: true },
      choices: [{ finish_reason: 'stop' }],
    })
  })

  it('streams the same text as it sends in one piece', async () => {
    const whole = await client.chat.completions.create({ model: EXPLORER_MODEL, messages: opening, seed: 1 })
    const stream = await client.chat.completions.create({
      model: EXPLORER_MODEL,
      messages: opening,
      seed: 1,
      stream: true,
      stream_options: { include_usage: true },
    })
    let text = ''
    const usages: unknown[] = []
    for await (const chunk of stream) {
      text += chunk.choices[0]?.delta.content ?? ''
      if (chunk.usage) usages.push(chunk.usage)
    }
    expect(text).toBe(whole.choices[0]?.message.content)
    expect(usages).toEqual([whole.usage])
  })

  it('sends the same bytes for the same seed and messages', async () => {
    const ask = async () =>
      (
        await fetch(`${explorer.baseUrl}/chat/completions`, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ model: EXPLORER_MODEL, messages: opening, seed: 7, stream: true }),
        })
      ).text()
    expect(await ask()).toBe(await ask())
  })

  it('calls a thinking tool, and then gives the same answer as without one', async () => {
    const messages: OpenAI.ChatCompletionMessageParam[] = [
      ...opening,
      { role: 'assistant', content: JSON.stringify({ thinking: '', action: 'open small box', new_objective: null }) },
      {
        role: 'user',
        content: formatStateBlock(
          block({
            turn: 2,
            observation: 'It is locked.',
            last: { action: 'open small box', outcome: 'refused', score_delta: 0 },
          }),
        ),
      },
    ]
    const plain = await client.chat.completions.create({ model: EXPLORER_MODEL, messages })
    const names: string[] = []
    for (let iteration = 0; iteration < 10; iteration++) {
      const reply = await client.chat.completions.create({ model: EXPLORER_MODEL, messages, tools: [thinkTool] })
      const message = reply.choices[0]?.message
      const calls = message?.tool_calls ?? []
      if (calls.length === 0) {
        expect(message?.content).toBe(plain.choices[0]?.message.content)
        break
      }
      expect(reply.choices[0]?.finish_reason).toBe('tool_calls')
      messages.push({ role: 'assistant', content: null, tool_calls: calls })
      for (const call of calls) {
        if (call.type === 'function') names.push(call.function.name)
        messages.push({ role: 'tool', tool_call_id: call.id, content: '{}' })
      }
    }
    expect(names.length).toBeGreaterThanOrEqual(2)
    expect(new Set(names)).toEqual(new Set(['thoughtbox__think']))
    expect(messages.at(-1)?.role).toBe('tool')
  })

  it('streams word by word at the set speed', async () => {
    const slow = await startExplorer({ wordsPerSecond: 400 })
    try {
      const started = performance.now()
      const response = await fetch(`${slow.baseUrl}/chat/completions`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ model: EXPLORER_MODEL, messages: opening, stream: true }),
      })
      const words = (await response.text()).split('\n\n').length
      expect(performance.now() - started).toBeGreaterThan((words * 1000) / 400 / 2)
    } finally {
      await slow.close()
    }
  })

  it('closes while it is sending a reply', async () => {
    const slow = await startExplorer({ wordsPerSecond: 1 })
    const response = await fetch(`${slow.baseUrl}/chat/completions`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ model: EXPLORER_MODEL, messages: opening, stream: true }),
    })
    const read = response.text().then(
      () => 'whole',
      () => 'cut',
    )
    await slow.close()
    expect(await read).toBe('cut')
  })

  it('calls no tool if tool_choice is none', async () => {
    const reply = await client.chat.completions.create({
      model: EXPLORER_MODEL,
      messages: opening,
      tools: [thinkTool],
      tool_choice: 'none',
    })
    expect(reply.choices[0]?.message.tool_calls).toBeUndefined()
  })

  it('calls a tool if tool_choice requires one, even for a clear choice', async () => {
    const reply = await client.chat.completions.create({
      model: EXPLORER_MODEL,
      messages: opening,
      tools: [thinkTool],
      tool_choice: 'required',
    })
    expect(reply.choices[0]).toMatchObject({
      finish_reason: 'tool_calls',
      message: { tool_calls: [{ function: { name: 'thoughtbox__think' } }] },
    })
  })

  it('ends before a stop sequence', async () => {
    const whole = await client.chat.completions.create({
      model: EXPLORER_MODEL,
      messages: opening,
      response_format: { type: 'json_object' },
    })
    const text = whole.choices[0]?.message.content ?? ''
    const reply = await client.chat.completions.create({
      model: EXPLORER_MODEL,
      messages: opening,
      response_format: { type: 'json_object' },
      stop: ['nowhere in it', '"action"'],
    })
    expect(reply.choices[0]).toMatchObject({
      finish_reason: 'stop',
      message: { content: text.slice(0, text.indexOf('"action"')) },
    })
  })

  it('cuts a reply at max_tokens and sets finish_reason to length', async () => {
    const reply = await client.chat.completions.create({ model: EXPLORER_MODEL, messages: opening, max_tokens: 5 })
    expect(reply.choices[0]).toMatchObject({ finish_reason: 'length' })
    expect(reply.choices[0]?.message.content).toHaveLength(20)
  })

  it.each([
    ['another model', { model: 'gpt-9', messages: opening }, 404, 'model_not_found'],
    ['no messages', { model: EXPLORER_MODEL, messages: [] }, 400, 'invalid_request'],
    [
      'an unanswered tool call',
      {
        model: EXPLORER_MODEL,
        messages: [
          ...opening,
          {
            role: 'assistant',
            content: null,
            tool_calls: [{ id: 'a', type: 'function', function: { name: 'x', arguments: '{}' } }],
          },
        ],
      },
      400,
      'invalid_request',
    ],
    [
      'a dot in a tool name',
      {
        model: EXPLORER_MODEL,
        messages: opening,
        tools: [{ type: 'function', function: { name: 'thoughtbox.think' } }],
      },
      400,
      'invalid_request',
    ],
  ])('refuses %s in the words of OpenAI', async (_case, body, status, code) => {
    const response = await fetch(`${explorer.baseUrl}/chat/completions`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    expect(response.status).toBe(status)
    expect(await response.json()).toMatchObject({
      error: { type: 'invalid_request_error', code, message: expect.any(String) },
    })
  })

  it('plays from text alone', async () => {
    const reply = await client.chat.completions.create({
      model: EXPLORER_MODEL,
      messages: [{ role: 'user', content: 'Hall\nA bare hall. A doorway leads north.' }],
    })
    expect(parseAgentResponse(reply.choices[0]?.message.content ?? '')).toMatchObject({
      ok: true,
      response: { action: 'north' },
    })
  })
})
