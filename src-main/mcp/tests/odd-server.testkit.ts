import { closeSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createInterface } from 'node:readline'
import { text as textOf } from 'node:stream/consumers'

/**
 * An MCP server with odd answers. The script maps methods to the text of the answer, in which `$ID` is the id of the
 * request; other methods get a correct answer. A process prints the text unchanged; over HTTP it is the body of the
 * answer, or the data of an event. Options for a process: `start` is printed first, `encoding` is the encoding of all
 * output, and `frames` adds a frame of the Language Server Protocol to each answer.
 */
export type Script = Readonly<Record<string, string>>

/** The text of a correct answer with this result. */
export const result = (value: unknown): string => `{"jsonrpc":"2.0","id":$ID,"result":${JSON.stringify(value)}}`
export const says = (words: string) => ({ content: [{ type: 'text', text: words }] })
export const tool = (more: Readonly<Record<string, unknown>> = {}) => ({
  name: 'look',
  description: 'Looks around.',
  inputSchema: { type: 'object', properties: {} },
  ...more,
})

/** The refusal by a server that speaks only newer revisions, which have no handshake. */
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

/** The value of `$LONG` in a string: longer than the buffer of a pipe. */
const LONG = JSON.stringify('é}"\\{'.repeat(50_000)).slice(1, -1)

/** The text of the answer to a message. */
export const answer = (script: Script, { id, method }: Message): string =>
  (script[method] ?? CORRECT[method] ?? '').replaceAll('$ID', JSON.stringify(id ?? null)).replaceAll('$LONG', LONG)

/** The entry of the odd server over standard input and output. */
export const oddProcess = (script: Script) => ({
  command: 'node',
  args: [import.meta.filename],
  env: { ODD_SCRIPT: JSON.stringify(script) },
})

export interface OddHttp {
  readonly url: string
  /** The received methods, in order. */
  readonly methods: readonly string[]
  close(): void
}

/** Answers a request itself and returns true, or leaves it to the script. */
export type Intercept = (message: Message, response: ServerResponse, request: IncomingMessage) => boolean

/** Starts the odd server over Streamable HTTP, with streams of events or whole bodies as answers. */
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
    // With `refuses`, only a request that contains this text gets the odd answers.
    const text = answer(line.includes(script.refuses ?? '') ? script : {}, message)
    if (script.closes === message.method) return closeSync(1)
    if (script.toStderr === message.method) return void process.stderr.write(`${text}\n`)
    if (script.frames !== undefined) return write(`Content-Length: ${Buffer.byteLength(text)}\r\n\r\n${text}`)
    // "$END" at the end of a text stands for an omitted line end.
    write(text.endsWith('$END') ? text.slice(0, -'$END'.length) : `${text}\n`)
  })
  lines.on('close', () => process.exit(0))
}
