import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type ChatRequestBody, parseChatRequest, positionOf, RequestError, textOf } from './chat-request'
import { complete, recite } from './completion'
import { befalls, distort, type FaultKind, parseFault, turnAway } from './faults'
import { createMemoryCache, type MemoryCache } from '../choice/player'
import { hasWords, readScript, type Script, scriptedReplyFor } from './script'
import { sendReply } from './send-reply'

export const EXPLORER_MODEL = 'builtin/explorer-1'
export const EXPLORER_LABEL = 'Explorer — rule-based, not an AI model'

export interface Explorer {
  /** `http://127.0.0.1:PORT/v1` */
  readonly baseUrl: string
  readonly model: typeof EXPLORER_MODEL
  /** Cuts what is being answered. */
  close(): Promise<void>
}

export interface ExplorerOptions {
  /** Paces streamed replies; 0 sends them at once. */
  readonly wordsPerSecond: number
  /** A fixture of replies that are given instead of the explorer's own (docs/explorer.md). */
  readonly scriptFile?: string
}

/** Starts the built-in player: an OpenAI-compatible endpoint on a free loopback port. */
export async function startExplorer({ wordsPerSecond, scriptFile }: ExplorerOptions): Promise<Explorer> {
  const desk: Desk = {
    cache: createMemoryCache(MEMORIES_KEPT),
    wordsPerSecond,
    faultsMade: new Map(),
    script: scriptFile === undefined ? { replies: [] } : readScript(scriptFile),
  }
  const server = createServer((request, response) => {
    serve(request, response, desk).catch((error: unknown) => sendError(response, error))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    baseUrl: `http://127.0.0.1:${port}/v1`,
    model: EXPLORER_MODEL,
    async close() {
      const closed = once(server, 'close')
      server.close()
      server.closeAllConnections()
      await closed
    },
  }
}

const MEMORIES_KEPT = 16
const MAX_BODY_BYTES = 64 * 1024 * 1024

/** What lives as long as the endpoint. */
interface Desk {
  readonly cache: MemoryCache
  readonly wordsPerSecond: number
  readonly script: Script
  /** How often each fault, as it was asked for, has befallen a request so far. */
  readonly faultsMade: Map<string, number>
}

async function serve(request: IncomingMessage, response: ServerResponse, desk: Desk): Promise<void> {
  // A page that a browser shows must not reach this port under a name of its own.
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
  if (request.method !== 'POST')
    throw new RequestError(405, 'method_not_allowed', 'Chat completions are asked for with POST.')
  if (!/^application\/json\b/i.test(request.headers['content-type'] ?? ''))
    throw new RequestError(415, 'unsupported_media_type', 'The body has to be application/json.')
  await answerChat(
    parseChatRequest(await readBody(request)),
    request.headers[FAULT_HEADER]?.toString() ?? null,
    response,
    desk,
  )
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

/** Asks for a fault as the part after the `?` of a model's name does, where a test has no say in the name. */
const FAULT_HEADER = 'x-explorer-fault'

async function answerChat(
  body: ChatRequestBody,
  faultHeader: string | null,
  response: ServerResponse,
  desk: Desk,
): Promise<void> {
  const [name, query = ''] = body.model.split(/\?(.*)/s)
  if (name !== EXPLORER_MODEL)
    throw new RequestError(404, 'model_not_found', `There is no model "${body.model}" here, only "${EXPLORER_MODEL}".`)
  const position = positionOf(body)
  const scripted = scriptedReplyFor(desk.script, position)
  const fault = scripted?.fault ?? pickFault(faultHeader ?? query, position.turn, body, desk)
  if (fault === 'reset') return void response.destroy()
  if (fault !== null) turnAway(fault)
  const completion = scripted && hasWords(scripted) ? recite(body, scripted) : complete(body, desk.cache)
  const tools = body.tool_choice === 'none' ? [] : (body.tools ?? []).map((tool) => tool.function.name)
  await sendReply(response, fault === null ? completion : distort(completion, fault, tools), {
    streamed: body.stream ?? false,
    includeUsage: body.stream_options?.include_usage ?? false,
    wordsPerSecond: desk.wordsPerSecond,
    fault,
  })
}

/** The fault that was asked for, if it befalls this request. */
function pickFault(query: string, turn: number, { messages }: ChatRequestBody, { faultsMade }: Desk): FaultKind | null {
  if (query === '') return null
  const fault = parseFault(query)
  const before = faultsMade.get(query) ?? 0
  if (!befalls(fault, { turn, id: messages.map(({ content }) => textOf(content)).join('\n'), before })) return null
  faultsMade.set(query, before + 1)
  return fault.kind
}

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length
    if (size > MAX_BODY_BYTES)
      throw new RequestError(413, 'request_too_large', `The body is larger than ${MAX_BODY_BYTES} bytes.`)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}

function sendJson(
  response: ServerResponse,
  value: unknown,
  status = 200,
  headers: Readonly<Record<string, string>> = {},
): void {
  response
    .writeHead(status, { 'content-type': 'application/json; charset=utf-8', ...headers })
    .end(JSON.stringify(value))
}

function sendError(response: ServerResponse, error: unknown): void {
  if (response.headersSent) return void response.destroy()
  const known =
    error instanceof RequestError
      ? error
      : new RequestError(500, 'internal_error', error instanceof Error ? error.message : String(error))
  sendJson(
    response,
    {
      error: {
        message: known.message,
        type: known.status < 500 ? 'invalid_request_error' : 'server_error',
        param: null,
        code: known.code,
      },
    },
    known.status,
    known.headers,
  )
}
