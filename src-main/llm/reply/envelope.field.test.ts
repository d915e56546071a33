import { describe, expect, it } from 'vitest'
import type { ChatReply, LlmError } from '../chat-client'
import { openClient } from '../open-client.testkit'
import type { ScriptedReply } from '../scripted-endpoint.testkit'

/** The result of an answer: the reply, or the failure. */
async function ask(answer: ScriptedReply): Promise<{ reply?: ChatReply; error?: LlmError; requests: number }> {
  const { complete, endpoint } = await openClient(() => answer, { retry: { max_retries: 1 } })
  const result = await complete().then(
    (reply) => ({ reply }),
    (error: LlmError) => ({ error }),
  )
  return { ...result, requests: endpoint.requests.length }
}

const raw = (text: string, more: object = {}): ScriptedReply => ({ kind: 'raw', text, ...more })
const json = (value: unknown, more: object = {}) =>
  raw(JSON.stringify(value), { contentType: 'application/json', ...more })
const events = (...chunks: readonly unknown[]) =>
  raw(`${chunks.map((chunk) => `data: ${JSON.stringify(chunk)}\n\n`).join('')}data: [DONE]\n\n`)
const message = (content: unknown, more: object = {}) => ({
  choices: [{ index: 0, message: { role: 'assistant', content }, finish_reason: 'stop', ...more }],
})
const delta = (change: object, finish_reason: string | null = null) => ({ choices: [{ delta: change, finish_reason }] })

describe('a whole answer', () => {
  it.each<[source: string, reply: ScriptedReply]>([
    ['litellm#16272: content as parts', events(delta({ content: [{ type: 'text', text: 'north' }] }, 'stop'))],
    [
      'Mistral: thoughts and words as parts',
      events(
        delta({ content: [{ type: 'thinking', thinking: [{ type: 'text', text: 'hm' }] }] }),
        delta({ content: 'north' }, 'stop'),
      ),
    ],
    [
      'vercel/ai#13703: thoughts, a part of an unknown type and words in one list',
      events(
        delta(
          {
            content: [
              { type: 'thinking', thinking: [{ type: 'text', text: 'hm' }] },
              { type: 'reference', reference_ids: [1] },
              { type: 'text', text: 'north' },
            ],
          },
          'stop',
        ),
      ),
    ],
    ['one JSON object', json(message('north'))],
    [
      'one JSON object in several lines',
      raw(JSON.stringify(message('north'), null, 2), { contentType: 'application/json' }),
    ],
    ['one JSON object with parts', json(message([{ type: 'text', text: 'north' }]))],
    ['one JSON object as an event stream', raw(JSON.stringify(message('north')))],
    ['one JSON object as one event', events(message('north'))],
    [
      'oh-my-pi#9433: an object a line',
      raw(
        [delta({ content: 'nor' }), delta({ content: 'th' }, 'stop')].map((each) => JSON.stringify(each)).join('\n'),
        { contentType: 'application/x-ndjson' },
      ),
    ],
    [
      'Ollama’s own form',
      raw(
        [
          { message: { content: 'nor' }, done: false },
          { message: { content: 'th' }, done: true, done_reason: 'stop' },
        ]
          .map((each) => JSON.stringify(each))
          .join('\n'),
      ),
    ],
    [
      'alfredapp/openai-workflow#52, anomalyco/opencode#43379: chunks without the key of a finish reason',
      events({ choices: [{ index: 0, delta: { content: 'nor' } }] }, { choices: [{ delta: { content: 'th' } }] }),
    ],
    [
      'NousResearch/hermes-agent#90849: one JSON object whose finish reason is null',
      json(message('north', { finish_reason: null })),
    ],
    ['GoModel#827: [DONE] without a finish reason', events(delta({ content: 'north' }))],
    [
      'a byte order mark and comments',
      raw(`\ufeff: hello\n\ndata: ${JSON.stringify(delta({ content: 'north' }, 'stop'))}\n\ndata: [DONE]\n\n`),
    ],
    ['no blank after the colon', raw(`data:${JSON.stringify(delta({ content: 'north' }, 'stop'))}\n\ndata:[DONE]\n\n`)],
    ['an error field that is null', events({ ...delta({ content: 'north' }, 'stop'), error: null })],
  ])('is read: %s', async (_source, reply) => {
    expect((await ask(reply)).reply?.content).toBe('north')
  })

  it('has its tool calls with status 200 and without a stream', async () => {
    const call = { id: 'c', type: 'function', function: { name: 'x', arguments: { a: 1 } } }
    const { reply } = await ask(
      json({ choices: [{ message: { content: null, tool_calls: [call] }, finish_reason: 'tool_calls' }] }),
    )
    expect(reply?.toolCalls).toMatchObject([{ id: 'c', function: { name: 'x', arguments: '{"a":1}' } }])
  })
})

