import { randomBytes } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { messageOf } from '@shared/base/expected-error'
import {
  assertPostOfJson,
  beginEvents,
  readBody,
  sendError,
  sendJson,
  toServerSentEvent,
} from '../../base/chat-endpoint/answer-http'
import { type ChatRequestBody, parseChatRequest, RequestError } from '../../base/chat-endpoint/chat-request'
import { whyRefused } from '../../base/limits/admission'
import { closeServer, listenOnLoopback } from '../../base/limits/connections'
import { answerChat, type Answerer, type AnswerPiece } from './answer-chat'
import { takesTools } from './chat-prompt'
import { EvaluatedPrompt } from './evaluated-prompt'
import type { NativeModel } from './native-model'
import { chunkOf, completionOf, emptyChunk, type ReplyHead, roleChunk, usageChunk } from './reply-chunks'

export interface ModelServerOptions {
  /** The name of the model in requests. */
  readonly name: string
  readonly template: string
  /** Clients send it as a bearer token. */
  readonly token: string
  /** 0 means any free port. */
  readonly port: number
  /** Requests wait for the model. If loading fails, they are answered with the reason. */
  readonly loading: Promise<NativeModel>
}

export interface ModelServer {
  readonly port: number
  close(): Promise<void>
}

/** Serves Chat Completions of one model on 127.0.0.1. Requests are answered one after the other. */
export async function startModelServer(options: ModelServerOptions): Promise<ModelServer> {
  const { name, template, token, loading } = options
  let queue: Promise<unknown> = Promise.resolve()
  const now = () => performance.now()
  const answerer = loading.then(
    (model): Answerer => ({ model, prompt: new EvaluatedPrompt(model, now), template, now }),
    (error: unknown) => {
      throw new RequestError(422, 'unsupported_model', `The model ${name} cannot be loaded: ${messageOf(error)}.`)
    },
  )
  answerer.catch(() => {})

  const listing = async () => {
    const { model } = await answerer
    const parameters = ['response_format', 'structured_outputs', 'seed', 'temperature', 'top_p', 'top_k', 'min_p']
    return {
      id: name,
      object: 'model',
      created: 0,
      owned_by: 'this computer',
      context_length: model.contextLength,
      supported_parameters: [
        ...parameters,
        'max_tokens',
        'stop',
        ...(takesTools(template) ? ['tools', 'tool_choice'] : []),
      ],
    }
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const refusal = whyRefused(request, port, [token])
    if (refusal) throw new RequestError(refusal.status, 'refused', refusal.reason)
    const { pathname } = new URL(request.url ?? '/', 'http://127.0.0.1')
    if (pathname === '/v1/models') return sendJson(response, { object: 'list', data: [await listing()] })
    if (pathname !== '/v1/chat/completions')
      throw new RequestError(
        404,
        'not_found',
        `There is nothing at ${pathname}, only /v1/models and /v1/chat/completions.`,
      )
    assertPostOfJson(request)
    const body = parseChatRequest(await readBody(request))
    if (body.model !== name)
      throw new RequestError(404, 'model_not_found', `There is no model "${body.model}" here, only "${name}".`)
    const head: ReplyHead = {
      id: `chatcmpl-${randomBytes(9).toString('base64url')}`,
      model: name,
      created: Math.floor(Date.now() / 1000),
    }
    const gone = new AbortController()
    response.once('close', () => gone.abort())
    const waiting = body.stream ? keepWaiting(head, response) : null
    const turn = queue.then(async () => {
      if (gone.signal.aborted) return
      const pieces = answerChat(body, await answerer, gone.signal)
      if (body.stream) await stream(pieces, body, head, response, () => clearInterval(waiting ?? undefined))
      else sendJson(response, completionOf(head, await collect(pieces)))
    })
    queue = turn.catch(() => {})
    await turn.finally(() => clearInterval(waiting ?? undefined))
  }

  const server = createServer((request, response) => {
    answer(request, response).catch((error: unknown) => {
      if (!response.destroyed) sendError(response, error)
    })
  })
  const port = await listenOnLoopback(server, options.port)
  return { port, close: () => closeServer(server) }
}

const WAITING_MS = 10_000

/**
 * Begins the stream of a request that has to wait for the model or for its turn, and sends empty chunks, because
 * clients give up on a server that sends no data. Errors of a request that did not wait have an HTTP status.
 */
function keepWaiting(head: ReplyHead, response: ServerResponse): NodeJS.Timeout {
  return setInterval(() => {
    begin(head, response)
    response.write(toServerSentEvent(emptyChunk(head)))
  }, WAITING_MS)
}

function begin(head: ReplyHead, response: ServerResponse): void {
  if (response.headersSent) return
  beginEvents(response)
  response.write(toServerSentEvent(roleChunk(head)))
}

async function stream(
  pieces: AsyncIterable<AnswerPiece>,
  { return_progress, stream_options }: ChatRequestBody,
  head: ReplyHead,
  response: ServerResponse,
  onBegin: () => void,
): Promise<void> {
  const send = (data: unknown) => void response.write(toServerSentEvent(data))
  for await (const piece of pieces) {
    onBegin()
    begin(head, response)
    const chunk = chunkOf(head, piece, return_progress === true)
    if (chunk !== null) send(chunk)
    if (piece.kind === 'end' && stream_options?.include_usage) send(usageChunk(head, piece.counts))
  }
  response.end(toServerSentEvent('[DONE]'))
}

async function collect(pieces: AsyncIterable<AnswerPiece>): Promise<readonly AnswerPiece[]> {
  const all: AnswerPiece[] = []
  for await (const piece of pieces) if (piece.kind !== 'progress') all.push(piece)
  return all
}
