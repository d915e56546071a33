import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js'
import type { JSONRPCMessage } from '@modelcontextprotocol/sdk/types.js'
import { INVALID_REQUEST, PARSE_ERROR, readMessage } from './json-rpc'

/** Standard input and output (MCP revision 2025-11-25, "Transports": one JSON-RPC message a line). */
export class LineTransport implements Transport {
  onmessage?: Transport['onmessage']
  onclose?: () => void
  /** What came since the last line break, unjoined: a long line arrives in many pieces. */
  #pieces: string[] = []

  async start(): Promise<void> {
    process.stdin.setEncoding('utf8').on('data', (piece: string) => {
      this.#pieces.push(piece)
      if (!piece.includes('\n')) return
      const lines = this.#pieces.join('').split('\n')
      this.#pieces = [lines.pop() ?? '']
      for (const line of lines) if (line.trim() !== '') this.#receive(line)
    })
  }

  async send(message: JSONRPCMessage): Promise<void> {
    this.#write(message)
  }

  async close(): Promise<void> {
    this.onclose?.()
  }

  #receive(line: string): void {
    let json: unknown
    try {
      json = JSON.parse(line)
    } catch {
      return this.#refuse(PARSE_ERROR, 'This line is not JSON.')
    }
    const message = readMessage(json)
    if (message) this.onmessage?.(message)
    else this.#refuse(INVALID_REQUEST, 'This is no JSON-RPC message.')
  }

  #refuse(code: number, message: string): void {
    this.#write({ jsonrpc: '2.0', id: null, error: { code, message } })
  }

  #write(message: object): void {
    process.stdout.write(`${JSON.stringify(message)}\n`)
  }
}
