import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { ChatMessage, Sampling, ToolDefinition } from '@shared/episode/log/chat'
import { PROFILE_NAMES, type ProfileName } from '@shared/settings/profile-names'
import { PROFILES } from '../profiles'
import { createToolNames } from './tool-names'
import { namesIn, toWireBody } from './wire-request'

const allSampling: Sampling = { temperature: 0.6, top_p: 0.95, top_k: 20, min_p: 0, max_tokens: 2000, seed: 7 }
const tool: ToolDefinition = {
  type: 'function',
  function: { name: 'thoughtbox.think', description: 'd'.repeat(3000), parameters: { type: 'object', properties: {} } },
}
const mark = { type: 'ephemeral' } as const
const user = (content: string): ChatMessage => ({ role: 'user', content, cache_control: mark })
const asked: ChatMessage = {
  role: 'assistant',
  content: null,
  tool_calls: [{ id: 'c1', type: 'function', function: { name: 'thoughtbox.think', arguments: '{"thought":"x"}' } }],
  reasoning: { reasoning_content: 'hm' },
}
const answered: ChatMessage = { role: 'tool', tool_call_id: 'c1', content: '{"content":1}' }

type Request = Parameters<typeof toWireBody>[0]
function bodyFor(profile: ProfileName, changes: Partial<Request> = {}) {
  const request: Request = {
    model: 'm',
    messages: [{ role: 'system', content: 'S', cache_control: mark }, user('U')],
    tools: null,
    toolChoice: null,
    responseFormat: null,
    sampling: allSampling,
    ...changes,
  }
  return toWireBody(request, PROFILES[profile], createToolNames(namesIn(request)))
}

