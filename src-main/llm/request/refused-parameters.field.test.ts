import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import type { ToolDefinition } from '@shared/episode/log/chat'
import { settings } from '@shared/settings/settings'
import type { Adaptation, AttemptFailure, ChatRequest } from '../chat-client'
import { createChatClient } from '../openai-client'
import { plainEndpoint } from '../plain-endpoint.testkit'
import { says, type ScriptedReply, startScriptedEndpoint } from '../scripted-endpoint.testkit'
import { createLearned, type Learned, openLearned } from './learned'

type Body = Readonly<Record<string, unknown>>

const json = (status: number, body: unknown): ScriptedReply => ({ kind: 'error', status, body })

/** An endpoint that answers every request that contains the refused part with `refusal`. */
async function openStrict(
  refuses: (body: Body) => ScriptedReply | null,
  { profile = 'generic', learned = createLearned(), model = 'm' } = {} as {
    profile?: string
    learned?: Learned
    model?: string
  },
) {
  const endpoint = await startScriptedEndpoint((body) => refuses(body) ?? says('north'))
  onTestFinished(() => endpoint.close())
  const plain = plainEndpoint(endpoint.baseUrl, profile, () => 'key-of-the-test')
  const client = createChatClient({
    ...plain,
    endpoint: { ...plain.endpoint, learned },
    retry: settings.parse({ retry: { max_retries: 0 } }).retry,
    sleep: async () => {},
  })
  const adaptations: Adaptation[] = []
  const failures: AttemptFailure[] = []
  const complete = (changes: Partial<ChatRequest> = {}) =>
    client.complete({
      model,
      messages: [
        { role: 'system', content: 'Play.', cache_control: { type: 'ephemeral' } },
        { role: 'user', content: 'A field.', cache_control: { type: 'ephemeral' } },
      ],
      tools: null,
      toolChoice: null,
      responseFormat: { name: 'A', schema: { type: 'object', properties: {}, additionalProperties: false } },
      sampling: {
        temperature: 0.6,
        top_p: 0.9,
        top_k: 20,
        min_p: 0,
        max_tokens: 500,
        seed: 7,
        reasoning_effort: 'low',
      },
      signal: new AbortController().signal,
      onDelta: () => {},
      onAttemptFailed: (failure) => void failures.push(failure),
      onAdapted: (change) => void adaptations.push(change),
      ...changes,
    })
  return { endpoint, complete, adaptations, failures, learned }
}

/** Refusals by the key that they are about. The sources are public bug reports. */
const REFUSALS: readonly {
  readonly source: string
  readonly key: string
  readonly status: number
  readonly body: unknown
  readonly profile?: string
}[] = [
  {
    source: 'Roo-Code#12162',
    key: 'temperature',
    status: 400,
    body: {
      type: 'error',
      error: { type: 'invalid_request_error', message: '`temperature` is deprecated for this model.' },
    },
  },
  {
    source: 'qwen-code#921: a value, not the parameter',
    key: 'temperature',
    status: 400,
    body: {
      error: {
        message:
          "Unsupported value: 'temperature' does not support 0.6 with this model. Only the default (1) value is supported.",
        type: 'invalid_request_error',
        param: 'temperature',
        code: 'unsupported_value',
      },
    },
  },
  {
    source: 'oai-compatible-copilot#42: two that exclude each other, with an empty param',
    key: 'top_p',
    status: 400,
    body: {
      error: {
        message: 'temperature and top_p cannot both be specified for this model. Please use only one.',
        type: 'invalid_request_error',
        param: '',
        code: null,
      },
    },
  },
  {
    source: 'llm_wiki#670: the error of another server as text, its words in Chinese',
    key: 'temperature',
    status: 400,
    body: {
      error: {
        cause: JSON.stringify({ error: { message: 'x', param: 'temperature', code: 'unsupported_value' } }),
        code: 400,
        message: '模型服务调用失败',
      },
    },
  },
  {
    source: 'chatbox#2627: a proxy that speaks of the model family',
    key: 'temperature',
    status: 400,
    body: {
      error: { message: "litellm.UnsupportedParamsError: gpt-5 models don't support temperature=0.6.", code: '400' },
    },
  },
  {
    source: 'mistral, extra_forbidden: the path of the field alone names it',
    key: 'stream_options',
    status: 422,
    body: {
      object: 'error',
      message: {
        detail: [{ type: 'extra_forbidden', loc: ['body', 'stream_options'], msg: 'Extra inputs are not permitted' }],
      },
      type: 'invalid_request_error',
    },
  },
  {
    source: 'FastAPI: a bare list',
    key: 'seed',
    status: 422,
    body: { detail: [{ loc: ['body', 'seed'], msg: 'extra fields not permitted', type: 'value_error.extra' }] },
  },
  {
    source: 'Gemini: a list of errors',
    key: 'seed',
    status: 400,
    body: [{ error: { code: 400, message: 'Invalid JSON payload received. Unknown name "seed": Cannot find field.' } }],
  },
  {
    source: 'a grammar that a local server does not have, as plain text',
    key: 'response_format',
    status: 500,
    body: 'JSON schema constrained decoding is not supported by this backend',
  },
  {
    source: 'OpenRouter: 404, in quotes',
    key: 'usage',
    status: 404,
    body: { error: { message: "No endpoints found that support the parameter 'usage'.", code: 404 } },
    profile: 'openrouter',
  },
  {
    source: 'reasoning that a model has not',
    key: 'reasoning_effort',
    status: 400,
    body: { error: { message: 'This model does not support configurable reasoning effort.' } },
  },
  {
    source: 'another spelling',
    key: 'min_p',
    status: 400,
    body: { error: { message: 'minP: Extra inputs are not permitted' } },
    profile: 'llamacpp',
  },
]

