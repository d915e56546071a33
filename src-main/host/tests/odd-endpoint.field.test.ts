import { describe, expect, it, onTestFinished } from 'vitest'
import { messagesSent } from '@shared/episode/state/messages'
import { unpackBody } from '@shared/episode/state/sent-body'
import { acts, chunksOf, type ScriptedReply } from '../../llm/scripted-endpoint.testkit'
import { type Script, startScriptedEpisode } from '../episode/scripted-episode.testkit'

type Body = Readonly<Record<string, unknown>>

/** The reply of an odd endpoint to a request; null for an action. */
type Odd = (body: Body, index: number) => ScriptedReply | null

const refuse = (status: number, message: string, more: object = {}): ScriptedReply => ({
  kind: 'error',
  status,
  body: { error: { message, ...more } },
})
const raw = (text: string, more: Partial<Extract<ScriptedReply, { kind: 'raw' }>> = {}): ScriptedReply => ({
  kind: 'raw',
  text,
  ...more,
})
const events = (...chunks: readonly unknown[]): string =>
  chunks.map((chunk) => `data: ${JSON.stringify(chunk)}\n\n`).join('')

type Message = Readonly<Record<string, unknown>> & { readonly tool_calls?: readonly Body[] }
const messagesOf = (body: Body) => body.messages as readonly Message[]
const hasAnswer = (body: Body) => messagesOf(body).at(-1)?.role === 'tool'
/** Whether it is the first request of a turn; the second has the tool's answer. */
const isFirst = (body: Body) => body.tools !== undefined && !hasAnswer(body)

const ACTION = JSON.stringify({ thinking: 'because', action: 'wait', new_objective: null })
const whole = (content: unknown) => ({
  id: 'x',
  model: 'm',
  choices: [{ index: 0, message: { role: 'assistant', content }, finish_reason: 'stop' }],
})
const delta = (change: object, finish_reason: string | null = null) => ({ choices: [{ delta: change, finish_reason }] })
const piece = (call: object) => delta({ tool_calls: [call] })
const route = (id: string, text: string, more: object = {}) => ({
  index: 0,
  id,
  type: 'function',
  function: { arguments: text, ...more },
})

const TURNS = 6
/** The app's own tool needs no process. */
const withTool: Partial<Script> = { mcp: { local_tools: true }, servers: { off: { command: 'node', disabled: true } } }

interface Member {
  readonly row: string
  readonly member: string
  readonly odd: Odd
  readonly script?: Partial<Script>
  /** Number of tool calls of a turn that must run with complete arguments. */
  readonly runs?: number
}

