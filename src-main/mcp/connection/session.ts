import type { RequestOptions } from '@modelcontextprotocol/sdk/shared/protocol.js'
import { type Tool, ToolListChangedNotificationSchema } from '@modelcontextprotocol/sdk/types.js'
import { ExpectedError } from '@shared/base/expected-error'
import type { McpPrompt, McpResource, McpToolDetail } from '@shared/contract/mcp'
import type { McpServer } from '@shared/mcp/mcp-entry'
import { maskOf } from '../launch/command-line'
import type { FailureKind } from '../launch/failure-fix'
import { describeTool } from '../tools/describe-tool'
import type { ToolGroup, Invoker } from '../tools/tool-table'
import { withDeadline } from '../transport/deadline'
import { PausableTimer } from '../transport/pausable-timer'
import { describeError } from '../transport/protocol-error'
import {
  type Connection,
  type ConnectPlace,
  createReader,
  EndedEarly,
  kindOfFailure,
  openConnection,
} from './connection'
import type { ConnectionWatch } from './connection-watch'
import { createInvoker, type OnCall } from './mcp-invoker'
import { readServerContext } from './server-context'
import { asMcpPrompt, asMcpResource, listPrompts, listResources, listTools } from './server-lists'
import { receiveMessages, type ServerMessages } from './server-messages'
import type { Listener } from './server-turn'

export interface ConnectOptions extends ConnectPlace {
  /** Time limit from the start of the server until its tools are listed. */
  readonly connectTimeoutMs: number
  readonly callTimeoutMs: number
  readonly signal: AbortSignal
  /** Returns a monotonic time in ms. */
  readonly now: () => number
  readonly watch?: ConnectionWatch
  readonly onCall?: OnCall
  /**
   * Notices that were already shown, with digits replaced. A notice is shown once, although each session repeats it.
   */
  readonly warned?: Set<string>
}

/** A live connection to one server, with its tools and its other offers. */
export interface ServerSession extends ToolGroup {
  readonly connectMs: number
  /** The revision of the protocol that client and server agreed on. */
  readonly revision: string
  /** All tools, including disabled ones, as the server listed them at the start of the session. */
  readonly listed: readonly McpToolDetail[]
  readonly resources: readonly McpResource[]
  readonly prompts: readonly McpPrompt[]
  /** The server's context for the agent, as of the beginning of the session; null if there is none. */
  readonly context: string | null
  /** Sentences for the user about parts of its answers that were left out or corrected. */
  notices(): readonly string[]
  /**
   * Resolves when the connection is gone: to how it ended by itself, e.g. "exited with code 1", or to null if it was
   * closed.
   */
  readonly ended: Promise<string | null>
  isAlive(): boolean
  /** The end of standard error, with secrets masked. */
  stderrTail(): string
  /** The first content of a resource. Throws `mcp_failed` if it cannot be read, or the signal's reason. */
  readResource(uri: string, signal: AbortSignal): Promise<ResourceContent>
  /** Lists the tools again if the server has reported a change. */
  refresh(signal: AbortSignal): Promise<void>
  /** Sets the turn that receives the server's messages. */
  listen(listener: Listener | null): void
  /** Resolves when nothing of the server is left. Idempotent. */
  close(): Promise<void>
}

export interface ResourceContent {
  readonly mimeType: string | null
  /** A string for text, bytes for anything else. */
  readonly body: string | Uint8Array
}

/** A failed connection. `message` is the reason, `stderr` the end of standard error, with secrets masked. */
export class ConnectError extends Error {
  override readonly name = 'ConnectError'
  readonly kind: FailureKind
  readonly stderr: string
  constructor(message: string, kind: FailureKind, stderr: string) {
    super(message)
    this.kind = kind
    this.stderr = stderr
  }
}

/**
 * Connects to a server: starts its program or reaches it over HTTP, does the handshake (requirement 3.3), and lists all
 * pages of its tools (requirement 3.4) and of its other lists. Throws a `ConnectError`, or the signal's reason when
 * aborted; nothing of the server is left running then.
 */
