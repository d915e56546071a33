import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { parseAgentResponse } from '../../agent/agent-response'
import { EXPLORER_MODEL, type Explorer, startExplorer } from './endpoint'
import { FAULT_KINDS } from './faults'

let explorer: Explorer
beforeAll(async () => {
  explorer = await startExplorer({ wordsPerSecond: 0 })
})
afterAll(() => explorer.close())

const messages = [{ role: 'user', content: 'Hall\nA bare hall. A doorway leads north.' }]
const tools = [
  {
    type: 'function',
    function: { name: 'box__think', parameters: { type: 'object', properties: { thought: { type: 'string' } } } },
  },
]

const ask = (query: string, body: Record<string, unknown> = {}, signal?: AbortSignal) =>
  fetch(`${explorer.baseUrl}/chat/completions`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ model: `${EXPLORER_MODEL}?${query}`, messages, ...body }),
    ...(signal && { signal }),
  })

interface Reply {
  readonly choices: readonly [
    {
      readonly finish_reason: string
      readonly message: {
        readonly content: string | null
        readonly reasoning_content?: string
        readonly tool_calls?: readonly { readonly function: { readonly name: string; readonly arguments: string } }[]
      }
    },
  ]
  readonly usage?: unknown
}
const replyTo = async (query: string, body?: Record<string, unknown>) =>
  (await (await ask(query, body)).json()) as Reply

describe('fault modes', () => {
  it.each([
    ['bad_request', 400, 'invalid_request'],
    ['unauthorized', 401, 'invalid_api_key'],
    ['rate_limit', 429, 'rate_limit_exceeded'],
    ['server_error', 500, 'internal_error'],
  ])('%s turns the request away with %i', async (kind, status, code) => {
    const response = await ask(`fault=${kind}`)
    expect(response.status).toBe(status)
    expect(response.headers.get('retry-after')).toBe(kind === 'rate_limit' ? '1' : null)
    expect(await response.json()).toMatchObject({ error: { code } })
  })

  it('reset drops the line without a reply', async () => {
    await expect(ask('fault=reset')).rejects.toThrow('fetch failed')
  })

  it('malformed_json, refusal and empty are no answers, fenced_json is one', async () => {
    const reads = async (kind: string) =>
      parseAgentResponse((await replyTo(`fault=${kind}`)).choices[0].message.content ?? '').ok
    expect([
      await reads('malformed_json'),
      await reads('refusal'),
      await reads('empty'),
      await reads('fenced_json'),
    ]).toEqual([false, false, false, true])
  })

  it('length says that it was cut', async () => {
    expect((await replyTo('fault=length')).choices[0].finish_reason).toBe('length')
  })

  it('reasoning_only thinks and says nothing', async () => {
    expect((await replyTo('fault=reasoning_only')).choices[0].message).toMatchObject({
      content: null,
      reasoning_content: expect.any(String) as string,
    })
  })

  it('no_usage leaves the usage out', async () => {
    expect((await replyTo('fault=no_usage')).usage).toBeUndefined()
  })

  it.each([
    ['unknown_tool', 1],
    ['bad_arguments', 1],
    ['parallel_calls', 2],
    ['endless_calls', 1],
  ])('%s makes %i calls where tools are offered, and answers where none are', async (kind, count) => {
    expect((await replyTo(`fault=${kind}`, { tools })).choices[0].message.tool_calls).toHaveLength(count)
    expect((await replyTo(`fault=${kind}`)).choices[0].finish_reason).toBe('stop')
  })

  it('cut drops the stream before its end', async () => {
    const response = await ask('fault=cut', { stream: true })
    await expect(response.text()).rejects.toThrow('terminated')
  })

  it('broken_chunk sends a piece that is no JSON', async () => {
    const text = await (await ask('fault=broken_chunk', { stream: true })).text()
    const pieces = text.split('\n\n').filter((piece) => piece.startsWith('data: {'))
    expect(() => pieces.map((piece) => JSON.parse(piece.slice('data: '.length)) as unknown)).toThrow(SyntaxError)
  })

  it('stall begins to answer and then says nothing more', async () => {
    const leave = new AbortController()
    const response = await ask('fault=stall', { stream: true }, leave.signal)
    const reader = response.body?.getReader()
    const first = await reader?.read()
    const begun = new TextDecoder().decode(first?.value)
    expect(begun).toContain('"role":"assistant"')
    expect(begun).not.toContain('[DONE]')
    const next = reader?.read().then(
      () => 'more',
      () => 'gone',
    )
    leave.abort()
    expect(await next).toBe('gone')
  })

  it('befalls only its turn, and only so many times', async () => {
    expect((await ask('fault=server_error&turn=2')).status).toBe(200)
    const statuses = []
    for (let request = 0; request < 3; request++) statuses.push((await ask('fault=rate_limit&times=2')).status)
    expect(statuses).toEqual([429, 429, 200])
  })

  it('befalls the share of requests that its rate says, always the same ones', async () => {
    const statuses = async () => {
      const seen = []
      for (let turn = 0; turn < 30; turn++)
        seen.push(
          (await ask('fault=server_error&rate=0.5&seed=1', { messages: [{ role: 'user', content: `Hall ${turn}` }] }))
            .status,
        )
      return seen
    }
    const first = await statuses()
    expect(first.filter((status) => status === 500).length).toBeGreaterThan(5)
    expect(first.filter((status) => status === 200).length).toBeGreaterThan(5)
    expect(await statuses()).toEqual(first)
  })

  it('is asked for by a header as well', async () => {
    const response = await fetch(`${explorer.baseUrl}/chat/completions`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-explorer-fault': 'fault=server_error' },
      body: JSON.stringify({ model: EXPLORER_MODEL, messages }),
    })
    expect(response.status).toBe(500)
  })

  it('has no fault that nobody knows, and lists none as a model', async () => {
    expect((await ask('fault=sulk')).status).toBe(404)
    for (const parameter of ['turn=soon', 'times=', 'rate=1,5', 'seed=x'])
      expect([parameter, (await ask(`fault=server_error&${parameter}`)).status]).toEqual([parameter, 404])
    const models = await (await fetch(`${explorer.baseUrl}/models`)).text()
    for (const kind of FAULT_KINDS) expect(models).not.toContain(kind)
  })
})