const MEMBERS: readonly Member[] = [
  {
    row: 'fields of a tool call that belong to the provider',
    member: 'a signed call is refused without its signature (kelivo#639, langroid#969)',
    script: withTool,
    runs: 1,
    odd(body) {
      if (isFirst(body)) {
        const [first, ...rest] = chunksOf({ calls: [{ name: 'game__map_route', arguments: '{"to":"x"}' }] })
        const signed = piece({ index: 0, extra_content: { google: { thought_signature: 'sig' } } })
        return { kind: 'stream', chunks: [first, rest[0], signed, ...rest.slice(1)] }
      }
      const isSigned = JSON.stringify(messagesOf(body)).includes('"thought_signature":"sig"')
      return hasAnswer(body) && !isSigned
        ? raw(JSON.stringify([{ error: { code: 400, message: 'Function call is missing a thought_signature' } }]), {
            status: 400,
          })
        : null
    },
  },
  {
    row: 'fields of a tool call that belong to the provider',
    member: 'thoughts must come back with every answer of the history (kimi-cli#2141, GitNexus#43)',
    script: withTool,
    runs: 1,
    odd(body) {
      const [first, ...rest] = isFirst(body)
        ? chunksOf({ calls: [{ name: 'game__map_route', arguments: '{"to":"x"}' }] })
        : chunksOf({ content: ACTION })
      const isWhole = messagesOf(body).every(
        ({ role, ...message }) => role !== 'assistant' || 'reasoning_content' in message,
      )
      return isWhole
        ? { kind: 'stream', chunks: [first, delta({ reasoning_content: 'hm' }), ...rest] }
        : refuse(400, 'The `reasoning_content` in the thinking mode must be passed back to the API.')
    },
  },
  {
    row: 'fields of a tool call that belong to the provider',
    member: 'thoughts are refused in the history (qwen-code#11045, crush#1590)',
    script: withTool,
    runs: 1,
    odd(body) {
      const at = messagesOf(body).findIndex((message) => 'reasoning_content' in message)
      if (at >= 0)
        return refuse(400, `property 'messages.${at}.assistant.reasoning_content' is unsupported`, {
          param: 'validation_error',
        })
      if (!isFirst(body)) return null
      const [first, ...rest] = chunksOf({ calls: [{ name: 'game__map_route', arguments: '{"to":"x"}' }] })
      return { kind: 'stream', chunks: [first, delta({ reasoning_content: 'hm' }), ...rest] }
    },
  },
  {
    row: 'a parameter that the model refuses',
    member: 'temperature, then seed, by 400 and 422',
    odd: (body) => {
      if ('temperature' in body) return refuse(400, '`temperature` is deprecated for this model.')
      return 'seed' in body ? refuse(422, 'x', { param: 'seed' }) : null
    },
  },
  {
    row: 'a parameter that the model refuses',
    member: 'response_format, by 500',
    odd: (body) =>
      'response_format' in body ? refuse(500, "'response_format' : Input should be 'text'", { type: 'server' }) : null,
  },
  {
    row: 'a parameter that the model refuses',
    member: 'a schema by 500 (llama-cpp-python), then any JSON by 400 (vllm#19097)',
    odd(body) {
      const format = body.response_format as { readonly type: string } | undefined
      if (format?.type === 'json_schema')
        return refuse(
          500,
          "[{'type': 'literal_error', 'loc': ('body', 'response_format', 'type'), 'msg': \"Input should be 'text' or 'json_object'\", 'input': 'json_schema'}]",
          { type: 'internal_server_error' },
        )
      return format ? refuse(400, 'Guided decoding with response_format json_object is not supported') : null
    },
  },
  {
    row: 'a parameter that the model refuses',
    member: 'a schema, where any JSON is taken (DeepSeek: "This response_format type is unavailable now")',
    odd: (body) =>
      (body.response_format as { readonly type?: string } | undefined)?.type === 'json_schema'
        ? refuse(400, 'This response_format type is unavailable now', { type: 'invalid_request_error' })
        : null,
  },
  {
    row: 'a model that is not there',
    member: 'a model of the list of fallbacks answers instead',
    script: { llm: { fallback_models: ['gone-too', 'scripted-2'] } },
    odd: (body) =>
      body.model === 'scripted-2' ? null : refuse(404, `The model \`${String(body.model)}\` does not exist`),
  },
  {
    row: 'tool schemas outside a provider’s subset',
    member: 'a tool is refused in every form, by its name',
    script: withTool,
    odd: (body) =>
      body.tools === undefined
        ? null
        : refuse(
            400,
            "Invalid schema for function 'game__map_route': In context=(), object schema missing properties.",
          ),
  },
  {
    row: 'text that is not well formed',
    member: 'half a pair in the answer and in the history',
    odd: (body) =>
      JSON.stringify(body).includes(String.raw`\ud83d`)
        ? refuse(400, 'The request body is not valid JSON: no low surrogate in string')
        : raw(
            `${events(delta({ content: ACTION.replace('because', '@') })).replace('@', String.raw`\ud83d`)}${events(delta({}, 'stop'))}data: [DONE]\n\n`,
          ),
  },
  {
    row: 'pieces of a call that do not agree',
    member: 'another id with every piece (poolside pool#9)',
    script: withTool,
    runs: 1,
    odd: (body) =>
      isFirst(body)
        ? {
            kind: 'stream',
            chunks: [
              piece(route('a', '', { name: 'game__map_route' })),
              piece(route('b', '{"to"')),
              piece(route('c', ':"x"}')),
              delta({}, 'tool_calls'),
            ],
          }
        : null,
  },
  {
    row: 'pieces of a call that do not agree',
    member: 'an empty object before the arguments, and another index for them',
    script: withTool,
    runs: 1,
    odd: (body) =>
      isFirst(body)
        ? {
            kind: 'stream',
            chunks: [
              piece({ ...route('a', '{}', { name: 'game__map_route' }) }),
              piece({ index: 0, function: { arguments: '{"to":"x"}' } }),
              delta({}, 'tool_calls'),
            ],
          }
        : null,
  },
  {
    row: 'whole answers in another envelope',
    member: 'content as a list of parts (litellm#16272)',
    odd: () => ({
      kind: 'stream',
      chunks: [
        delta({ content: [{ type: 'thinking', thinking: [{ type: 'text', text: 'hm' }] }] }),
        delta({ content: [{ type: 'text', text: ACTION }] }),
        delta({}, 'stop'),
      ],
    }),
  },
  {
    row: 'whole answers in another envelope',
    member: '[DONE] without a finish reason',
    odd: () => ({ kind: 'stream', chunks: [delta({ content: ACTION })] }),
  },
  {
    row: 'whole answers in another envelope',
    member: 'one JSON object, in several lines',
    odd: () => raw(JSON.stringify(whole(ACTION), null, 2), { contentType: 'application/json' }),
  },
  {
    row: 'whole answers in another envelope',
    member: 'an object a line (oh-my-pi#9433), as an event stream by its type',
    odd: () =>
      raw(
        [delta({ content: ACTION.slice(0, 9) }), delta({ content: ACTION.slice(9) }, 'stop')]
          .map((each) => JSON.stringify(each))
          .join('\n'),
      ),
  },
  {
    row: 'whole answers in another envelope',
    member: 'one JSON object with thoughts, an unknown part and words in a list (vercel/ai#13703)',
    odd: () =>
      raw(
        JSON.stringify(
          whole([
            { type: 'thinking', thinking: [{ type: 'text', text: 'hm' }] },
            { type: 'reference', reference_ids: [1] },
            { type: 'text', text: ACTION },
          ]),
        ),
        { contentType: 'application/json' },
      ),
  },
  {
    row: 'whole answers in another envelope',
    member: 'chunks without the key of a finish reason (alfredapp/openai-workflow#52, anomalyco/opencode#43379)',
    odd: () => ({
      kind: 'stream',
      chunks: [{ choices: [{ index: 0, delta: { role: 'assistant', content: ACTION } }] }],
    }),
  },
  {
    row: 'whole answers in another envelope',
    member: 'an error object with status 200, every other time',
    odd: (_body, index) =>
      index % 2 === 0
        ? raw(JSON.stringify({ error: { message: 'Upstream is busy', code: 503 } }), {
            contentType: 'application/json',
          })
        : null,
  },
  {
    row: 'errors as pages or in arrays',
    member: 'a page of a gateway, every other time',
    odd: (_body, index) =>
      index % 2 === 0
        ? raw(`<html><head><title>502 Bad Gateway</title></head><body>${'<p>x</p>'.repeat(500)}</body></html>`, {
            status: 502,
            contentType: 'text/html',
          })
        : null,
  },
  {
    row: 'errors as pages or in arrays',
    member: 'a list of Gemini refuses fields, two in one message (Vali-98/ChatterUI#227, n4ze3m/page-assist#418)',
    odd(body) {
      const faults = ['temperature', 'seed']
        .filter((field) => field in body)
        .map((field) => `Invalid JSON payload received. Unknown name "${field}": Cannot find field.`)
      const error = {
        code: 400,
        message: faults.join('\n'),
        status: 'INVALID_ARGUMENT',
        details: [
          {
            '@type': 'type.googleapis.com/google.rpc.BadRequest',
            fieldViolations: faults.map((description) => ({ description })),
          },
        ],
      }
      return faults.length === 0
        ? null
        : raw(JSON.stringify([{ error }]), { status: 400, contentType: 'application/json' })
    },
  },
  {
    row: 'errors as pages or in arrays',
    member: 'a list of FastAPI as JSON in the message refuses a field (mistralai/platform-docs-public#7)',
    odd(body) {
      const detail = [
        { type: 'extra_forbidden', loc: ['body', 'temperature'], msg: 'Extra inputs are not permitted', input: 0 },
      ]
      const message = JSON.stringify({ detail })
      return 'temperature' in body
        ? raw(JSON.stringify({ object: 'error', message, type: 'internal_error_proxy', param: null, code: '1000' }), {
            status: 422,
            contentType: 'application/json',
          })
        : null
    },
  },
  {
    row: '"wait" said in the body',
    member: 'a RetryInfo of Gemini in a list, every other time',
    odd: (_body, index) =>
      index % 2 === 0
        ? raw(
            JSON.stringify([
              {
                error: {
                  code: 429,
                  message: 'You exceeded your current quota.',
                  status: 'RESOURCE_EXHAUSTED',
                  details: [{ '@type': 'type.googleapis.com/google.rpc.RetryInfo', retryDelay: '0.02s' }],
                },
              },
            ]),
            { status: 429, contentType: 'application/json' },
          )
        : null,
  },
  {
    row: '"wait" said in the body',
    member: 'in words, and by a limit that is used up, in turns (Groq, OpenAI)',
    odd(_body, index) {
      if (index % 3 === 0) return refuse(429, 'Rate limit reached for model `x`. Please try again in 20ms.')
      return index % 3 === 1
        ? raw('', {
            status: 429,
            headers: { 'x-ratelimit-remaining-tokens': '0', 'x-ratelimit-reset-tokens': '15ms' },
          })
        : null
    },
  },
  {
    row: 'the words for "too long"',
    member: 'as an error event inside a stream with status 200, from a certain length on',
    script: { mind: { preset: 'none', on: ['context'], context_tokens: 32_000 } },
    odd: (body) =>
      JSON.stringify(body).length > 12_000
        ? raw(
            `${events({ error: { message: 'the request exceeds the available context size (4096 tokens), try increasing it', code: 400, type: 'exceed_context_size_error' } })}data: [DONE]\n\n`,
          )
        : null,
  },
  {
    row: 'the words for "too long"',
    member: 'by 500 (Ollama), from a certain length on',
    script: { mind: { preset: 'none', on: ['context'], context_tokens: 32_000 } },
    odd: (body) =>
      JSON.stringify(body).length > 12_000 ? refuse(500, 'input length exceeds maximum context length') : null,
  },
  {
    row: 'the words for "too long"',
    member: 'in Chinese, by 400, from a certain length on',
    script: { mind: { preset: 'none', on: ['context'], context_tokens: 32_000 } },
    odd: (body) =>
      JSON.stringify(body).length > 12_000 ? refuse(400, '输入内容过长，超过模型的上下文限制', { code: '1261' }) : null,
  },
  {
    row: 'the words for "too long"',
    member: 'an empty 413, from a certain length on',
    script: { mind: { preset: 'none', on: ['context'], context_tokens: 32_000 } },
    odd: (body) => (JSON.stringify(body).length > 12_000 ? raw('', { status: 413, contentType: 'text/plain' }) : null),
  },
  {
    row: 'the words for "too long"',
    member: 'no words at all, by 400, near the limit',
    script: { mind: { preset: 'none', on: ['context'], context_tokens: 3500 } },
    odd: (body) => (JSON.stringify(body).length > 7600 ? refuse(400, 'Bad request') : null),
  },
  {
    row: 'the end of a stream',
    member: 'the connection stays open after [DONE] (agentscope-java#2073)',
    odd: () => ({ kind: 'stall', chunks: chunksOf({ content: ACTION }), done: true }),
  },
  {
    row: 'the end of a stream',
    member: 'no [DONE], and heartbeats after the finish reason (bifrost#6784, OmniRoute#6777, cohere-python#756)',
    odd: () => ({ kind: 'endless', head: events(...chunksOf({ content: ACTION })), piece: ': hb\n\n', everyMs: 50 }),
  },
  {
    row: 'the end of a stream',
    member: 'the connection breaks after the finish reason (openai_trtllm#31, free-claude-code#225)',
    odd: () => ({ kind: 'cut', chunks: chunksOf({ content: ACTION }) }),
  },
  {
    row: 'the end of a stream',
    member: 'a whole answer, then [DONE] (9router#3492)',
    odd: () => raw(`${JSON.stringify(whole(ACTION))}\n\ndata: [DONE]\n\n`),
  },
  {
    row: 'the end of a stream',
    member: 'the whole message once more in the last chunk (hermes-browser-extension#11)',
    odd: () =>
      raw(
        `${events(delta({ content: ACTION.slice(0, 9) }), delta({ content: ACTION.slice(9) }), whole(ACTION))}data: [DONE]\n\n`,
      ),
  },
  {
    row: 'events that are no chunks',
    member: 'empty data, a retry field, a ping, null (cadis#2329, openai-python#2721, copilot-api#88)',
    odd: () =>
      raw(
        `retry: 3000\n\ndata: \n\ndata:\n\nevent: ping\ndata: {"type":"ping"}\n\ndata: null\n\n${events(...chunksOf({ content: ACTION }))}id: 9\n\ndata: [DONE]\n\n`,
      ),
  },
  {
    row: 'events that are no chunks',
    member: 'no type, and blank lines before one JSON object (private-ml-sdk#20, OpenRouter typescript-sdk#101)',
    odd: () =>
      raw(`\n         \n\n         \n${JSON.stringify(whole(ACTION))}`, { contentType: 'application/octet-stream' }),
  },
  {
    row: 'pieces of a call that do not agree',
    member: 'the index is -1, as Bedrock sends it (openai-go#822)',
    script: withTool,
    runs: 1,
    odd: (body) =>
      isFirst(body)
        ? {
            kind: 'stream',
            chunks: [
              piece({ ...route('a', '{"to"', { name: 'game__map_route' }), index: -1 }),
              piece({ index: -1, function: { arguments: ':"x"}' } }),
              delta({}, 'tool_calls'),
            ],
          }
        : null,
  },
  {
    row: 'pieces of a call that do not agree',
    member: 'the index is a string, the id a number (anvia#262)',
    script: withTool,
    runs: 1,
    odd: (body) =>
      isFirst(body)
        ? {
            kind: 'stream',
            chunks: [
              piece({ ...route('a', '{"to"', { name: 'game__map_route' }), index: '0', id: 7 }),
              piece({ index: '0', function: { arguments: ':"x"}' } }),
              delta({}, 'tool_calls'),
            ],
          }
        : null,
  },
  {
    row: 'pieces of a call that do not agree',
    member: 'arguments as JSON in a string (quarkus-langchain4j#2642, openclaw#40425)',
    script: withTool,
    runs: 1,
    odd: (body) =>
      isFirst(body)
        ? {
            kind: 'stream',
            chunks: chunksOf({ calls: [{ name: 'game__map_route', arguments: JSON.stringify('{"to":"x"}') }] }),
          }
        : null,
  },
  {
    row: 'pieces of a call that do not agree',
    member: 'the name has marks of Harmony behind it (movieclaw#224)',
    script: withTool,
    odd: (body) =>
      isFirst(body)
        ? {
            kind: 'stream',
            chunks: chunksOf({ calls: [{ name: 'game__map_route<|channel|>commentary', arguments: '{"to":"x"}' }] }),
          }
        : null,
  },
  {
    row: 'counts that are no numbers',
    member: 'usage and fingerprint in other forms (langchainjs#7694, vercel/ai#7417)',
    odd: () => ({
      kind: 'stream',
      chunks: [
        ...chunksOf({
          content: ACTION,
          usage: { prompt_tokens: '10', prompt_tokens_details: 0, completion_tokens_details: [] },
        }),
        { usage: 'none', system_fingerprint: 7, choices: [] },
      ],
    }),
  },
  {
    row: 'a model without tools',
    member: '"does not support tools" (openhuman#2787, ollama#14795)',
    script: withTool,
    odd: (body) =>
      body.tools === undefined
        ? null
        : refuse(400, 'registry.ollama.ai/library/gemma3:4b does not support tools', { type: 'invalid_request_error' }),
  },
  {
    row: 'a model without tools',
    member: '"No endpoints found that support tool use" (anon-kode#2, kilocode#9006)',
    script: withTool,
    odd: (body) =>
      body.tools === undefined
        ? null
        : refuse(
            404,
            'No endpoints found that support tool use. Try disabling "game__map_route". To learn more, visit x',
            { code: 404 },
          ),
  },
]

