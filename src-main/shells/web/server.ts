import { randomBytes } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { WebSocketServer } from 'ws'
import { ExpectedError } from '@shared/base/expected-error'
import { checkParams } from '@shared/contract/contract'
import { LONGEST_TEXT } from '@shared/contract/define'
import { serveApi } from '@shared/contract/rpc'
import { isToken, tokenIn, whyForeign } from '../../base/limits/admission'
import { closeServer, listenOnLoopback } from '../../base/limits/connections'
import type { Host } from '../../host/host'
import { pageHeaders, readPageFile, type PageFile } from '../page-files'
import { viewPage } from '../view-page'
import { type Forwarding, FORWARDED_PATH, respondForwarded } from './forwarding'
import { socketPort } from './socket-port'

interface WebShellOptions {
  readonly host: Pick<Host, 'api'>
  readonly rendererFolder: string
  /** 0 takes any free port. */
  readonly port: number
  /** Random by default. A given token lets an open page reconnect after a restart. */
  readonly token?: string
  /** Gives pages the new address of a restarted host. */
  readonly forwarding?: Pick<Forwarding, 'key' | 'answer'>
  /** Address of the Vite server that serves the page instead, in development. */
  readonly developmentUrl?: string
}

export interface WebShell {
  /** The address of the page, with its token. */
  readonly url: string
  readonly port: number
  /** Ends every connection. The caller closes the host. */
  close(): Promise<void>
}

/**
 * Maximum size of a message from a page. A longer one ends the connection, so there is room for every text that a
 * command takes: in JSON, a character takes at most six bytes.
 */
const MAX_MESSAGE_BYTES = 7 * LONGEST_TEXT

const SOCKET_PATH = '/socket'
const FORWARDING_PATH = '/forwarding-key'

/**
 * Serves the page over HTTP and the host over a WebSocket at /socket, only on 127.0.0.1. The page is the same for every
 * client and contains nothing private; the host requires the token. Throws `bad_input` for a port on which it cannot
 * listen.
 */
export async function startWebShell(options: WebShellOptions): Promise<WebShell> {
  const {
    host,
    rendererFolder,
    port,
    token = randomBytes(24).toString('base64url'),
    developmentUrl,
    forwarding,
  } = options
  const server = createServer()
  const ownPort = await listenOnLoopback(server, port).catch((error: NodeJS.ErrnoException) => {
    const problem = PORT_PROBLEMS[error.code ?? '']
    throw problem ? new ExpectedError('bad_input', problem(port)) : error
  })
  const address = `http://127.0.0.1:${ownPort}/?token=${token}`
  /** The host requires the token of the address. A browser would send a cookie to all ports of the machine. */
  const whyNotConnected = (request: IncomingMessage): string | null =>
    whyForeign(request, ownPort) ?? (isToken(tokenIn(request), token) ? null : 'This address needs its token.')

  server.on('request', (request, response) => void answer(request, response).catch(() => response.destroy()))
  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { url = '/', method, headers } = request
    if (method !== 'GET' && method !== 'HEAD') return refuse(response, 405, 'Only GET requests are accepted.')
    if (pathOf(url) === SOCKET_PATH) return refuseSocket(request, response)
    if (pathOf(url) === FORWARDING_PATH) return tellForwardingKey(request, response)
    if (pathOf(url) === FORWARDED_PATH) return respondForwarded(response, forwarding?.answer(request, address) ?? null)
    const refusal = whyForeign(request, ownPort)
    if (refusal) return refuse(response, 403, refusal)
    const view = viewPage(pathOf(url), queryOf(url))
    if (view) {
      response.writeHead(200, view.headers)
      return void response.end(method === 'HEAD' ? undefined : view.body)
    }
    const file = await (developmentUrl
      ? fetchDevelopmentPage(developmentUrl, url)
      : readPageFile(rendererFolder, pathOf(url)))
    if (!file) return refuse(response, 404, 'There is no such file.')
    // In development there is no policy, because Vite's client needs an inline script and a socket to another port.
    const policy = developmentUrl ? {} : pageHeaders(`'self' ws://${headers.host}`)
    response.writeHead(200, { ...policy, 'Content-Type': file.contentType, 'Content-Length': file.body.byteLength })
    response.end(method === 'HEAD' ? undefined : file.body)
  }
  /** Explains a refusal over HTTP, because a page cannot read why its socket was refused. */
  function refuseSocket(request: IncomingMessage, response: ServerResponse): void {
    const refusal = whyNotConnected(request)
    return refusal
      ? refuse(response, 403, refusal)
      : refuse(response, 426, 'This path accepts only WebSocket connections.')
  }
  function tellForwardingKey(request: IncomingMessage, response: ServerResponse): void {
    const refusal = whyNotConnected(request)
    if (refusal) return refuse(response, 403, refusal)
    if (forwarding === undefined) return refuse(response, 404, 'This server forwards no pages to another address.')
    response.writeHead(200, { ...pageHeaders("'none'"), 'Content-Type': 'text/plain; charset=utf-8' })
    response.end(forwarding.key)
  }

  const sockets = new WebSocketServer({ noServer: true, maxPayload: MAX_MESSAGE_BYTES })
  server.on('upgrade', (request, socket, head) => {
    const isSocket = pathOf(request.url ?? '/') === SOCKET_PATH
    const refusal = isSocket ? whyNotConnected(request) : `Only ${SOCKET_PATH} accepts connections.`
    // The close event follows; without a listener an error would end the process.
    socket.on('error', () => {})
    if (refusal)
      return void socket.end(
        `HTTP/1.1 403 Forbidden\r\nContent-Type: text/plain; charset=utf-8\r\nConnection: close\r\n\r\n${refusal}\n`,
      )
    sockets.handleUpgrade(request, socket, head, (accepted) => {
      accepted.on('error', () => {})
      serveApi(socketPort(accepted), host.api, checkParams)
    })
  })

  return {
    url: address,
    port: ownPort,
    async close() {
      for (const client of sockets.clients) client.terminate()
      await closeServer(server)
    },
  }
}

const PORT_PROBLEMS: Readonly<Record<string, (port: number) => string>> = {
  EADDRINUSE: (port) =>
    `Port ${port} is in use by another program. Choose another with --port, or leave --port out to take any free one.`,
  EACCES: (port) => `The system does not allow listening on port ${port}. Choose one above 1023 with --port.`,
}

function refuse(response: ServerResponse, status: number, reason: string): void {
  response.writeHead(status, { ...pageHeaders("'none'"), 'Content-Type': 'text/plain; charset=utf-8' })
  response.end(`${reason}\n`)
}

/** Not `new URL`, which would resolve `..` before the check. */
const pathOf = (url: string) => url.split('?')[0] ?? '/'
const queryOf = (url: string) => url.slice(pathOf(url).length)

/** The page from the Vite server, so that the development loop has the same address, token and socket. */
async function fetchDevelopmentPage(developmentUrl: string, path: string): Promise<PageFile | null> {
  const answer = await fetch(developmentUrl + path)
  if (!answer.ok) return null
  return {
    body: Buffer.from(await answer.arrayBuffer()),
    contentType: answer.headers.get('content-type') ?? 'application/octet-stream',
  }
}
