import { closeSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createInterface } from 'node:readline'
import { text as textOf } from 'node:stream/consumers'

/**
 * An MCP server with odd answers. The script has an answer text for each method of a client, in which `$ID` is the id
 * of the request; other methods get a correct answer. A process prints the text as it is; over HTTP it is the body of
 * the answer, or the data of an event. For a process, `start` is printed first, `encoding` is the encoding of all
 * output, and with `frames` each answer has a frame of the Language Server Protocol.
 */
export type Script = Readonly<Record<string, string>>

/** A correct answer with this result. */
export const result = (value: unknown): string => `{"jsonrpc":"2.0","id":$ID,"result":${JSON.stringify(value)}}`
export const says = (words: string) => ({ content: [{ type: 'text', text: words }] })
export const tool = (more: Readonly<Record<string, unknown>> = {}) => ({
  name: 'look',
  description: 'Looks around.',
  inputSchema: { type: 'object', properties: {} },
  ...more,
})

/** The refusal of a server that speaks only revisions after those with a handshake. */
export const TOO_NEW =
  '{"jsonrpc":"2.0","id":$ID,"error":{"code":-32022,"message":"Unsupported protocol version: 2025-11-25","data":{"supported":["2026-07-28"],"requested":"2025-11-25"}}}'

const CORRECT: Script = {
  initialize: result({
    protocolVersion: '2025-06-18',
    capabilities: { tools: {}, resources: {}, prompts: {} },
    serverInfo: { name: 'odd', version: '1' },
  }),
  'tools/list': result({ tools: [tool()] }),
  'tools/call': result(says('a brass lantern')),
  'resources/list': result({ resources: [] }),
  'prompts/list': result({ prompts: [] }),
  ping: result({}),
}

interface Message {
  readonly id?: unknown
  readonly method: string
}

/** Replaces `$LONG` in a string: more than fits into one piece of a pipe. */
const LONG = JSON.stringify('é}"\\{'.repeat(50_000)).slice(1, -1)

/** The text of the answer to a message. */
export const answer = (script: Script, { id, method }: Message): string =>
  (script[method] ?? CORRECT[method] ?? '').replaceAll('$ID', JSON.stringify(id ?? null)).replaceAll('$LONG', LONG)

/** The entry of a server over standard input and output. */
export const oddProcess = (script: Script) => ({
  command: 'node',
  args: [import.meta.filename],
  env: { ODD_SCRIPT: JSON.stringify(script) },
})

export interface OddHttp {
  readonly url: string
  /** Methods in the order they came. */
  readonly methods: readonly string[]
  close(): void
}

/** Answers a request itself and returns true, or leaves it to the script. */
export type Intercept = (message: Message, response: ServerResponse, request: IncomingMessage) => boolean

/** The same server over Streamable HTTP, whose answers are streams of events or whole bodies. */
export async function startOddHttp(
  script: Script,
  {
    asEvents = false,
    intercept = () => false,
    refuseGet = 405,
  }: { readonly asEvents?: boolean; readonly intercept?: Intercept; readonly refuseGet?: number } = {},
): Promise<OddHttp> {
  const methods: string[] = []
  const server = createServer((request, response) => {
    if (request.method !== 'POST') return void response.writeHead(refuseGet).end()
    void textOf(request).then((body) => {
      const message = JSON.parse(body) as Message
      methods.push(message.method)
      if (intercept(message, response, request)) return
      if (message.id === undefined) return void response.writeHead(202).end()
      const text = answer(script, message)
      response.writeHead(200, { 'content-type': asEvents ? 'text/event-stream' : 'application/json' })
      response.end(asEvents ? `${text.replaceAll(/^/gm, 'data: ')}\n\n` : text)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`,
    methods,
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
}

if (process.argv[1] === import.meta.filename) {
  const script = JSON.parse(process.env.ODD_SCRIPT ?? '{}') as Script
  const encoding = (script.encoding ?? 'utf8') as BufferEncoding
  const write = (text: string) => void process.stdout.write(Buffer.from(text, encoding))
  write(encoding === 'utf16le' ? '\uFEFF' : (script.start ?? ''))
  const lines = createInterface({ input: process.stdin })
  lines.on('line', (line) => {
    const message = JSON.parse(line) as Message
    // A notification has no answer, unless the script has one.
    if (message.id === undefined && script[message.method] === undefined) return
    // A request with another revision of the protocol gets a correct answer.
    const text = answer(line.includes(script.refuses ?? '') ? script : {}, message)
    if (script.closes === message.method) return closeSync(1)
    if (script.toStderr === message.method) return void process.stderr.write(`${text}\n`)
    if (script.frames !== undefined) return write(`Content-Length: ${Buffer.byteLength(text)}\r\n\r\n${text}`)
    // A text that ends in "$END" is written without the end of its line.
    write(text.endsWith('$END') ? text.slice(0, -'$END'.length) : `${text}\n`)
  })
  lines.on('close', () => process.exit(0))
}