/** The member is tested at each turn, or until the app has adapted to it. */
describe.each(MEMBERS)('$row: $member', ({ odd, script, runs }) => {
  it(`plays ${TURNS} turns`, async () => {
    const episode = await startScriptedEpisode({
      ...script,
      replies: (body, index) => odd(body, index) ?? acts('wait'),
      start: { turnLimit: TURNS, mcp: script?.mcp !== undefined },
    })
    onTestFinished(() => episode.close())
    const { state, of } = await episode.follow(({ control }) => control.mode === 'paused')
    expect(state.control.reason).toBeNull()
    expect(state.ended?.ended).toBe('turn_limit')
    expect(of('action_chosen').map(({ source }) => source)).toEqual(Array.from({ length: TURNS }, () => 'model'))
    const last = state.turns.at(-1)?.iterations.at(-1)
    const asked = messagesSent(state, TURNS, last?.number ?? 0)
    if (!last?.sent || !asked) throw new Error('The log lacks the last request.')
    const tools = state.sentTools?.[last.sent.tools_sent ?? ''] ?? []
    expect(unpackBody(last.sent, asked, tools)).toEqual(episode.endpoint.requests.at(-1))
    if (runs !== undefined)
      expect(of('mcp_tool_call').map((call) => call.arguments)).toEqual(
        Array.from({ length: runs * TURNS }, () => ({ to: 'x' })),
      )
  })
})