export async function connectServer(server: McpServer, options: ConnectOptions): Promise<ServerSession> {
  const started = options.now()
  const { warned = new Set() } = options
  const reader = createReader(server, options, options.watch)
  let stderr = () => ''
  try {
    return await withDeadline(options.connectTimeoutMs, options.signal, async (request) => {
      const connection = await openConnection(
        server,
        options,
        request,
        reader,
        (tail) => (stderr = tail),
        options.watch,
      )
      try {
        const clock = new PausableTimer(options.now)
        const messages = receiveMessages(server, connection.client, clock)
        reader.onNotice = (notice) => {
          const kind = notice.replaceAll(/\d+/g, '#')
          if (!warned.has(kind)) messages.warn(notice)
          warned.add(kind)
        }
        for (const notice of reader.notices()) reader.onNotice(notice)
        const offer = await readOffer(server, connection, request, messages)
        return createSession(server, connection, clock, messages, offer, options.now() - started, options)
      } catch (error) {
        const isOver = connection.isOver()
        await connection.close()
        throw isOver
          ? new EndedEarly(`it ${connection.lastWords() || 'closed the connection'} before it was ready`)
          : error
      }
    })
  } catch (error) {
    options.signal.throwIfAborted()
    const kind = kindOfFailure(error)
    const what =
      kind === 'late'
        ? `did not get ready within ${options.connectTimeoutMs / 1000} s`
        : describeError(error, maskOf(server.secrets))
    const strays = reader.describeStrays()
    const printed = strays === null ? '' : `. It ${strays}`
    throw new ConnectError(what + printed, kind, stderr())
  }
}

interface Offer {
  readonly tools: readonly Tool[]
  readonly resources: readonly McpResource[]
  readonly prompts: readonly McpPrompt[]
  readonly context: string | null
}

/**
 * Requests all lists in parallel. The connection fails if the tools cannot be listed; a failure of another list is a
 * warning.
 */
async function readOffer(
  server: McpServer,
  { client }: Connection,
  request: RequestOptions,
  { warn }: ServerMessages,
): Promise<Offer> {
  if (client.getServerCapabilities()?.logging)
    client
      .setLoggingLevel('info', request)
      .catch((error: unknown) => warn(`Its log level cannot be set: ${describeError(error)}`))
  const without = (what: string) => (error: unknown) => {
    warn(`Its ${what} cannot be listed: ${describeError(error)}`)
    return []
  }
  const [tools, resources, prompts, context] = await Promise.all([
    listTools(client, request, warn),
    listResources(client, request, warn).catch(without('resources')),
    listPrompts(client, request, warn).catch(without('prompts')),
    readServerContext(client, server, request, warn),
  ])
  return { tools, resources: resources.map(asMcpResource), prompts: prompts.map(asMcpPrompt), context }
}

function createSession(
  server: McpServer,
  connection: Connection,
  clock: PausableTimer,
  messages: ServerMessages,
  { tools: listed, ...offered }: Offer,
  connectMs: number,
  { callTimeoutMs, now, onCall = () => {} }: ConnectOptions,
): ServerSession {
  const { client } = connection
  let alive = true
  let changed = false
  const ended = connection.ended.then(() => {
    const how = alive ? connection.lastWords() || 'closed the connection' : null
    alive = false
    messages.listen(null)
    return how
  })
  client.setNotificationHandler(ToolListChangedNotificationSchema, () => void (changed = true))

  const offer = (tools: readonly Tool[]): readonly Invoker[] =>
    tools
      .filter((tool) => !server.disabledTools.includes(tool.name))
      .map((tool) => createInvoker(server, connection, tool, { callTimeoutMs, clock, now, onCall, ...messages }))
  let invokers = offer(listed)

  let closing: Promise<void> | null = null
  return {
    name: server.name,
    get invokers() {
      return invokers
    },
    listed: listed.map((tool) => describeTool(tool)),
    ...offered,
    connectMs,
    revision: connection.revision(),
    ended,
    isAlive: () => alive,
    notices: () => connection.reader.notices(),
    stderrTail: () => connection.stderrTail(),
    readResource: async (uri, signal) => {
      signal.throwIfAborted()
      const { contents } = await withDeadline(callTimeoutMs, signal, (request) =>
        client.readResource({ uri }, request),
      ).catch((error: unknown) => {
        signal.throwIfAborted()
        throw new ExpectedError('mcp_failed', describeError(error, maskOf(server.secrets)))
      })
      const [content] = contents
      if (!content) throw new ExpectedError('mcp_failed', `the resource ${uri} is empty`)
      return {
        mimeType: content.mimeType ?? null,
        body: 'text' in content ? content.text : new Uint8Array(Buffer.from(content.blob, 'base64')),
      }
    },
    refresh: async (signal) => {
      if (!changed) return
      changed = false
      invokers = offer(
        await withDeadline(callTimeoutMs, signal, (request) => listTools(client, request, messages.warn)),
      )
    },
    listen: (listener) => messages.listen(listener),
    close: () => {
      alive = false
      closing ??= connection.close()
      return closing
    },
  }
}
