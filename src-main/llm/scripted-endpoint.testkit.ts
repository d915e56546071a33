import { EventEmitter, once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A scripted endpoint's answer to one request. */
export type ScriptedReply =
  /** Streams these chunks as server-sent events, then `[DONE]`. */
  | { readonly kind: 'stream'; readonly chunks: readonly unknown[] }
  /** Streams the chunks and then breaks the connection. */
  | { readonly kind: 'cut'; readonly chunks: readonly unknown[] }
  /** Streams the chunks, and `[DONE]` if `done` is set; the connection then stays open without data. */
  | { readonly kind: 'stall'; readonly chunks: readonly unknown[]; readonly done?: boolean }
  | {
      readonly kind: 'error'
      readonly status: number
      readonly body?: unknown
      readonly headers?: Readonly<Record<string, string>>
    }
  /** Writes this text as the whole answer: an event stream, unless its type says otherwise. */
  | {
      readonly kind: 'raw'
      readonly text: string
      readonly status?: number
      readonly contentType?: string
      readonly headers?: Readonly<Record<string, string>>
    }
  /** Writes `head`, then `piece` repeatedly: as fast as it is read, or every `everyMs`. */
  | {
      readonly kind: 'endless'
      readonly head?: string
      readonly piece: string
      readonly everyMs?: number
      readonly contentType?: string
    }

/** Text for endless replies, without repeated short spans. */
export const FILLERS = Array.from({ length: 150 }, (_, at) => `word${at} `).join('')

export interface ScriptedEndpoint {
  readonly baseUrl: string
  /** Bodies of the requests so far. */
  readonly requests: readonly Record<string, unknown>[]
  readonly authorization: readonly (string | undefined)[]
  readonly modelListsRead: () => number
  /** Bytes that endless replies have written so far. */
  readonly endlessBytes: () => number
  /** Resolves once the client has dropped the connection of the n-th request, counted from 0. */
  dropped(request: number): Promise<void>
  close(): Promise<void>
}

/**
 * A real chat endpoint on loopback. The script is the list of replies to the requests in order, or a function for any
 * number of requests. `models` is the model list; if there is a `key`, no other is accepted.
 */
export async function startScriptedEndpoint(
  script: readonly ScriptedReply[] | ((request: Record<string, unknown>, index: number) => ScriptedReply),
  models: readonly unknown[] = [],
  key: string | null = null,
): Promise<ScriptedEndpoint> {
  const requests: Record<string, unknown>[] = []
  const authorization: (string | undefined)[] = []
  const dropped = new Set<number>()
  const droppings = new EventEmitter()
  let modelListsRead = 0
  const endless = { bytes: 0 }
  const server = createServer((request, response) => {
    if (key !== null && request.headers.authorization !== `Bearer ${key}`) {
      request.resume()
      answer(response, {
        kind: 'error',
        status: 401,
        body: {
          error: { message: `Incorrect API key provided: ${request.headers.authorization?.replace('Bearer ', '')}` },
        },
      })
      return
    }
    if (request.method === 'GET' && request.url === '/v1/models') {
      modelListsRead++
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ data: models }))
      return
    }
    void readBody(request).then((body) => {
      const index = requests.push(body) - 1
      authorization.push(request.headers.authorization)
      response.once('close', () => {
        dropped.add(index)
        droppings.emit('drop')
      })
      const reply = typeof script === 'function' ? script(body, index) : script[index]
      answer(
        response,
        reply ?? { kind: 'error', status: 500, body: { error: { message: 'the script is over' } } },
        endless,
      )
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    requests,
    authorization,
    modelListsRead: () => modelListsRead,
    endlessBytes: () => endless.bytes,
    async dropped(index) {
      while (!dropped.has(index)) await once(droppings, 'drop')
    },
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

async function readBody(request: IncomingMessage): Promise<Record<string, unknown>> {
  let text = ''
  for await (const piece of request.setEncoding('utf8')) text += piece
  return JSON.parse(text)
}

function answer(response: ServerResponse, reply: ScriptedReply, endless = { bytes: 0 }): void {
  if (reply.kind === 'error') {
    response.writeHead(reply.status, { 'content-type': 'application/json', ...reply.headers })
    response.end(JSON.stringify(reply.body ?? { error: { message: `scripted ${reply.status}` } }))
    return
  }
  const isTyped = reply.kind === 'endless' || reply.kind === 'raw'
  response.writeHead((reply.kind === 'raw' && reply.status) || 200, {
    'content-type': (isTyped && reply.contentType) || 'text/event-stream',
    ...(reply.kind === 'raw' && reply.headers),
  })
  if (reply.kind === 'endless') return writeWithoutEnd(response, reply, endless)
  if (reply.kind === 'raw') {
    response.end(reply.text)
    return
  }
  const events = reply.chunks.map((chunk) => `data: ${JSON.stringify(chunk)}\n\n`).join('')
  if (reply.kind === 'stream') response.end(`${events}data: [DONE]\n\n`)
  else if (reply.kind === 'stall') response.write(reply.done === true ? `${events}data: [DONE]\n\n` : events)
  else response.write(events, () => response.destroy())
}

function writeWithoutEnd(
  response: ServerResponse,
  { head = '', piece, everyMs }: Extract<ScriptedReply, { kind: 'endless' }>,
  endless: { bytes: number },
): void {
  response.write(head)
  if (everyMs !== undefined) {
    const timer = setInterval(() => response.write(piece), everyMs)
    response.once('close', () => clearInterval(timer))
    return
  }
  const pieces = Buffer.from(piece.repeat(Math.ceil(2 ** 16 / piece.length)))
  const write = () => {
    for (let isTaken = true; isTaken && !response.destroyed; endless.bytes += pieces.length)
      isTaken = response.write(pieces)
  }
  response.on('drain', write)
  write()
}

interface ScriptedCall {
  readonly id?: string
  readonly name: string
  readonly arguments: string
}

/** Chunks of a reply, in pieces as endpoints send them. */
export function chunksOf({
  content = '',
  reasoning = '',
  calls = [],
  finish = calls.length > 0 ? 'tool_calls' : 'stop',
  usage = { prompt_tokens: 10, completion_tokens: 5 },
}: {
  content?: string
  reasoning?: string
  calls?: readonly ScriptedCall[]
  finish?: string
  usage?: Readonly<Record<string, unknown>>
}): unknown[] {
  const chunk = (delta: unknown, finish_reason: string | null = null) => ({
    id: 'chatcmpl-1',
    object: 'chat.completion.chunk',
    created: 0,
    model: 'scripted-1',
    system_fingerprint: 'fp_1',
    choices: [{ index: 0, delta, finish_reason }],
  })
  const halves = (text: string) =>
    [text.slice(0, text.length >> 1), text.slice(text.length >> 1)].filter((half) => half !== '')
  return [
    chunk({ role: 'assistant', content: '' }),
    ...halves(reasoning).map((piece) => chunk({ reasoning: piece })),
    ...halves(content).map((piece) => chunk({ content: piece })),
    ...calls.flatMap(({ id, name, arguments: text }, index) => [
      chunk({
        tool_calls: [{ index, id: id ?? `call_${index}`, type: 'function', function: { name, arguments: '' } }],
      }),
      ...halves(text).map((piece) => chunk({ tool_calls: [{ index, function: { arguments: piece } }] })),
    ]),
    chunk({}, finish),
    { id: 'chatcmpl-1', object: 'chat.completion.chunk', created: 0, model: 'scripted-1', choices: [], usage },
  ]
}

export const says = (content: string): ScriptedReply => ({ kind: 'stream', chunks: chunksOf({ content }) })
export const calls = (...list: readonly ScriptedCall[]): ScriptedReply => ({
  kind: 'stream',
  chunks: chunksOf({ calls: list }),
})
export const acts = (action: string, thinking = 'because'): ScriptedReply =>
  says(JSON.stringify({ thinking, action, new_objective: null }))