describe('a parameter that the endpoint refuses', () => {
  it.each(REFUSALS)('is left out from then on: $source ($key)', async ({ key, status, body, profile }) => {
    const { endpoint, complete, adaptations, failures } = await openStrict(
      (sent) => (key in sent && (key !== 'top_p' || 'temperature' in sent) ? json(status, body) : null),
      { profile: profile ?? 'generic' },
    )
    expect((await complete()).content).toBe('north')
    expect((await complete()).content).toBe('north')
    const steps = key === 'response_format' ? 3 : 2
    expect(endpoint.requests).toHaveLength(steps + 1)
    expect(endpoint.requests.at(-1)).not.toHaveProperty(key)
    const kept = (sent: Body | undefined) => Object.keys(sent ?? {}).filter((name) => name !== key)
    expect(kept(endpoint.requests.at(-1))).toEqual(kept(endpoint.requests[0]))
    expect(adaptations.at(-1)).toMatchObject({ kind: 'parameter', model: 'm', name: key, instead: null })
    expect(failures.map(({ retryInMs }) => retryInMs)).toEqual(Array.from({ length: steps - 1 }, () => 0))
  })

  it('is renamed where the endpoint names another key for it, and back (anon-kode#53)', async () => {
    const unsupported = (key: string, other: string) =>
      json(400, {
        error: {
          message: `Unsupported parameter: '${key}' is not supported with this model. Use '${other}' instead.`,
          param: key,
        },
      })
    const newer = await openStrict((body) =>
      'max_tokens' in body ? unsupported('max_tokens', 'max_completion_tokens') : null,
    )
    await newer.complete()
    expect(newer.endpoint.requests.at(-1)).toMatchObject({ max_completion_tokens: 500 })
    const older = await openStrict(
      (body) =>
        'max_completion_tokens' in body
          ? json(422, { detail: [{ loc: ['body', 'max_completion_tokens'], msg: 'Extra inputs are not permitted' }] })
          : null,
      { profile: 'openai' },
    )
    await older.complete()
    expect(older.endpoint.requests.at(-1)).toMatchObject({ max_tokens: 500 })
  })

  it('steps down from a schema to an object, and to words (llama-cpp-python answers 500)', async () => {
    const { endpoint, complete, adaptations } = await openStrict(({ response_format }) =>
      (response_format as { type: string } | undefined)?.type === 'json_schema'
        ? json(500, {
            error: {
              message:
                "[{'type': 'literal_error', 'loc': ('body', 'response_format', 'type'), 'msg': \"Input should be 'text' or 'json_object'\"}]",
              type: 'internal_server_error',
            },
          })
        : null,
    )
    await complete()
    expect(endpoint.requests.map(({ response_format }) => response_format)).toMatchObject([
      { type: 'json_schema' },
      { type: 'json_object' },
    ])
    expect(adaptations).toMatchObject([{ name: 'response_format', instead: 'json_object' }])
  })

  it('may be one of many, refused one after another, without using up the retries', async () => {
    const wants = ['temperature', 'top_p', 'seed', 'stream_options', 'max_tokens', 'reasoning_effort']
    const { endpoint, complete, adaptations } = await openStrict((body) => {
      const refused = wants.find((key) => key in body)
      return refused ? json(400, { error: { message: `Unrecognized request argument supplied: ${refused}` } }) : null
    })
    await complete()
    expect(adaptations.map(({ name }) => name)).toEqual(wants)
    expect(endpoint.requests).toHaveLength(wants.length + 1)
  })

  it('may be a key of the messages (maf#1, freellmapi#1070, chatwise#1442)', async () => {
    const marked = (body: Body) => JSON.stringify(body.messages).includes('cache_control')
    const { endpoint, complete, adaptations } = await openStrict(
      (body) =>
        marked(body)
          ? json(400, { error: { message: "property 'messages.0.content.0.cache_control' is unsupported" } })
          : null,
      { profile: 'openrouter' },
    )
    await complete()
    expect(endpoint.requests.at(-1)?.messages).toEqual([
      { role: 'system', content: 'Play.' },
      { role: 'user', content: 'A field.' },
    ])
    expect(adaptations).toMatchObject([{ name: 'cache_control' }])
  })

  it('is learned for this model and endpoint only, on disk, until it is forgotten', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'zorkgpt-learned-'))
    onTestFinished(() => rmSync(folder, { recursive: true }))
    const learned = openLearned(folder)
    const refuses = (body: Body) =>
      body.model === 'm' && 'seed' in body ? json(400, { error: { message: 'seed is not supported' } }) : null
    const { endpoint, complete } = await openStrict(refuses, { learned })
    await complete()
    await complete({ model: 'other' })
    expect(endpoint.requests.at(-1)).toHaveProperty('seed')
    expect(openLearned(folder).of(`${endpoint.baseUrl}/`, 'm')).toMatchObject([
      { name: 'seed', instead: null, reason: 'seed is not supported' },
    ])
    await learned.forget(endpoint.baseUrl, 'm')
    await complete()
    expect(endpoint.requests).toHaveLength(5)
  })

  it('is not learned from an error that it did not cause', async () => {
    const { complete, learned, endpoint } = await openStrict(() =>
      json(400, { error: { message: 'temperature of the GPU is too high, not supported' } }),
    )
    await expect(complete()).rejects.toThrow('temperature of the GPU')
    expect(learned.of(endpoint.baseUrl, 'm')).toEqual([])
    expect(endpoint.requests).toHaveLength(2)
  })

  it.each([
    ['the name of the model', 404, 'The model `seed-temperature` does not exist'],
    ['the key', 401, 'Invalid key for seed'],
    ['a limit', 429, 'Rate limit reached: max_tokens per minute'],
    ['nothing', 400, 'Bad request'],
  ])('is not looked for in an error about %s', async (_what, status, message) => {
    const { complete, endpoint } = await openStrict(() => json(status, { error: { message } }), {
      model: 'seed-temperature',
    })
    await expect(complete()).rejects.toThrow()
    expect(endpoint.requests).toHaveLength(1)
  })
})