describe('an error in an odd form', () => {
  it.each<[source: string, reply: ScriptedReply, words: string | RegExp, requests: number]>([
    [
      'an object with status 200, to retry',
      json({ error: { message: 'Upstream is busy', code: 503 } }),
      /gave no usable answer \(503\): Upstream is busy\.$/,
      2,
    ],
    ['a text with status 200', json({ error: 'model is loading' }), /: model is loading\.$/, 2],
    [
      'an object of another kind with status 200',
      json({ code: 1305, msg: '当前API请求过多', success: false }),
      /当前API请求过多/,
      2,
    ],
    [
      'runpod-workers/worker-vllm#57: an error of vLLM with status 200',
      json({
        code: 404,
        message: 'The model `m` does not exist.',
        object: 'error',
        param: null,
        type: 'NotFoundError',
      }),
      /The model `m` does not exist/,
      1,
    ],
    [
      'base_resp with status 200',
      json({ base_resp: { status_code: 1004, status_msg: 'login fail' } }),
      /login fail/,
      2,
    ],
    [
      'in a stream, as vLLM sends it',
      events({ object: 'error', message: 'The engine is dead', code: 500 }),
      /\(500\): The engine is dead\.$/,
      2,
    ],
    [
      'in a stream, as a list',
      events([{ error: { code: 400, message: 'No such thing' } }]),
      /refused the request \(400\): No such thing\.$/,
      1,
    ],
    [
      'in a stream, as an event',
      raw('event: error\ndata: {"type":"error","error":{"type":"overloaded_error","message":"Overloaded"}}\n\n'),
      /Overloaded/,
      2,
    ],
    [
      'words without a form',
      raw('upstream connect error', { contentType: 'text/plain' }),
      /: upstream connect error\.$/,
      2,
    ],
    [
      'a page of Cloudflare',
      raw(`<!DOCTYPE html><html><head><title>502: Bad&nbsp;gateway</title></head>${'<p>'.repeat(3000)}`, {
        status: 502,
      }),
      /gave no usable answer \(502\): the page "502: Bad gateway"\.$/,
      2,
    ],
    [
      'a page of nginx',
      raw('<html>\r\n<head><title>504 Gateway Time-out</title></head>', { status: 504 }),
      /the page "504 Gateway Time-out"/,
      2,
    ],
    [
      'acheong08/EdgeGPT#543: a page of Cloudflare with comments before its head',
      raw(
        `<!DOCTYPE html>\n<!--[if lt IE 7]> <html class="no-js ie6 oldie" lang="en-US"> <![endif]-->\n<!--[if gt IE 8]><!--> <html class="no-js" lang="en-US"> <!--<![endif]-->\n<head>\n\n<title>example.org | 502: Bad gateway</title>${'<p>'.repeat(3000)}`,
        { status: 502, contentType: 'text/html; charset=UTF-8' },
      ),
      /gave no usable answer \(502\): the page "example\.org \| 502: Bad gateway"\.$/,
      2,
    ],
    [
      'tsundereraws/aisub-translator#2: a page of nginx at an address without /v1',
      raw('<html>\r\n<head><title>404 Not Found</title></head>\r\n<body>\r\n<center><h1>404 Not Found</h1></center>', {
        status: 404,
        contentType: 'text/html',
      }),
      /the page "404 Not Found"/,
      1,
    ],
    [
      'an error in XML',
      raw('<?xml version="1.0"?><Error><Code>X</Code><Message>Access denied</Message></Error>', { status: 403 }),
      /Access denied/,
      1,
    ],
    [
      'a sign-in page',
      raw('<!doctype html><html><title>Sign in to Example</title>', { contentType: 'text/html' }),
      /sent the page "Sign in to Example" instead of an answer\. Check the address/,
      1,
    ],
    [
      'ChatGPTNextWeb/NextChat#3814: the page of an app at a wrong path',
      raw(
        '<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charSet="utf-8"/>\n<title>NextChat</title>\n<meta name="description" content="x"/>',
        { contentType: 'text/html' },
      ),
      /sent the page "NextChat" instead of an answer\. Check the address/,
      1,
    ],
    [
      'Gemini: a list',
      json([{ error: { code: 400, message: 'API key not valid.' } }], { status: 400 }),
      /refused the request \(400\): API key not valid\.$/,
      1,
    ],
    [
      'FuzzAnything/PromptFuzz#42, bytedance/deer-flow#1515: a list of Gemini with violations',
      json(
        [
          {
            error: {
              code: 400,
              message: 'Invalid JSON payload received. Unknown name "web_search_options": Cannot find field.',
              status: 'INVALID_ARGUMENT',
              details: [
                {
                  '@type': 'type.googleapis.com/google.rpc.BadRequest',
                  fieldViolations: [
                    {
                      description:
                        'Invalid JSON payload received. Unknown name "web_search_options": Cannot find field.',
                    },
                  ],
                },
              ],
            },
          },
        ],
        { status: 400 },
      ),
      /\(400\): Invalid JSON payload received\. Unknown name "web_search_options": Cannot find field\.$/,
      1,
    ],
    [
      'FastAPI: a list of faults',
      json({ detail: [{ loc: ['body', 'messages'], msg: 'field required' }] }, { status: 422 }),
      /\(422\): messages: field required\.$/,
      1,
    ],
    [
      'xtekky/gpt4free#1618: a list of two missing fields with the whole input',
      json(
        {
          detail: ['provider', 'stop'].map((field) => ({
            type: 'missing',
            loc: ['body', field],
            msg: 'Field required',
            input: { messages: [{ role: 'user', content: 'test' }], model: 'm', temperature: 0.7, stream: true },
            url: 'https://errors.pydantic.dev/2.6/v/missing',
          })),
        },
        { status: 422 },
      ),
      /\(422\): provider: Field required; stop: Field required\.$/,
      1,
    ],
    [
      'theroyallab/tabbyAPI#317: a list whose fault names the body alone',
      json({ detail: [{ type: 'missing', loc: ['body'], msg: 'Field required', input: null }] }, { status: 422 }),
      /\(422\): Field required\.$/,
      1,
    ],
    [
      'OpenRouter: the error of a provider inside',
      json(
        {
          error: {
            message: 'Provider returned error',
            code: 400,
            metadata: { raw: '{"error":{"message":"Bad image"}}' },
          },
        },
        { status: 400 },
      ),
      /Provider returned error: Bad image\.$/,
      1,
    ],
    [
      'a message that is JSON',
      json({ error: { message: '{"detail":"No such route"}' } }, { status: 400 }),
      /: No such route\.$/,
      1,
    ],
    ['nothing', raw('', { status: 500 }), /\(500\): no reason given\.$/, 2],
  ])('is one sentence: %s', async (_source, reply, words, requests) => {
    const { error, requests: asked } = await ask(reply)
    expect(error?.message).toMatch(words)
    expect(error?.message.length).toBeLessThan(300)
    expect(asked).toBe(requests)
  })
})
