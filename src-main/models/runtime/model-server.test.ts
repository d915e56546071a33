import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { request as httpRequest } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { TINY_TEMPLATE, tinyModel } from '../tiny-model.testkit'
import { type ModelServer, startModelServer } from './model-server'
import { hasBinding, loadNativeModel, LoadError, type NativeModel } from './native-model'
import { scriptedNative } from './scripted-native.testkit'

/** The model of most tests runs in llama.cpp, and its file has 1 MB. */

const ANSWER = ['{"thinking": "A mailbox.", ', '"action": "open mailbox", ', '"new_objective": null}']
const TOKEN = 'token-of-the-test'
const without = hasBinding() ? '' : ` (skipped: no llama.cpp for ${process.platform} on ${process.arch})`

let folder: string
beforeAll(() => void (folder = mkdtempSync(join(tmpdir(), 'zorkgpt-model-'))))
afterAll(() => rmSync(folder, { recursive: true }))

const asked = (changes: object = {}) => ({
  model: 'tiny',
  messages: [{ role: 'user', content: 'You are west of a white house.' }],
  ...changes,
})

const post = ({ port }: ModelServer, body: unknown, headers: Record<string, string> = {}, signal?: AbortSignal) =>
  fetch(`http://127.0.0.1:${port}/v1/chat/completions`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${TOKEN}`, ...headers },
    body: JSON.stringify(body),
    signal: signal ?? null,
  })

interface Chunk {
  readonly choices: readonly [
    { readonly delta: { readonly content?: string | null }; readonly finish_reason: string | null }?,
  ]
  readonly usage?: {
    readonly prompt_tokens: number
    readonly prompt_tokens_details: { readonly cached_tokens: number }
  }
  readonly prompt_progress?: { readonly total: number; readonly processed: number; readonly cache: number }
}
const eventsIn = (text: string) =>
  text
    .split('\n\n')
    .filter((line) => line.startsWith('data: {'))
    .map((line) => JSON.parse(line.slice('data: '.length)) as Chunk)
const contentOf = (chunks: readonly Chunk[]) => chunks.map(({ choices }) => choices[0]?.delta.content ?? '').join('')

const serve = (loading: Promise<NativeModel>, template = TINY_TEMPLATE) =>
  startModelServer({ name: 'tiny', template, token: TOKEN, port: 0, loading })

describe.skipIf(without !== '')(`a model in llama.cpp${without}`, () => {
  let server: ModelServer
  beforeAll(async () => {
    const file = join(folder, 'tiny.gguf')
    writeFileSync(file, tinyModel({ answer: ANSWER }))
    server = await serve(loadNativeModel({ file, contextTokens: 512, threads: 1, onProgress() {} }))
  })
  afterAll(() => server.close())

  it('answers in one piece', async () => {
    const reply = (await (await post(server, asked())).json()) as object
    expect(reply).toMatchObject({
      object: 'chat.completion',
      model: 'tiny',
      choices: [{ message: { role: 'assistant', content: ANSWER.join('') }, finish_reason: 'stop' }],
      usage: { completion_tokens: 3 },
    })
  })

  it('streams, with usage and the progress of reading the prompt', async () => {
    const body = asked({
      messages: [{ role: 'user', content: 'Another question.' }],
      stream: true,
      stream_options: { include_usage: true },
      return_progress: true,
    })
    const chunks = eventsIn(await (await post(server, body)).text())
    expect(contentOf(chunks)).toBe(ANSWER.join(''))
    const progress = chunks.flatMap((chunk) => chunk.prompt_progress ?? [])
    expect(progress.at(-1)?.processed).toBe(progress[0]?.total)
    expect(chunks.at(-1)?.usage?.prompt_tokens).toBe(progress[0]?.total)
  })

  it('reads the common beginning of two prompts once', async () => {
    const long = 'You are standing in an open field west of a white house. '.repeat(3)
    const usageAfter = async (content: string) => {
      const reply = (await (await post(server, asked({ messages: [{ role: 'user', content }] }))).json()) as Chunk
      return reply.usage
    }
    await usageAfter(`${long}One.`)
    const usage = await usageAfter(`${long}Two.`)
    expect(usage?.prompt_tokens_details.cached_tokens).toBeGreaterThan(long.length)
  })

  it('follows a schema, whatever the model would write', async () => {
    const schema = {
      type: 'object',
      properties: { exit: { enum: ['north', 'south'] }, steps: { type: 'integer' } },
      required: ['exit', 'steps'],
    }
    const body = asked({ response_format: { type: 'json_schema', json_schema: { name: 'move', schema } }, seed: 3 })
    const reply = (await (await post(server, body)).json()) as {
      readonly choices: readonly [{ readonly message: { readonly content: string } }]
    }
    const value = JSON.parse(reply.choices[0].message.content) as { readonly exit: string; readonly steps: number }
    expect(['north', 'south']).toContain(value.exit)
    expect(Number.isInteger(value.steps)).toBe(true)
  })

  it('repeats an answer with the same seed', async () => {
    const schema = { type: 'object', properties: { word: { type: 'string', maxLength: 12 } }, required: ['word'] }
    const ask = async (seed: number) => {
      const format = { type: 'json_schema', json_schema: { name: 'word', schema } }
      return (
        (await (await post(server, asked({ response_format: format, temperature: 1.5, seed }))).json()) as {
          readonly choices: readonly [{ readonly message: { readonly content: string } }]
        }
      ).choices[0].message.content
    }
    expect(await ask(1)).toBe(await ask(1))
    expect(await ask(1)).not.toBe(await ask(2))
  })

  it('lists itself with its context', async () => {
    const response = await fetch(`http://127.0.0.1:${server.port}/v1/models`, {
      headers: { authorization: `Bearer ${TOKEN}` },
    })
    expect(await response.json()).toMatchObject({
      data: [{ id: 'tiny', context_length: 512, supported_parameters: expect.arrayContaining(['tools']) as string[] }],
    })
  })

  it('refuses requests without its token, from pages and by another name', async () => {
    expect((await post(server, asked(), { authorization: 'Bearer wrong' })).status).toBe(401)
    expect((await post(server, asked(), { origin: 'https://evil.example' })).status).toBe(403)
    const status = await new Promise((resolve, reject) => {
      const headers = { host: 'evil.example', authorization: `Bearer ${TOKEN}` }
      httpRequest({ port: server.port, host: '127.0.0.1', path: '/v1/models', headers }, (response) =>
        resolve(response.resume().statusCode),
      )
        .on('error', reject)
        .end()
    })
    expect(status).toBe(403)
  })

  it('refuses another model, and a request that is too long', async () => {
    expect((await post(server, asked({ model: 'other' }))).status).toBe(404)
    const long = await post(server, asked({ messages: [{ role: 'user', content: 'x'.repeat(2000) }] }))
    expect(long.status).toBe(400)
    expect(await long.json()).toMatchObject({ error: { code: 'exceed_context_size_error' } })
  })

  it('refuses a file that llama.cpp cannot load, with its reason', async () => {
    const file = join(folder, 'broken.gguf')
    const bytes = tinyModel({ answer: ANSWER })
    writeFileSync(file, bytes.subarray(0, bytes.length - 5000))
    const broken = await serve(loadNativeModel({ file, contextTokens: 512, threads: 1, onProgress() {} }))
    const response = await post(broken, asked())
    expect(response.status).toBe(422)
    expect(await response.json()).toMatchObject({
      error: { message: expect.stringMatching(/^The model tiny cannot be loaded: .+/) as string },
    })
    await broken.close()
  })
})