describe('a tool that the endpoint refuses', () => {
  const tool = (name: string): ToolDefinition => ({
    type: 'function',
    function: {
      name: `s.${name}`,
      description: '',
      parameters: { type: 'object', properties: { x: { type: 'string', format: 'uri' } } },
    },
  })
  const offered = (body: Body) =>
    ((body.tools ?? []) as readonly { function: { name: string; parameters: unknown } }[]).map((each) => each.function)

  it.each([
    [
      'mcp-gsuite#34: by its index',
      (at: number) => ({ message: 'False is not of type array', param: `tools[${at}].function.parameters` }),
    ],
    [
      'claude-code: by its index in a path of the message',
      (at: number) => ({
        message: `tools.${at}.custom.input_schema: JSON schema is invalid. It must match draft 2020-12`,
      }),
    ],
    ['copilot-cli#2223: by its name', () => ({ message: "Invalid schema for function 's__bad': object schema …" })],
    [
      'opencode#11889: by its index in a declaration',
      (at: number) => ({ message: `* GenerateContentRequest.tools[0].function_declarations[${at}].parameters: bad` }),
    ],
  ])('is sent in the least form, then left out with a notice: %s', async (_source, error) => {
    const { endpoint, complete, adaptations } = await openStrict((body) => {
      const at = offered(body).findIndex(({ name }) => name === 's__bad')
      return at < 0 ? null : json(400, { error: error(at) })
    })
    const tools = [tool('good'), tool('bad'), tool('fine')]
    await complete({ tools, responseFormat: null })
    await complete({ tools, responseFormat: null })
    expect(endpoint.requests.map((body) => offered(body).length)).toEqual([3, 3, 2, 2])
    expect(JSON.stringify(offered(endpoint.requests[1] ?? {})[1])).not.toContain('"format"')
    expect(adaptations).toEqual([
      { kind: 'tool', model: 'm', name: 's.bad', instead: null, reason: expect.stringContaining('disabledTools') },
    ])
  })

  it('that can never be sent is reported before the first request', async () => {
    const list: ToolDefinition = {
      type: 'function',
      function: { name: 's.list', description: '', parameters: { type: 'array' } },
    }
    const { endpoint, complete, adaptations } = await openStrict(() => null)
    await complete({ tools: [list, tool('good')], responseFormat: null })
    expect(endpoint.requests).toHaveLength(1)
    expect(adaptations).toMatchObject([
      { kind: 'tool', name: 's.list', reason: expect.stringContaining('of type "array"') },
    ])
  })
})
