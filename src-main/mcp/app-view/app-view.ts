import { randomUUID } from 'node:crypto'
import { AppBridge, isToolVisibilityModelOnly } from '@modelcontextprotocol/ext-apps/app-bridge'
import type { Client } from '@modelcontextprotocol/sdk/client/index.js'
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js'
import {
  type CallToolResult,
  ErrorCode,
  isJSONRPCRequest,
  JSONRPCMessageSchema,
  McpError as ProtocolError,
  type Tool,
} from '@modelcontextprotocol/sdk/types.js'
import { APP_VERSION } from '@shared/base/app-version'
import { ExpectedError } from '@shared/base/expected-error'
import { parseJson } from '@shared/base/json/bound-json'
import { isRecord } from '@shared/base/json/is-record'
import type { McpAppApi, McpAppBatch } from '@shared/contract/mcp-apps'
import { NO_DOMAINS, readDomains } from '@shared/mcp/apps/view-policy'
import type { McpServer } from '@shared/mcp/mcp-entry'
import { callTool } from '../connection/call-tool'
import { listTools } from '../connection/server-lists'
import { maskOf } from '../launch/command-line'
import { readMessage } from '../questions/elicitation-form'
import { readAddress } from '../questions/question-address'
import { type BoundedRequest, withDeadline } from '../transport/deadline'
import { describeError } from '../transport/protocol-error'
import { type Holding, holdSession, type VisitOptions } from '../visit/held-session'
import { Outbox } from './outbox'

/** Maximum length of the document of a view, in characters. */
const LONGEST_HTML = 3_000_000
const LONGEST_ID = 100
const TALLEST = 2000
const NOT_ALLOWED = 'The person has not allowed this view to use the server.'

type Opening = Parameters<McpAppApi['openMcpApp']>[0]
type Result = NonNullable<Opening['result']>

/** The window's side of a view. */
export interface AppPort {
  /** Takes a JSON-RPC message of the view. Throws `bad_input`. */
  receive(message: string): void
  tell(result: Result): void
}

/**
 * Reads the view of a tool in a separate session and answers its messages (MCP Apps of 2026-01-26). With `mayCall` the
 * view may call tools and read resources of this server, outside of every episode; otherwise it is only shown.
 */
export function openAppView(
  server: McpServer,
  opening: Opening,
  options: VisitOptions,
  signal: AbortSignal,
  onReady: (id: string, port: AppPort) => void,
): AsyncGenerator<McpAppBatch> {
  const initial: McpAppBatch = {
    id: randomUUID(),
    state: 'connecting',
    error: null,
    html: null,
    domains: NO_DOMAINS,
    height: null,
    calls: 0,
    messages: [],
  }
  const outbox = new Outbox()
  let tools: readonly Tool[] = []
  return holdSession({
    server,
    options,
    signal,
    initial,
    onOpen: async ({ client }, request, { change }) => {
      change(await readView(client, opening.view, request))
      tools = await listTools(client, request)
    },
    onReady: async ({ client }, holding) => {
      const { bridge, transport } = createBridge(server, client, tools, opening, options, holding, (message) => {
        if (outbox.add(JSON.stringify(message))) holding.change({})
        else holding.fail('the window does not read the messages to its view fast enough')
      })
      await bridge.connect(transport)
      onReady(initial.id, {
        receive: (text) => transport.onmessage?.(readViewMessage(text)),
        tell: (result) => void bridge.sendToolResult(asToolResult(result)),
      })
    },
    read: (batch) => ({ ...batch, messages: outbox.takeAll() }),
  })
}

/** The document of a view, which is the first content of its resource. Throws `mcp_failed` unless that is HTML. */
async function readView(
  client: Client,
  uri: string,
  request: BoundedRequest,
): Promise<Pick<McpAppBatch, 'html' | 'domains'>> {
  const { contents } = await client.readResource({ uri }, request)
  const [content] = contents
  if (!content?.mimeType?.startsWith('text/html'))
    throw new ExpectedError('mcp_failed', `its view ${uri} is not an HTML document`)
  const html = 'text' in content ? content.text : Buffer.from(content.blob, 'base64').toString('utf8')
  if (html.length > LONGEST_HTML)
    throw new ExpectedError('mcp_failed', `its view has more than ${LONGEST_HTML / 1e6} million characters`)
  return { html, domains: readDomains(content._meta) }
}

