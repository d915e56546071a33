import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { EXPLORER_MODEL } from '@shared/episode/state/players'
import { assertPostOfJson, readBody, sendError, sendJson } from '../../base/chat-endpoint/answer-http'
import { type ChatRequestBody, parseChatRequest, RequestError } from '../../base/chat-endpoint/chat-request'
import { closeServer, listenOnLoopback } from '../../base/limits/connections'
import { createMemoryCache, type MemoryCache } from '../choice/player'
import { complete } from './completion'
import { sendReply } from './reply-stream'

export const EXPLORER_LABEL = 'Explorer — rule-based, not an AI model'

export interface Explorer {
  /** `http://127.0.0.1:PORT/v1` */
  readonly baseUrl: string
  readonly model: typeof EXPLORER_MODEL
  /** Stops the server and aborts replies that are being sent. */
  close(): Promise<void>
}

interface ExplorerOptions {
  /** Paces streamed replies; 0 sends them at once. */
  readonly wordsPerSecond: number
}

/** Starts the built-in player: an OpenAI-compatible endpoint on a free loopback port. */
export async function startExplorer({ wordsPerSecond }: ExplorerOptions): Promise<Explorer> {
  const service: Service = { cache: createMemoryCache(MEMORIES_KEPT), wordsPerSecond }
  const server = createServer((request, response) => {
    serve(request, response, service).catch((error: unknown) => sendError(response, error))
  })
  const port = await listenOnLoopback(server, 0)
  return {
    baseUrl: `http://127.0.0.1:${port}/v1`,
    model: EXPLORER_MODEL,
    close: () => closeServer(server),
  }
}

const MEMORIES_KEPT = 16

interface Service {
  readonly cache: MemoryCache
  readonly wordsPerSecond: number
}

async function serve(request: IncomingMessage, response: ServerResponse, service: Service): Promise<void> {
  // Prevents DNS rebinding: a web page must not reach this port under its own host name.
  if (!/^(?:127\.0\.0\.1|localhost|\[::1\])(?::\d+)?$/.test(request.headers.host ?? ''))
    throw new RequestError(403, 'forbidden_host', 'This endpoint answers on the loopback address only.')
  const { pathname } = new URL(request.url ?? '/', 'http://127.0.0.1')
  if (request.method === 'GET' && pathname === '/v1/models')
    return sendJson(response, { object: 'list', data: [MODEL] })
  if (request.method === 'GET' && decodeURIComponent(pathname) === `/v1/models/${EXPLORER_MODEL}`)
    return sendJson(response, MODEL)
  if (pathname !== '/v1/chat/completions')
    throw new RequestError(
      404,
      'not_found',
      `There is nothing at ${pathname}. The endpoint has /v1/models and /v1/chat/completions.`,
    )
  assertPostOfJson(request)
  await answerChat(parseChatRequest(await readBody(request)), response, service)
}

const MODEL = {
  id: EXPLORER_MODEL,
  object: 'model',
  created: 0,
  owned_by: 'builtin',
  name: EXPLORER_LABEL,
  supported_parameters: [
    'tools',
    'tool_choice',
    'response_format',
    'structured_outputs',
    'seed',
    'temperature',
    'max_tokens',
    'stop',
  ],
}

async function answerChat(body: ChatRequestBody, response: ServerResponse, service: Service): Promise<void> {
  if (body.model !== EXPLORER_MODEL)
    throw new RequestError(404, 'model_not_found', `There is no model "${body.model}" here, only "${EXPLORER_MODEL}".`)
  await sendReply(response, complete(body, service.cache), {
    streamed: body.stream ?? false,
    includeUsage: body.stream_options?.include_usage ?? false,
    wordsPerSecond: service.wordsPerSecond,
  })
}
