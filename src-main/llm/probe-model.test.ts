import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, it, onTestFinished } from 'vitest'
import type { ProbeResult } from '@shared/contract/models'
import { settings } from '@shared/settings/settings'
import { listModels } from './model-facts'
import { createChatClient } from './openai-client'
import { plainEndpoint } from './plain-endpoint.testkit'
import { probeModel } from './probe-model'
import { calls, chunksOf, says, type ScriptedReply, startScriptedEndpoint } from './scripted-endpoint.testkit'

const never = new AbortController().signal

async function open({
  replies = [],
  models = [],
  key = null,
  sent = null,
}: {
  replies?: readonly ScriptedReply[]
  models?: readonly unknown[]
  key?: string | null
  sent?: string | null
}) {
  const endpoint = await startScriptedEndpoint(replies, models, key)
  onTestFinished(() => endpoint.close())
  const client = createChatClient({
    ...plainEndpoint(endpoint.baseUrl, 'openai', () => sent),
    retry: settings.parse({ retry: { max_retries: 0 } }).retry,
  })
  return { endpoint, client }
}

describe('a probe', () => {
  const probe = async (replies: readonly ScriptedReply[]): Promise<Record<string, ProbeResult>> => {
    const { client } = await open({ replies })
    const found: Record<string, ProbeResult> = {}
    for await (const result of probeModel(client, 'm', never, () => performance.now())) found[result.probe] = result
    return found
  }

  it('of a model that can do everything says so, with the time', async () => {
    const found = await probe([
      { kind: 'stream', chunks: chunksOf({ content: 'one two three', reasoning: 'counting' }) },
      calls({ name: 'probe__look', arguments: '{"direction":"north"}' }),
      says('{"word":"lamp"}'),
    ])
    expect(Object.values(found).map(({ probe: name, verdict }) => [name, verdict])).toEqual([
      ['answer', 'yes'],
      ['streaming', 'yes'],
      ['reasoning', 'yes'],
      ['tools', 'yes'],
      ['json', 'yes'],
    ])
    expect(found.tools?.detail).toContain('north')
    expect(found.answer?.ms).toBeGreaterThanOrEqual(0)
  })

  it('of a model without tools says what it lacks', async () => {
    const found = await probe([
      says('one'),
      { kind: 'error', status: 400, body: { error: { message: 'tools are not supported' } } },
      says('north'),
      says('lamp'),
    ])
    expect(found).toMatchObject({
      reasoning: { verdict: 'no' },
      tools: { verdict: 'no', detail: expect.stringContaining('tools are not supported') },
      json: { verdict: 'no' },
    })
  })

  it('distinguishes an outage from an unsupported feature', async () => {
    const found = await probe([
      says('one'),
      { kind: 'error', status: 503, body: { error: { message: 'overloaded' } } },
      says('{"word":"lamp"}'),
    ])
    expect(found).toMatchObject({
      tools: { verdict: 'failed', detail: expect.stringContaining('overloaded') },
      json: { verdict: 'yes' },
    })
  })

  it('of an endpoint that does not answer ends with the reason', async () => {
    const found = await probe([{ kind: 'error', status: 404, body: { error: { message: 'no such model' } } }])
    expect(Object.values(found)).toMatchObject([
      { probe: 'answer', verdict: 'failed', detail: expect.stringContaining('no such model') },
    ])
  })

  it('that is cancelled aborts its request', async () => {
    const { client, endpoint } = await open({ replies: [{ kind: 'stall', chunks: [] }] })
    const cancel = new AbortController()
    const results = probeModel(client, 'm', cancel.signal, () => performance.now())
    const next = results.next()
    await expect.poll(() => endpoint.requests.length).toBe(1)
    cancel.abort(new Error('enough'))
    await expect(next).rejects.toThrow('enough')
    await endpoint.dropped(0)
  })
})

describe('the list of models', () => {
  it('is sorted by name, with the endpoint’s data', async () => {
    const { client, endpoint } = await open({
      models: [{ id: 'b' }, { id: 'a', context_length: 4096, supported_parameters: ['tools'] }, 'odd'],
    })
    expect(await listModels(client, endpoint.baseUrl, never)).toEqual([
      { id: 'a', contextLength: 4096, takesTools: true },
      { id: 'b', contextLength: null, takesTools: null },
    ])
  })

  it('has unique, visible names', async () => {
    const odd = ['', ' ', 'x'.repeat(201), 'evil\u202e', 'a\u001b[2J', 'two\nlines', 'half\ud800']
    const models = [...odd, 'lamp', 'lamp'].map((id) => ({ id, context_length: -1 }))
    const { client, endpoint } = await open({ models })
    expect(await listModels(client, endpoint.baseUrl, never)).toEqual([
      { id: 'lamp', contextLength: null, takesTools: null },
    ])
  })

  it('is cut if the endpoint’s list is endless', async () => {
    const { client, endpoint } = await open({
      models: Array.from({ length: 2500 }, (_, index) => ({ id: `m${index}` })),
    })
    const ids = (await listModels(client, endpoint.baseUrl, never)).map(({ id }) => id)
    expect([ids.length, ids.includes('m1999'), ids.includes('m2000')]).toEqual([2000, true, false])
  })

  it('is refused with a clear sentence if the answer is a page', async () => {
    const page = createServer((_request, response) =>
      response.writeHead(200, { 'content-type': 'application/json' }).end('<html>'),
    ).listen(0, '127.0.0.1')
    onTestFinished(() => void page.close())
    await once(page, 'listening')
    const baseUrl = `http://127.0.0.1:${(page.address() as AddressInfo).port}/v1`
    const client = createChatClient({ ...plainEndpoint(baseUrl, 'openai', () => 'k'), retry: settings.parse({}).retry })
    await expect(listModels(client, baseUrl, never)).rejects.toMatchObject({
      kind: 'not_received',
      message: `${baseUrl} answers, but not with a list of models. Enter the name of the model instead.`,
    })
  })

  it('is refused with a sentence that identifies a wrong key but never contains it', async () => {
    const { client, endpoint } = await open({ key: 'the-right-one', sent: 'the-wrong-one' })
    const refusal = await listModels(client, endpoint.baseUrl, never).catch((error: unknown) => error)
    expect(refusal).toMatchObject({ kind: 'bad_key', message: expect.stringContaining('did not accept the API key') })
    expect(String(refusal)).not.toContain('the-wrong-one')
  })
})