describe('a server', () => {
  it('answers one request after the other', async () => {
    const order: string[] = []
    const model = scriptedNative({
      answers: ['first', 'second'],
      onEvaluate: async (text) => {
        order.push(text)
        await new Promise(setImmediate)
      },
    })
    const server = await serve(Promise.resolve(model), '')
    const replies = await Promise.all(
      ['One', 'Two'].map(async (content) =>
        (await post(server, asked({ messages: [{ role: 'user', content }] }))).text(),
      ),
    )
    expect(replies.map((text) => /"content":"(\w+)"/.exec(text)?.[1])).toEqual(['first', 'second'])
    const read = order.filter((text) => text.length > 1)
    expect(order.indexOf(read[1] ?? '')).toBeGreaterThan('first'.length)
    await server.close()
  })

  it('stops answering when the client is gone, and answers the next one', async () => {
    const leaving = new AbortController()
    let evaluations = 0
    const model = scriptedNative({
      answers: ['x'.repeat(900)],
      onEvaluate: async () => {
        evaluations++
        if (evaluations === 20) leaving.abort()
        await new Promise((resolve) => setTimeout(resolve, 1))
      },
    })
    const server = await serve(Promise.resolve(model), '')
    await expect(post(server, asked({ stream: true }), {}, leaving.signal).then((r) => r.text())).rejects.toThrow()
    const next = await post(server, asked({ max_tokens: 3 }))
    expect(await next.json()).toMatchObject({ choices: [{ message: { content: 'xxx' } }] })
    expect(evaluations).toBeLessThan(500)
    await server.close()
  })

  it('reports a failure in a stream that has begun as its last event', async () => {
    let count = 0
    const model = scriptedNative({
      answers: ['xyz'],
      onEvaluate: () => {
        if (++count === 3) throw new Error('Eval has failed')
      },
    })
    const server = await serve(Promise.resolve(model), '')
    const text = await (await post(server, asked({ stream: true }))).text()
    expect(text).toContain('"error":{"message":"Eval has failed"')
    expect(text).not.toContain('[DONE]')
    await server.close()
  })

  it('refuses requests while its model cannot be loaded', async () => {
    const server = await serve(Promise.reject(new LoadError('there is not enough memory for its context')))
    const response = await post(server, asked({ stream: true }))
    expect(response.status).toBe(422)
    await server.close()
  })
})
