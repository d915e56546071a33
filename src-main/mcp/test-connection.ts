import type { RequestOptions } from '@modelcontextprotocol/sdk/shared/protocol.js'
import { CallToolResultSchema } from '@modelcontextprotocol/sdk/types.js'
import type { McpServer } from '@shared/config/mcp-entry'
import type { McpCallResult, McpTest, McpTestFailure, McpTestStage, McpTestStep } from '@shared/contract/mcp'
import { maskSecrets } from './command-line'
import { type Connection, openConnection } from './connection'
import type { ConnectionWatch } from './connection-watch'
import { cutText } from './cut-text'
import { fixFor } from './failure-fix'
import { followState } from './follow-state'
import { explain, isTimeout } from './protocol-error'
import { listPrompts, listResources, listTools } from './server-lists'
import type { ConnectOptions } from './session'
import { describeTool } from './tool-detail'
import { MAX_RESULT_CHARACTERS } from './tool-result'

export type TestCall = 'ping' | { readonly tool: string; readonly arguments: Readonly<Record<string, unknown>> } | null

export interface TestOptions extends Omit<ConnectOptions, 'signal'> {
  readonly watch: ConnectionWatch
  /** Given what resolves, and never rejects, when nothing of the test is left running. */
  readonly onRunning?: (running: Promise<void>) => void
}

const STDERR_LINES = 12

/**
 * Connects to a server step by step, in a session of its own that is gone when the last state is given. Yields the whole of the test after
 * each change. Never throws for what the server does; ends early, with nothing left running, when the signal aborts.
 */
export async function* testConnection(server: McpServer, call: TestCall, options: TestOptions, signal: AbortSignal): AsyncGenerator<McpTest> {
  let test: McpTest = { steps: [], failure: null, tools: null, resources: [], prompts: [], call: null, finished: false }
  const readers = new Set<() => void>()
  const change = (part: Partial<McpTest>) => {
    test = { ...test, ...part }
    for (const awaken of readers) awaken()
  }
  const ending = new AbortController()
  const stop = AbortSignal.any([signal, ending.signal])
  const running = runTest(server, call, options, stop, change).finally(() => change({ finished: true }))
  options.onRunning?.(running)
  try {
    const subscribe = (awaken: () => void) => {
      readers.add(awaken)
      return () => void readers.delete(awaken)
    }
    for await (const state of followState({ read: () => test, subscribe, signal: stop })) {
      yield state
      if (state.finished) return
    }
  } finally {
    ending.abort()
    await running
  }
}

async function runTest(server: McpServer, call: TestCall, options: TestOptions, signal: AbortSignal, change: (part: Partial<McpTest>) => void): Promise<void> {
  const { connectTimeoutMs, callTimeoutMs, now, watch } = options
  const deadline = AbortSignal.timeout(connectTimeoutMs)
  const request: RequestOptions = { timeout: connectTimeoutMs, signal: AbortSignal.any([deadline, signal]) }
  const steps = new StepList(now, (list) => change({ steps: list }))
  let stderr = () => ''
  let revision = ''
  let connection: Connection | null = null
  try {
    steps.begin(server.transport === 'stdio' ? 'resolve' : 'handshake')
    connection = await openConnection(server, options, request, (tail) => (stderr = tail), {
      ...watch,
      onResolved: ({ file }) => steps.begin('start', file),
      onStarted: () => server.transport === 'stdio' && steps.begin('handshake'),
      onMessage: (direction, message) => {
        watch.onMessage?.(direction, message)
        if ('result' in message && typeof message.result.protocolVersion === 'string') revision = message.result.protocolVersion
      },
    })
    const { client } = connection
    const about = client.getServerVersion()
    steps.begin('list', `${about ? `${about.name} ${about.version}, ` : ''}MCP ${revision}`)
    const nothing = () => []
    const [listed, resources, prompts] = await Promise.all([listTools(client, request), listResources(client, request).catch(nothing), listPrompts(client, request).catch(nothing)])
    const tools = listed.map((tool) => describeTool(tool))
    change({ tools, resources, prompts })
    steps.end(String(tools.length))
    if (call === null) return
    steps.begin('call')
    const result = await callOnce(connection, call === 'ping' ? null : call, { timeout: callTimeoutMs, signal: AbortSignal.any([signal]) }, now)
    change({ call: maskResult(result, server) })
    steps.end(result.tool)
  } catch (error) {
    if (signal.aborted) return
    const stage = steps.fail()
    const failure = { error: deadline.aborted || isTimeout(error) ? `did not get ready within ${connectTimeoutMs / 1000} s` : explain(error), stderr: stderr().trimEnd().split('\n').slice(-STDERR_LINES).join('\n') }
    change({ failure: masked({ stage, ...failure, fix: fixFor({ server, stage, ...failure }) }, server) })
  } finally {
    await connection?.close()
  }
}

