import { randomBytes } from 'node:crypto'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { checkParams } from '@shared/contract/contract'
import { contractError, serveApi } from '@shared/contract/rpc'
import { WebSocketServer } from 'ws'
import type { Host } from '../../host/host'
import { pageHeaders, readPageFile } from '../page-files'
import { tokenCookie, whyRefused } from './admission'
import { fetchDevelopmentPage } from './development-page'
import { socketPort } from './socket-port'

export interface WebShellOptions {
  readonly host: Pick<Host, 'api'>
  /** Folder of the built page. */
  readonly rendererFolder: string
  /** 0 takes any free port. */
  readonly port: number
  /** Random unless given; a given one lets an open page reconnect after a restart. */
  readonly token?: string
  /** Address of the Vite server that serves the page instead, in development. */
  readonly developmentUrl?: string
}

export interface WebShell {
  /** Where the page is, token included. */
  readonly url: string
  /** Ends every connection. The host is the caller's to close. */
  close(): Promise<void>
}

/** Largest message of a page: the text of a config file with room to spare. */
const MAX_MESSAGE_BYTES = 4 << 20

/**
 * The page over HTTP and the host over a WebSocket at /socket, on 127.0.0.1 alone.
 * Throws a ContractError `port_in_use` or `port_refused` when it cannot listen.
 */
export async function startWebShell({ host, rendererFolder, port, token = randomBytes(24).toString('base64url'), developmentUrl }: WebShellOptions): Promise<WebShell> {
  const server = createServer()
  await listen(server, port)
  const admission = { port: (server.address() as AddressInfo).port, token }

  server.on('request', (request, response) => void answer(request, response).catch(() => response.destroy()))
  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { url = '/', method, headers } = request
    if (method !== 'GET' && method !== 'HEAD') return refuse(response, 405, 'Only GET is answered here.')
    // What lies in assets is the same for everyone and public; the page that names it is for whoever holds the token.
    const isPublic = developmentUrl ? pathOf(url) !== '/' : pathOf(url).startsWith('/assets/')
    const refusal = whyRefused(request, admission, isPublic ? 'none' : 'address or cookie')
    if (refusal) return refuse(response, 403, refusal)
    const file = await (developmentUrl ? fetchDevelopmentPage(developmentUrl, url) : readPageFile(rendererFolder, pathOf(url)))
    if (!file) return refuse(response, 404, 'There is no such file.')
    // Vite's own client needs an inline script and a socket to another port: no policy in development.
    const policy = developmentUrl ? {} : pageHeaders(`'self' ws://${headers.host}`)
    const cookie = isPublic ? {} : { 'Set-Cookie': tokenCookie(admission) }
    response.writeHead(200, { ...policy, ...cookie, 'Content-Type': file.contentType, 'Content-Length': file.body.byteLength })
    response.end(method === 'HEAD' ? undefined : file.body)
  }

  const sockets = new WebSocketServer({ noServer: true, maxPayload: MAX_MESSAGE_BYTES })
  server.on('upgrade', (request, socket, head) => {
    const refusal = pathOf(request.url ?? '/') === '/socket' ? whyRefused(request, admission, 'address') : 'There is nothing to connect to but /socket.'
    // A connection that breaks is closed as well, and that is heard; a report without a listener would end the process.
    socket.on('error', () => {})
    if (refusal) return void socket.end(`HTTP/1.1 403 Forbidden\r\nContent-Type: text/plain; charset=utf-8\r\nConnection: close\r\n\r\n${refusal}\n`)
    sockets.handleUpgrade(request, socket, head, (accepted) => {
      accepted.on('error', () => {})
      serveApi(socketPort(accepted), host.api, checkParams)
    })
  })

  return {
    url: `http://127.0.0.1:${admission.port}/?token=${token}`,
    async close() {
      for (const client of sockets.clients) client.terminate()
      const closed = new Promise<void>((resolve) => server.close(() => resolve()))
      server.closeAllConnections()
      await closed
    },
  }
}

function listen(server: Server, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EADDRINUSE') reject(contractError('port_in_use', `Port ${port} is in use by another program. Choose another with --port, or leave --port out to take any free one.`))
      else if (error.code === 'EACCES') reject(contractError('port_refused', `The system does not allow listening on port ${port}. Choose one above 1023 with --port.`))
      else reject(error)
    })
    server.listen(port, '127.0.0.1', resolve)
  })
}

function refuse(response: ServerResponse, status: number, reason: string): void {
  response.writeHead(status, { ...pageHeaders("'none'"), 'Content-Type': 'text/plain; charset=utf-8' })
  response.end(`${reason}\n`)
}

/** Not `new URL`, which would resolve `..` before anyone has looked at it. */
const pathOf = (url: string) => url.split('?')[0] ?? '/'