describe('a request on the wire', () => {
  it('sends the reasoning effort in the endpoint’s form, or not at all', () => {
    const effort = (profile: ProfileName) => bodyFor(profile, { sampling: { ...allSampling, reasoning_effort: 'low' } })
    expect(effort('openai')).toMatchObject({ reasoning_effort: 'low' })
    expect(effort('openrouter')).toMatchObject({ reasoning_effort: 'low' })
    expect(Object.keys(effort('anthropic')).filter((key) => key.includes('reasoning'))).toEqual([])
    expect(bodyFor('openai')).not.toHaveProperty('reasoning_effort')
  })

  it('has a seed where the provider documents one', () => {
    const seedOf = (profile: ProfileName) => Object.entries(bodyFor(profile)).filter(([key]) => key.includes('seed'))
    for (const profile of PROFILE_NAMES) {
      const isDocumented = !['anthropic', 'gemini', 'deepseek'].includes(profile)
      const key = profile === 'mistral' ? 'random_seed' : 'seed'
      expect(seedOf(profile), profile).toEqual(isDocumented ? [[key, allSampling.seed]] : [])
    }
  })

  it.each(PROFILE_NAMES)('P10: offers tools in the OpenAI form (R4.1) with a name that %s accepts', (profile) => {
    const body = bodyFor(profile, { tools: [tool], toolChoice: 'auto' })
    expect(body).toMatchObject({
      stream: true,
      tool_choice: 'auto',
      tools: [{ type: 'function', function: { name: 'thoughtbox__think', parameters: { type: 'object' } } }],
    })
    expect(body).not.toHaveProperty('response_format')
  })

  it('without tools keeps the tools of earlier requests for a model on this computer, and forbids calls', () => {
    const sent = (profile: ProfileName) => {
      const { tools, tool_choice } = bodyFor(profile, { withheld: [tool] })
      return [Array.isArray(tools) ? tools.length : 0, tool_choice]
    }
    for (const profile of PROFILE_NAMES) {
      const isOwn = ['ollama', 'lmstudio', 'llamacpp', 'vllm', 'builtin'].includes(profile)
      expect(sent(profile), profile).toEqual(isOwn ? [1, 'none'] : [0, undefined])
    }
    const offered = bodyFor('builtin', { tools: [tool], toolChoice: 'auto' })
    expect(bodyFor('builtin', { withheld: [tool] }).tools).toEqual(offered.tools)
  })

  it('has ids of calls and a format of answers that the endpoint takes', () => {
    const responseFormat = { name: 'A', schema: { type: 'object' } }
    const { messages, stream_options } = bodyFor('mistral', { messages: [user('U'), asked, answered] })
    const [, call, answer] = messages as readonly { tool_calls?: { id: string }[]; tool_call_id?: string }[]
    expect(call?.tool_calls?.[0]?.id).toMatch(/^[a-zA-Z0-9]{9}$/)
    expect(answer?.tool_call_id).toBe(call?.tool_calls?.[0]?.id)
    expect(stream_options).toBeUndefined()
    expect(bodyFor('groq', { responseFormat }).response_format).toEqual({ type: 'json_object' })
  })

  it('cuts descriptions where the endpoint limits them', () => {
    const length = (profile: ProfileName) =>
      (bodyFor(profile, { tools: [tool] }).tools as ToolDefinition[])[0]?.function.description.length
    expect([length('openai'), length('vllm')]).toEqual([1024, 3000])
  })

  it('carries the schema of the answer where the endpoint can read it (R5.9)', () => {
    const responseFormat = { name: 'AgentResponse', schema: { type: 'object' } }
    expect(bodyFor('openrouter', { responseFormat }).response_format).toEqual({
      type: 'json_schema',
      json_schema: { ...responseFormat, strict: true },
    })
    expect(bodyFor('anthropic', { responseFormat })).not.toHaveProperty('response_format')
  })

  it.each([
    ['openai', { temperature: 0.6, top_p: 0.95, seed: 7, max_completion_tokens: 2000 }],
    ['anthropic', { temperature: 0.6, max_tokens: 2000 }],
    ['mistral', { temperature: 0.6, top_p: 0.95, random_seed: 7, max_tokens: 2000 }],
    ['azure', { temperature: 0.6, top_p: 0.95, seed: 7, max_completion_tokens: 2000 }],
    ['deepseek', { temperature: 0.6, top_p: 0.95, max_tokens: 2000 }],
    ['groq', { temperature: 0.6, top_p: 0.95, seed: 7, max_completion_tokens: 2000 }],
    ['together', { temperature: 0.6, top_p: 0.95, top_k: 20, min_p: 0, max_tokens: 2000, seed: 7 }],
    ['vllm', { temperature: 0.6, top_p: 0.95, top_k: 20, min_p: 0, max_tokens: 2000, seed: 7 }],
  ] as const)('sends only the sampling keys that %s knows', (profile, sent) => {
    const keys = [
      'temperature',
      'top_p',
      'top_k',
      'min_p',
      'max_tokens',
      'max_completion_tokens',
      'seed',
      'random_seed',
    ]
    expect(Object.fromEntries(Object.entries(bodyFor(profile)).filter(([key]) => keys.includes(key)))).toEqual(sent)
  })

  it('sends no sampling settings to OpenAI’s reasoning models, and sends null to no model', () => {
    expect(bodyFor('openai', { model: 'o3', tools: [tool] })).not.toHaveProperty('temperature')
    expect(bodyFor('openai', { model: 'o3', tools: [tool] })).not.toHaveProperty('parallel_tool_calls')
    expect(bodyFor('generic', { sampling: { ...allSampling, seed: null } })).not.toHaveProperty('seed')
  })

  it('sends the system prompt as a user message to o1 only', () => {
    const roles = (model: string) =>
      (bodyFor('openrouter', { model }).messages as { role: string }[]).map(({ role }) => role)
    for (const model of ['o1', 'o1-mini', 'openai/o1-preview', 'openai/o1-mini:free'])
      expect(roles(model)).toEqual(['user', 'user'])
    for (const model of ['o3', 'gpt-4o', 'solo1', 'vendor/proto1-8b', 'm'])
      expect(roles(model)).toEqual(['system', 'user'])
  })

  it('P15: turns the cache mark of any history (R4.7) into at most four breakpoints: the system prompt and the newest', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 30 }), (turns) => {
        const messages = [
          { role: 'system', content: 'S', cache_control: mark } as const,
          ...Array.from({ length: turns }, (_, turn) => [
            user(`u${turn}`),
            { role: 'assistant', content: 'a' } as const,
          ]).flat(),
        ]
        const wire = bodyFor('openrouter', { messages }).messages as { content: unknown }[]
        const marked = wire.flatMap(({ content }, index) => (Array.isArray(content) ? [index] : []))
        expect(marked).toHaveLength(Math.min(4, turns + 1))
        expect(marked[0]).toBe(0)
        if (turns > 0) expect(marked.at(-1)).toBe(wire.length - 2)
        expect(JSON.stringify(bodyFor('openai', { messages }))).not.toContain('cache_control')
      }),
      { numRuns: 100 },
    )
  })

  it('returns a model’s reasoning with the tool calls it led to', () => {
    const [, , assistant] = bodyFor('generic', { messages: [user('a'), user('b'), asked, answered] })
      .messages as Record<string, unknown>[]
    expect(assistant).toEqual({
      role: 'assistant',
      content: null,
      reasoning_content: 'hm',
      tool_calls: [
        { id: 'c1', type: 'function', function: { name: 'thoughtbox__think', arguments: '{"thought":"x"}' } },
      ],
    })
  })

  it('replaces arguments that are not a JSON object', () => {
    const broken: ChatMessage = {
      ...asked,
      tool_calls: [{ id: 'c1', type: 'function', function: { name: 'a.b', arguments: '{"thought":' } }],
    }
    const [message] = bodyFor('generic', { messages: [broken] }).messages as {
      tool_calls: { function: { arguments: string } }[]
    }[]
    expect(message?.tool_calls[0]?.function.arguments).toBe('{}')
  })

  it('sends no tools with the forced call (R5.8), but their names where the route rejects a history without them', () => {
    const messages = [user('a'), asked, answered]
    expect(bodyFor('generic', { messages })).not.toHaveProperty('tools')
    expect(bodyFor('anthropic', { messages })).toMatchObject({
      tool_choice: 'none',
      tools: [{ function: { name: 'thoughtbox__think' } }],
    })
  })
})
