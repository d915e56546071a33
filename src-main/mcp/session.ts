import type { Client } from '@modelcontextprotocol/sdk/client/index.js'
import type { RequestOptions } from '@modelcontextprotocol/sdk/shared/protocol.js'
import { ListToolsResultSchema, type Tool, ToolListChangedNotificationSchema } from '@modelcontextprotocol/sdk/types.js'
import type { McpServer } from '@shared/config/mcp-entry'
import { maskSecrets } from './command-line'
import { type Connection, type ConnectPlace, openConnection } from './connection'
import type { Ensemble, Invoker } from './ensemble'
import { createInvoker } from './mcp-invoker'
import { explain, isTimeout } from './protocol-error'
import { McpError } from './tool-session'

export interface ConnectOptions extends ConnectPlace {
  /** From spawn to listed tools. */
  readonly connectTimeoutMs: number
  readonly callTimeoutMs: number
  readonly signal: AbortSignal
  /** Monotonic, ms. */
  readonly now: () => number
}

/** One live connection to one server: the ensemble of its tools and their common lifecycle. */
export interface ServerSession extends Ensemble {
  readonly connectMs: number
  /** Resolves when the connection is gone, for whatever reason. */
  readonly ended: Promise<void>
  isAlive(): boolean
  /** Last lines of standard error, secrets masked. */
  stderrTail(): string
  /** Lists the tools again if the server has said that they changed. */
  refresh(signal: AbortSignal): Promise<void>
  /** Resolves when nothing of the server is left. Idempotent. */
  close(): Promise<void>
}

/** A failed connection: `message` says what happened, `stderr` is what the server said last. */
export class ConnectError extends McpError {
  override readonly name = 'ConnectError'
  readonly stderr: string
  constructor(message: string, stderr: string) {
    super(message)
    this.stderr = stderr
  }
}

/**
 * Connects to a server: spawn or HTTP, the protocol handshake (requirement 3.3), then all pages of its tools (requirement 3.4). Throws a
 * `ConnectError` when nothing of the server is left running; throws the signal's reason when aborted.
 */
export async function connectServer(server: McpServer, options: ConnectOptions): Promise<ServerSession> {
  const started = options.now()
  const deadline = AbortSignal.timeout(options.connectTimeoutMs)
  const request: RequestOptions = { timeout: options.connectTimeoutMs, signal: AbortSignal.any([deadline, options.signal]) }
  let stderr = () => ''
  try {
    const connection = await openConnection(server, options, request, (tail) => (stderr = tail))
    try {
      const tools = await listTools(connection.client, request)
      return createSession(server, connection, tools, options.now() - started, options.callTimeoutMs)
    } catch (error) {
      await connection.close()
      throw error
    }
  } catch (error) {
    options.signal.throwIfAborted()
    const what = deadline.aborted || isTimeout(error) ? `did not get ready within ${options.connectTimeoutMs / 1000} s` : explain(error)
    throw new ConnectError(maskSecrets(what, server.secrets), maskSecrets(stderr(), server.secrets))
  }
}

/** Every page: the SDK's own `listTools` gives one page, and forgets the output schemas of those before it. */
async function listTools(client: Client, options: RequestOptions): Promise<readonly Tool[]> {
  if (!client.getServerCapabilities()?.tools) return []
  const tools: Tool[] = []
  let cursor: string | undefined
  do {
    const page = await client.request({ method: 'tools/list', params: cursor === undefined ? {} : { cursor } }, ListToolsResultSchema, options)
    tools.push(...page.tools)
    if (page.nextCursor === cursor) break
    cursor = page.nextCursor
  } while (cursor !== undefined)
  return tools
}

function createSession(server: McpServer, connection: Connection, listed: readonly Tool[], connectMs: number, callTimeoutMs: number): ServerSession {
  const { client } = connection
  let alive = true
  let changed = false
  const ended = connection.ended.then(() => void (alive = false))
  client.setNotificationHandler(ToolListChangedNotificationSchema, () => void (changed = true))

  const offer = (tools: readonly Tool[]): readonly Invoker[] =>
    // A tool that must run as a task needs a protocol that we do not speak.
    tools.filter((tool) => tool.execution?.taskSupport !== 'required' && !server.disabledTools.includes(tool.name)).map((tool) => createInvoker(server, connection, tool, callTimeoutMs))
  let invokers = offer(listed)

  let closing: Promise<void> | null = null
  return {
    name: server.name,
    get invokers() {
      return invokers
    },
    connectMs,
    ended,
    isAlive: () => alive,
    stderrTail: () => maskSecrets(connection.stderrTail(), server.secrets),
    refresh: async (signal) => {
      if (!changed) return
      changed = false
      invokers = offer(await listTools(client, { timeout: callTimeoutMs, signal: AbortSignal.any([signal]) }))
    },
    close: () => {
      alive = false
      closing ??= connection.close()
      return closing
    },
  }
}
