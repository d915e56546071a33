import { describe, expect, it, vi } from 'vitest'
import { settings } from '@shared/settings/settings'
import { openClient } from './open-client.testkit'
import { plainEndpoint } from './plain-endpoint.testkit'
import { calls, chunksOf, FILLERS, says, type ScriptedReply } from './scripted-endpoint.testkit'

const error = (status: number, more: Partial<Extract<ScriptedReply, { kind: 'error' }>> = {}): ScriptedReply => ({
  kind: 'error',
  status,
  ...more,
})
const forever = (reply: ScriptedReply) => () => reply

describe('a chat completion', () => {
  it('streams its pieces and returns a whole reply', async () => {
    const { complete, deltas } = await openClient([
      { kind: 'stream', chunks: chunksOf({ reasoning: 'Let me think.', content: 'north' }) },
    ])
    const reply = await complete()
    expect(reply).toMatchObject({
      model: 'scripted-1',
      content: 'north',
      reasoning: 'Let me think.',
      toolCalls: [],
      finishReason: 'stop',
      usage: { input: 10, output: 5 },
      costUsd: null,
    })
    expect(reply.timeToFirstTokenMs).toBeLessThanOrEqual(reply.durationMs)
    expect(deltas.map(({ part, text }) => `${part}:${text}`)).toEqual([
      'reasoning:Let me',
      'reasoning: think.',
      'content:no',
      'content:rth',
    ])
  })

  it('reports how much of the prompt has been read, each percentage once', async () => {
    const read = (processed: number) => ({
      choices: [{ index: 0, delta: { role: 'assistant', content: null }, finish_reason: null }],
      prompt_progress: { total: 1200, cache: 200, processed, time_ms: 10 },
    })
    const odd = { choices: [], prompt_progress: { total: 'all' } }
    const chunks = [read(200), read(630), read(632), odd, read(1200), ...chunksOf({ content: 'north' })]
    const { complete, deltas } = await openClient([{ kind: 'stream', chunks }])
    const reply = await complete()
    expect(reply.content).toBe('north')
    expect(deltas.flatMap(({ part, text }) => (part === 'prompt' ? [text] : []))).toEqual(['0', '43', '100'])
    expect(deltas.map(({ part }) => part)).toEqual(['prompt', 'prompt', 'prompt', 'content', 'content'])
  })

  it('streams all of its text, even if its end could start a secret', async () => {
    const { complete, deltas } = await openClient([says('go north to the lamp-se')], {
      readApiKey: () => 'lamp-secret',
    })
    const reply = await complete()
    expect(deltas.map(({ text }) => text).join('')).toBe('go north to the lamp-se')
    expect(reply.content).toBe('go north to the lamp-se')
  })

  it('P11: has the tool calls under the names that the app knows (R4.2)', async () => {
    const think = { type: 'function', function: { name: 'thoughtbox.think', description: '', parameters: {} } } as const
    const { complete, endpoint } = await openClient([
      calls({ id: 'c', name: 'thoughtbox__think', arguments: '{"a":1}' }),
    ])
    const reply = await complete({ tools: [think], toolChoice: 'auto' })
    expect(reply.toolCalls).toEqual([
      { id: 'c', type: 'function', function: { name: 'thoughtbox.think', arguments: '{"a":1}' } },
    ])
    expect(endpoint.requests[0]).toMatchObject({ tools: [{ function: { name: 'thoughtbox__think' } }] })
  })

  it('needs no key on this machine, and sends the key it is given', async () => {
    const { complete, endpoint } = await openClient([says('x'), says('y')], {
      readApiKey: vi.fn().mockReturnValueOnce(null).mockReturnValue('sk-1'),
    })
    await complete()
    await complete()
    expect(endpoint.authorization).toEqual(['Bearer none', 'Bearer sk-1'])
  })

  it('asks for a key before it asks a remote endpoint', async () => {
    const { refusal, endpoint } = await openClient([], plainEndpoint('https://models.example.org/v1', 'openrouter'))
    expect(await refusal()).toMatchObject({
      kind: 'refused',
      code: 'missing_key',
      message: expect.stringMatching(/models\.example\.org.*OPENROUTER_API_KEY/),
    })
    expect(endpoint.requests).toHaveLength(0)
  })
})

