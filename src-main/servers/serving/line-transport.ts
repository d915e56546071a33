import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js'
import type { JSONRPCMessage } from '@modelcontextprotocol/sdk/types.js'
import { JsonBoundError, parseJson } from '@shared/base/json/bound-json'
import { LineFramer } from '../../base/limits/line-framer'
import { MOST_BYTES } from './http-body'
import { INVALID_REQUEST, PARSE_ERROR, readMessage, refusal } from './json-rpc'

/** Standard input and output (MCP revision 2025-11-25, "Transports": one JSON-RPC message a line). */
export class LineTransport implements Transport {
  onmessage?: Transport['onmessage']
  onclose?: () => void
  readonly #framer = new LineFramer(MOST_BYTES)

  async start(): Promise<void> {
    process.stdin.on('data', (piece: Buffer) => {
      for (const line of this.#framer.push(piece)) {
        if (typeof line !== 'string') this.#refuse(INVALID_REQUEST, 'The message is too long.')
        else if (line.trim() !== '') this.#receive(line)
      }
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
      json = parseJson(line)
    } catch (error) {
      return this.#refuse(
        PARSE_ERROR,
        error instanceof JsonBoundError ? `The message cannot be taken: ${error.message}.` : 'This line is not JSON.',
      )
    }
    const message = readMessage(json)
    if (message) this.onmessage?.(message)
    else this.#refuse(INVALID_REQUEST, 'This is no JSON-RPC message.')
  }

  #refuse(code: number, message: string): void {
    this.#write(refusal(code, message))
  }

  #write(message: object): void {
    process.stdout.write(`${JSON.stringify(message)}\n`)
  }
}