it('sends no sampling setting that is empty in the settings or the choices of the run', async () => {
  const episode = await startScriptedEpisode({
    replies: () => acts('wait'),
    start: { turnLimit: 1, mcp: false, sampling: { temperature: null, max_tokens: null, top_p: 0.5 } },
  })
  onTestFinished(() => episode.close())
  const { state } = await episode.follow()
  expect(episode.endpoint.requests[0]).not.toHaveProperty('temperature')
  expect(episode.endpoint.requests[0]).not.toHaveProperty('max_tokens')
  expect(episode.endpoint.requests[0]).toMatchObject({ top_p: 0.5 })
  expect(state.manifest?.sampling).toMatchObject({ temperature: null, max_tokens: null, top_p: 0.5 })
})

it('a requested wait above the longest delay pauses the episode, which shows the time and continues by itself', async () => {
  const episode = await startScriptedEpisode({
    replies: (_body, index) =>
      index === 3 ? { kind: 'error', status: 429, headers: { 'retry-after': '1.2' } } : acts('wait'),
    start: { turnLimit: TURNS, mcp: false },
  })
  onTestFinished(() => episode.close())
  const { state, of } = await episode.follow()
  expect(state.ended?.ended).toBe('turn_limit')
  const [pause, ...others] = of('control_changed').filter(({ mode }) => mode === 'paused')
  expect(others).toEqual([])
  expect(pause?.reason).toMatch(/It asks to wait 2 s\. It continues by itself at \d\d:\d\d:\d\d/)
  expect(Date.parse(pause?.continues_at ?? '')).toBeGreaterThan(Date.parse(pause?.at ?? ''))
})