describe('an endpoint that fails', () => {
  it.each([
    [400, 'refused'],
    [401, 'refused'],
    [402, 'unavailable'],
    [403, 'refused'],
    [404, 'refused'],
    [422, 'refused'],
  ])('with %i is not asked again: %s', async (status, kind) => {
    const { refusal, endpoint, failures } = await openClient(
      forever(error(status, { body: { error: { message: 'the reason' } } })),
    )
    expect(await refusal()).toMatchObject({
      kind,
      code: String(status),
      message: expect.stringContaining('the reason'),
    })
    expect(endpoint.requests).toHaveLength(1)
    expect(failures).toMatchObject([{ attempt: 1, code: String(status), retryInMs: null }])
  })

  it('names its address and the variable of the key, never the key', async () => {
    const { refusal, endpoint } = await openClient(
      [error(401, { body: { error: { message: 'Incorrect API key: sk-secret' } } })],
      { readApiKey: () => 'sk-secret' },
    )
    const { message } = await refusal()
    expect(message).toContain(endpoint.baseUrl)
    expect(message).toContain('OPENAI_API_KEY')
    expect(message).not.toContain('sk-secret')
  })

  it('may repeat the key, cut or encoded, but no part of it is shown', async () => {
    const key = 'sk-0123456789-abcdefghij'
    const { refusal } = await openClient(
      [error(418, { body: { error: { message: `${'x'.repeat(1990)}${key}`, code: key.repeat(1000) } } })],
      { readApiKey: () => key },
    )
    const { message, code } = await refusal()
    expect(message).toContain('xxx')
    expect(`${message} ${code}`).not.toContain('sk-0')
    expect(message.length).toBeLessThan(2200)
  })

  it.each([408, 429, 500, 502, 503, 529])('with %i is retried with growing delays', async (status) => {
    const { complete, waits, failures } = await openClient(
      [error(status), error(status), error(status), says('north')],
      { retry: { initial_delay: 1, exponential_base: 2, max_delay: 3 } },
    )
    expect((await complete()).content).toBe('north')
    expect(waits).toEqual([1000, 2000, 3000])
    expect(failures.map(({ attempt, retryInMs }) => [attempt, retryInMs])).toEqual([
      [1, 1000],
      [2, 2000],
      [3, 3000],
    ])
  })

  it('every time is unavailable once the retries are used up', async () => {
    const { refusal, endpoint, failures } = await openClient(forever(error(500)), { retry: { max_retries: 2 } })
    expect(await refusal()).toMatchObject({ kind: 'unavailable', code: '500' })
    expect(endpoint.requests).toHaveLength(3)
    expect(failures.at(-1)).toMatchObject({ attempt: 3, retryInMs: null })
  })

  it.each([
    [{ 'retry-after': '7' }, 7000],
    [{ 'retry-after-ms': '250' }, 250],
    [{ 'retry-after': new Date(1_000_000_000_000 + 5000).toUTCString() }, 5000],
  ])('may request a delay, which is observed: %o', async (headers, waitMs) => {
    const { complete, waits } = await openClient([error(429, { headers }), says('x')], { now: () => 1_000_000_000_000 })
    await complete()
    expect(waits).toEqual([waitMs])
  })

  it('that requests a longer delay than allowed is not retried', async () => {
    const { refusal, endpoint } = await openClient(forever(error(429, { headers: { 'retry-after': '3600' } })))
    expect(await refusal()).toMatchObject({
      kind: 'unavailable',
      code: '429',
      message: expect.stringContaining('3600 s'),
    })
    expect(endpoint.requests).toHaveLength(1)
  })

  it('because the account is empty is not retried', async () => {
    const { refusal, endpoint } = await openClient(
      forever(error(429, { body: { error: { message: 'quota', code: 'insufficient_quota' } } })),
    )
    expect(await refusal()).toMatchObject({ kind: 'unavailable' })
    expect(endpoint.requests).toHaveLength(1)
  })

  it('because it cannot be reached is unavailable, with the reason of the system', async () => {
    const { endpoint, refusal } = await openClient([], { retry: { max_retries: 1 } })
    await endpoint.close()
    expect(await refusal()).toMatchObject({
      kind: 'unavailable',
      code: 'ECONNREFUSED',
      message: expect.stringContaining(endpoint.baseUrl),
    })
  })

  it.each([
    ['is cut by the connection', { kind: 'cut', chunks: chunksOf({ content: 'nor' }).slice(0, 2) }],
    ['ends without a finish', { kind: 'raw', text: 'data: {"choices":[{"delta":{"content":"nor"}}]}\n\n' }],
    ['holds no JSON', { kind: 'raw', text: 'data: {"choices": [\n\n' }],
    ['holds something else', { kind: 'raw', text: 'data: {"choices": 7}\n\ndata: [DONE]\n\n' }],
    ['holds an error', { kind: 'raw', text: 'data: {"error": {"code": 502, "message": "upstream"}}\n\n' }],
    ['is empty', { kind: 'raw', text: '' }],
  ] as const)('with a stream that %s is asked again', async (_what, broken) => {
    const { complete, failures } = await openClient([broken, says('north')])
    expect((await complete()).content).toBe('north')
    expect(failures).toHaveLength(1)
  })

  it('with a stalled stream is cut off and retried', async () => {
    const { complete, failures, endpoint } = await openClient(
      [{ kind: 'stall', chunks: chunksOf({ content: 'nor' }).slice(0, 2) }, says('north')],
      { retry: { idle_timeout_seconds: 0.05 } },
    )
    expect((await complete()).content).toBe('north')
    expect(failures).toMatchObject([{ code: 'stalled' }])
    await endpoint.dropped(0)
  })

  it('without an answer in time is cut off and retried', async () => {
    const { complete, failures, endpoint } = await openClient([{ kind: 'stall', chunks: [] }, says('north')], {
      retry: { timeout_seconds: 1, local_timeout_seconds: 300 },
      shownAddress: 'https://models.example/v1',
    })
    expect((await complete()).content).toBe('north')
    expect(failures).toMatchObject([{ code: 'timeout' }])
    await endpoint.dropped(0)
  })

  it('on this computer is not asked again while it reads the prompt', async () => {
    const { refusal, failures, endpoint } = await openClient([{ kind: 'stall', chunks: [] }], {
      retry: { timeout_seconds: 0.1, local_timeout_seconds: 1 },
    })
    expect(await refusal()).toMatchObject({ kind: 'unavailable', code: 'timeout' })
    expect(failures).toMatchObject([{ retryInMs: null }])
    expect(endpoint.requests).toHaveLength(1)
  })

  it('by refusing single requests does not open the breaker', async () => {
    const { complete, refusal, endpoint } = await openClient(
      (_request, index) => (index < 5 ? error(400) : says('north')),
      { retry: { circuit_breaker_failure_threshold: 3 } },
    )
    for (let refused = 0; refused < 5; refused++)
      expect(await refusal()).toMatchObject({ kind: 'refused', code: '400' })
    expect((await complete()).content).toBe('north')
    expect(endpoint.requests).toHaveLength(6)
  })

  it('too often in a row is not called until the breaker allows one attempt', async () => {
    let now = 0
    let works = false
    const { complete, refusal, endpoint } = await openClient(() => (works ? says('north') : error(500)), {
      clock: () => now,
      retry: { max_retries: 5, circuit_breaker_failure_threshold: 3, circuit_breaker_recovery_timeout: 10 },
    })
    expect(await refusal()).toMatchObject({ kind: 'unavailable', code: '500' })
    expect(endpoint.requests).toHaveLength(3)
    expect(await refusal()).toMatchObject({
      kind: 'unavailable',
      code: 'circuit_open',
      message: expect.stringMatching(/\(500\): .*\. It failed too often in a row; .* in 10 s\./) as string,
    })
    expect(endpoint.requests).toHaveLength(3)
    now = 10_000
    works = true
    expect((await complete()).content).toBe('north')
  })

  it('for one model is asked for the next model of the list', async () => {
    const { complete, endpoint } = await openClient((request) => (request.model === 'm' ? error(404) : says('north')), {
      fallbackModels: ['n'],
    })
    expect((await complete()).content).toBe('north')
    expect(endpoint.requests.map(({ model }) => model)).toEqual(['m', 'n'])
  })
})