/** A tool's own error is an answer; what keeps it from answering is one too, so that the form shows both in one place. */
async function callOnce({ client }: Connection, call: { readonly tool: string; readonly arguments: Readonly<Record<string, unknown>> } | null, request: RequestOptions, now: () => number): Promise<McpCallResult> {
  const began = now()
  const answer = (part: Partial<McpCallResult>): McpCallResult => ({ tool: call?.tool ?? 'ping', text: null, structured: null, error: null, ...part, ms: now() - began })
  try {
    if (call === null) {
      await client.ping(request)
      return answer({})
    }
    const result = await client.request({ method: 'tools/call', params: { name: call.tool, arguments: { ...call.arguments } } }, CallToolResultSchema, request)
    const text = cutText(result.content.map((block) => (block.type === 'text' ? block.text : JSON.stringify({ ...block, data: undefined }))).join('\n'), MAX_RESULT_CHARACTERS)
    return result.isError ? answer({ error: text || 'The tool reports an error and does not say which.' }) : answer({ text, structured: result.structuredContent ?? null })
  } catch (error) {
    request.signal?.throwIfAborted()
    return answer({ error: isTimeout(error) ? `No answer within ${(request.timeout ?? 0) / 1000} s.` : explain(error) })
  }
}

/** The stages in the order they were reached, each with its time. */
class StepList {
  readonly #now: () => number
  readonly #onChange: (steps: readonly McpTestStep[]) => void
  #steps: readonly McpTestStep[] = []
  #began = 0

  constructor(now: () => number, onChange: (steps: readonly McpTestStep[]) => void) {
    this.#now = now
    this.#onChange = onChange
  }

  /** The stage before it, if one was running, came to this result. */
  begin(stage: McpTestStage, result: string | null = null): void {
    this.end(result)
    this.#began = this.#now()
    this.#set([...this.#steps, { stage, state: 'running', ms: 0, result: null }])
  }

  end(result: string | null): void {
    this.#finish('done', result)
  }

  fail(): McpTestStage {
    this.#finish('failed', null)
    return this.#steps.at(-1)?.stage ?? 'resolve'
  }

  #finish(state: McpTestStep['state'], result: string | null): void {
    const ms = this.#now() - this.#began
    this.#set(this.#steps.map((step) => (step.state === 'running' ? { ...step, state, ms, result } : step)))
  }

  #set(steps: readonly McpTestStep[]): void {
    this.#steps = steps
    this.#onChange(steps)
  }
}

const masked = (failure: McpTestFailure, { secrets }: McpServer): McpTestFailure => ({ ...failure, error: maskSecrets(failure.error, secrets), fix: maskSecrets(failure.fix, secrets), stderr: maskSecrets(failure.stderr, secrets) })

const maskResult = (result: McpCallResult, { secrets }: McpServer): McpCallResult => ({
  ...result,
  text: result.text === null ? null : maskSecrets(result.text, secrets),
  error: result.error === null ? null : maskSecrets(result.error, secrets),
  structured: result.structured === null ? null : JSON.parse(maskSecrets(JSON.stringify(result.structured), secrets)),
})
