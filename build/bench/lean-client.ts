import { once } from 'node:events'
import { connect, type Socket } from 'node:net'

const EMPTY_BODY = '0\r\n\r\n'

/**
 * A minimal MCP client over Streamable HTTP on a keep-alive socket. It shares the cores with the measured server, and
 * Node's HTTP client would need a quarter of the server's time. It reads only plain answers: bodies with a
 * Content-Length, and the empty chunked body of a notification.
 */
export class LeanClient {
  readonly #socket: Socket
  readonly #head: string
  #session = ''
  #id = 0
  #received = ''
  #answered: (body: string) => void = () => {}

  static async open(url: string, initialize: object): Promise<LeanClient> {
    const { hostname, port, host, pathname } = new URL(url)
    const socket = connect(Number(port), hostname).setNoDelay(true).setEncoding('latin1')
    await once(socket, 'connect')
    const client = new LeanClient(
      socket,
      `POST ${pathname} HTTP/1.1\r\nHost: ${host}\r\nContent-Type: application/json\r\nAccept: application/json, text/event-stream\r\n`,
    )
    await client.#send(initialize)
    await client.#send({ jsonrpc: '2.0', method: 'notifications/initialized' })
    return client
  }

  private constructor(socket: Socket, head: string) {
    this.#socket = socket
    this.#head = head
    socket.on('data', (piece: string) => this.#receive(piece))
  }

  /** Resolves to the whole JSON-RPC message. The next call must wait for it. */
  async callTool(name: string, parameters: object): Promise<unknown> {
    return JSON.parse(
      await this.#send({
        jsonrpc: '2.0',
        id: ++this.#id,
        method: 'tools/call',
        params: { name, arguments: parameters },
      }),
    )
  }

  close(): void {
    this.#socket.destroy()
  }

  #send(message: object): Promise<string> {
    return new Promise((resolve) => {
      this.#answered = resolve
      const body = JSON.stringify(message)
      this.#socket.write(`${this.#head}${this.#session}Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`)
    })
  }

  /** In latin1 each character is one byte, the unit of a Content-Length. */
  #receive(piece: string): void {
    this.#received += piece
    const headEnd = this.#received.indexOf('\r\n\r\n')
    if (headEnd < 0) return
    const bodyStart = headEnd + 4
    const isChunked = /^transfer-encoding: chunked/im.test(this.#received.slice(0, bodyStart))
    const length = isChunked ? EMPTY_BODY.length : Number(/^content-length: (\d+)/im.exec(this.#received)?.[1] ?? 0)
    const bodyEnd = bodyStart + length
    if (this.#received.length < bodyEnd) return
    if (this.#session === '')
      this.#session = `Mcp-Session-Id: ${/^mcp-session-id: (\S+)/im.exec(this.#received)?.[1]}\r\n`
    const body = Buffer.from(this.#received.slice(bodyStart, bodyEnd), 'latin1').toString('utf8')
    this.#received = this.#received.slice(bodyEnd)
    this.#answered(body)
  }
}