describe('stopping', () => {
  it('ends a stream at once with the reason of the signal', async () => {
    const { complete, endpoint } = await openClient([
      { kind: 'stall', chunks: chunksOf({ content: 'north' }).slice(0, 2) },
    ])
    const controller = new AbortController()
    const reason = new Error('stopped by you')
    await expect(complete({ signal: controller.signal, onDelta: () => controller.abort(reason) })).rejects.toBe(reason)
    await endpoint.dropped(0)
  })

  it('ends a wait between attempts at once', async () => {
    const controller = new AbortController()
    const reason = new Error('stopped by you')
    const { complete } = await openClient(forever(error(500)), { sleep: undefined, retry: { initial_delay: 60 } })
    await expect(
      complete({ signal: controller.signal, onAttemptFailed: () => queueMicrotask(() => controller.abort(reason)) }),
    ).rejects.toBe(reason)
  })

  it('makes the next attempt at once if a person ends the wait, and reports its body again', async () => {
    const wait = new AbortController()
    const bodies: unknown[] = []
    const { complete, failures } = await openClient([error(500), says('north')], {
      sleep: undefined,
      retry: { initial_delay: 60 },
    })
    const { content } = await complete({
      waitSignal: () => wait.signal,
      onSent: (body) => {
        bodies.push(body)
        queueMicrotask(() => wait.abort())
      },
    })
    expect(content).toBe('north')
    expect(failures).toMatchObject([{ attempt: 1, retryInMs: 60_000 }])
    expect(bodies).toHaveLength(2)
  })

  it('before a request sends nothing', async () => {
    const { complete, endpoint } = await openClient([says('x')])
    await expect(complete({ signal: AbortSignal.abort(new Error('stopped')) })).rejects.toThrow('stopped')
    expect(endpoint.requests).toHaveLength(0)
  })
})