describe('a refusal that no other request can avoid', () => {
  it.each<[source: string, reply: ScriptedReply, sentence: RegExp]>([
    [
      'a country (ragflow#7067, one-api#1692)',
      refuse(403, 'Country, region, or territory not supported', {
        code: 'unsupported_country_region_territory',
        type: 'request_forbidden',
      }),
      /^(?!.*did not accept the API key).*Country, region, or territory not supported/,
    ],
    [
      'a data policy (anon-kode#13)',
      refuse(404, 'No endpoints found matching your data policy. Configure: https://openrouter.ai/settings/privacy', {
        code: 404,
      }),
      /^(?!.*does not know the model).*No endpoints found matching your data policy/,
    ],
  ])('pauses with one sentence that names no other cause: %s', async (_source, reply, sentence) => {
    const episode = await startScriptedEpisode({ replies: () => reply, start: { turnLimit: TURNS, mcp: false } })
    onTestFinished(() => episode.close())
    const { state } = await episode.follow(({ control }) => control.mode === 'paused')
    expect(state.control.reason).toMatch(sentence)
  })
})

it('a number with more digits than JavaScript keeps is never passed on rounded (pi#8943)', async () => {
  const episode = await startScriptedEpisode({
    ...withTool,
    replies: (body) =>
      isFirst(body)
        ? {
            kind: 'stream',
            chunks: chunksOf({ calls: [{ name: 'game__map_route', arguments: '{"to":2512292042121000001}' }] }),
          }
        : acts('wait'),
    start: { turnLimit: 3 },
  })
  onTestFinished(() => episode.close())
  const { state, of } = await episode.follow(({ control }) => control.mode === 'paused')
  expect(state.ended?.ended).toBe('turn_limit')
  expect(JSON.stringify(of('mcp_tool_call').map((call) => call.arguments))).not.toContain('2512292042121000000')
})