/** Throws `bad_input` for anything but a JSON-RPC message. */
function readViewMessage(text: string) {
  const parsed = JSONRPCMessageSchema.safeParse(parseJson(text))
  if (!parsed.success) throw new ExpectedError('bad_input', 'The view has sent a message that is not JSON-RPC.')
  const message = parsed.data
  if (isJSONRPCRequest(message) && String(message.id).length > LONGEST_ID)
    throw new ExpectedError('bad_input', 'The view has sent a request with an id of more than 100 characters.')
  return message
}

/** The answer of a call in the log, as structured content or text. The log has no images and no data for views. */
function asToolResult({ content, isError }: Result): CallToolResult {
  const text = typeof content === 'string' ? content : JSON.stringify(content ?? null)
  return {
    content: [{ type: 'text', text }],
    ...(isRecord(content) && { structuredContent: content }),
    ...(isError && { isError }),
  }
}

function createBridge(
  server: McpServer,
  client: Client,
  tools: readonly Tool[],
  { tool: name, arguments: given, result, mayCall, theme }: Opening,
  { callTimeoutMs, ask }: VisitOptions,
  { now, change, signal }: Holding<McpAppBatch>,
  post: (message: unknown) => void,
) {
  const tool = tools.find((each) => each.name === name)
  const bridge = new AppBridge(
    null,
    { name: 'zorkgpt', version: APP_VERSION },
    { openLinks: {}, ...(mayCall && { serverTools: {}, serverResources: {} }) },
    {
      hostContext: {
        theme,
        displayMode: 'inline',
        availableDisplayModes: ['inline'],
        containerDimensions: { maxHeight: TALLEST },
        ...(tool && { toolInfo: { tool } }),
      },
    },
  )
  const send = async <Answer>(request: (bounded: BoundedRequest) => Promise<Answer>): Promise<Answer> => {
    if (!mayCall) throw new ProtocolError(ErrorCode.InvalidRequest, NOT_ALLOWED)
    try {
      return await withDeadline(callTimeoutMs, signal, request)
    } catch (error) {
      throw new ProtocolError(ErrorCode.InternalError, describeError(error, maskOf(server.secrets)))
    }
  }
  bridge.oncalltool = (params) => {
    const wanted = tools.find((each) => each.name === params.name)
    if (!wanted || isToolVisibilityModelOnly(wanted))
      throw new ProtocolError(ErrorCode.InvalidParams, 'This view may not call that tool.')
    return send((request) => {
      change({ calls: now().calls + 1 })
      return callTool(client, wanted, { arguments: params.arguments }, request)
    })
  }
  bridge.onreadresource = (params) => send((request) => client.readResource({ uri: params.uri }, request))
  bridge.onlistresources = (params) => send((request) => client.listResources(params, request))
  bridge.onopenlink = async ({ url }) => {
    if (ask === null) return { isError: true }
    const address = readAddress(url, server)
    const message = readMessage('The view of a tool asks to open this page.')
    const { action } = await ask(
      { kind: 'address', message, fields: [], address, server: server.name, turn: null },
      signal,
    )
    return action === 'accept' ? {} : { isError: true }
  }
  bridge.onmessage = async () => ({ isError: true })
  bridge.onrequestdisplaymode = async () => ({ mode: 'inline' })
  bridge.addEventListener('sizechange', ({ height }) => {
    if (height !== undefined) change({ height: Math.max(0, Math.min(TALLEST, Math.ceil(height))) })
  })
  bridge.addEventListener('initialized', () => {
    void bridge.sendToolInput({ arguments: { ...given } })
    if (result !== null) void bridge.sendToolResult(asToolResult(result))
  })
  const transport: Transport = {
    start: async () => {},
    send: async (message) => post(message),
    close: async () => transport.onclose?.(),
  }
  return { bridge, transport }
}