/** Untrusted endpoints: endless replies are cut off. */
describe('a reply without end', () => {
  const chunk = (delta: unknown) => `data: ${JSON.stringify({ choices: [{ delta }] })}\n\n`
  const limits = settings.parse({ limits: { reply_bytes: 100_000, line_bytes: 100_000, reply_seconds: 0.5 } }).limits
  const once = { limits, retry: { max_retries: 1, idle_timeout_seconds: 10 } }

  it.each([
    [
      'of text',
      { piece: chunk({ content: FILLERS }) },
      'the reply is longer than 100,000 bytes (setting limits.reply_bytes)',
    ],
    [
      'of thoughts',
      { piece: chunk({ reasoning: FILLERS }) },
      'the reply is longer than 100,000 bytes (setting limits.reply_bytes)',
    ],
    [
      'of arguments',
      { piece: chunk({ tool_calls: [{ index: 0, function: { arguments: FILLERS } }] }) },
      'the reply is longer than 100,000 bytes (setting limits.reply_bytes)',
    ],
    [
      'of a line',
      { head: 'data: {"choices":[{"delta":{"content":"', piece: 'xxxxxxxxxxxxxxxxxxxxxx' },
      'it sent a message of more than 100,000 bytes (setting limits.line_bytes)',
    ],
    [
      'of an error',
      { piece: 'no. ', contentType: 'application/json' },
      'it sent a message of more than 100,000 bytes (setting limits.line_bytes)',
    ],
  ])('%s is cut off and retried, and then fails with the reason', async (_what, reply, reason) => {
    const { endpoint, refusal, failures } = await openClient(() => ({ kind: 'endless', ...reply }), {
      ...once,
      limits: { ...limits, reply_seconds: 60 },
    })
    expect(await refusal()).toMatchObject({
      kind: 'unavailable',
      code: 'too_long',
      message: expect.stringContaining(reason) as string,
    })
    expect(failures.map(({ code }) => code)).toEqual(['too_long', 'too_long'])
    await Promise.all([endpoint.dropped(0), endpoint.dropped(1)])
  })

  it.each([
    ['of slow words', chunk({ content: '.' })],
    ['of pieces that say nothing', chunk({})],
  ])('%s may use the whole time limit, once', async (_what, piece) => {
    const { endpoint, refusal, failures } = await openClient(() => ({ kind: 'endless', piece, everyMs: 20 }), {
      ...once,
      shownAddress: 'https://models.example/v1',
    })
    expect(await refusal()).toMatchObject({
      kind: 'unavailable',
      code: 'too_slow',
      message: expect.stringContaining(
        'the reply was not complete after 0.5 s (setting limits.reply_seconds)',
      ) as string,
    })
    expect(failures).toHaveLength(1)
    await endpoint.dropped(0)
  })

  it('is cut off at once by a stop', async () => {
    const stop = new AbortController()
    const { endpoint, complete } = await openClient(() => ({ kind: 'endless', piece: chunk({ content: FILLERS }) }), {
      limits: settings.parse({}).limits,
    })
    let pieces = 0
    const reply = complete({
      signal: stop.signal,
      onDelta: () => ++pieces === 3000 && stop.abort(new Error('stopped')),
    })
    await expect(reply).rejects.toThrow('stopped')
    expect(pieces).toBeLessThan(4000)
    await endpoint.dropped(0)
  })

  it('nested too deeply is read without the deep parts', async () => {
    const deep = '{"a":['.repeat(3000) + ']}'.repeat(3000)
    const { complete } = await openClient([
      {
        kind: 'raw',
        text: `data: {"choices":[{"delta":{"content":"well","reasoning_details":[{"type":"x","deep":${deep}}]},"finish_reason":"stop"}]}\n\ndata: [DONE]\n\n`,
      },
    ])
    const reply = await complete()
    expect(reply.content).toBe('well')
    expect(JSON.stringify(reply.providerFields)).toContain('left out')
  })
})
