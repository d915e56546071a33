import type { ProgressCallback } from '@modelcontextprotocol/sdk/shared/protocol.js'
import type { Tool } from '@modelcontextprotocol/sdk/types.js'
import type { McpCallResult, McpTest, McpTestFailure, McpTestStage, McpTestStep } from '@shared/contract/mcp'
import type { McpServer } from '@shared/mcp/mcp-entry'
import { callTool } from '../connection/call-tool'
import { type Connection, createReader, kindOfFailure, openConnection } from '../connection/connection'
import type { ConnectionWatch } from '../connection/connection-watch'
import { thinOut } from '../connection/mcp-invoker'
import { asMcpPrompt, asMcpResource, listPrompts, listResources, listTools } from '../connection/server-lists'
import { receiveMessages, type ServerMessages } from '../connection/server-messages'
import type { ConnectOptions } from '../connection/session'
import { maskOf, maskSecrets } from '../launch/command-line'
import { fixFor } from '../launch/failure-fix'
import { reasonIn } from '../launch/reason-in'
import type { AskPerson } from '../questions/questions'
import { describeTool } from '../tools/describe-tool'
import { MAX_RESULT_CHARACTERS, readBlock, resultContent } from '../tools/tool-result'
import { cutText } from '../transport/cut-text'
import { DeadlineError, withDeadline } from '../transport/deadline'
import { followState } from '../transport/follow-state'
import { type Clock, PausableTimer } from '../transport/pausable-timer'
import { describeError } from '../transport/protocol-error'

export type TestCall = 'ping' | { readonly tool: string; readonly arguments: Readonly<Record<string, unknown>> } | null

export interface TestOptions extends Omit<ConnectOptions, 'signal'> {
  readonly watch: ConnectionWatch
  /** Answers the questions of the server; null if no person can. */
  readonly ask: AskPerson | null
  /** Receives a promise that resolves when nothing of the test is left running. It never rejects. */
  readonly onRunning?: (running: Promise<void>) => void
}

const STDERR_LINES = 12

/**
 * Connects to a server step by step in a separate session, and ends it. Yields the whole test after each change. Never
 * throws for a failure of the server. Ends early if the signal aborts. Nothing is left running after the last state.
 */
export async function* testConnection(
  server: McpServer,
  call: TestCall,
  options: TestOptions,
  signal: AbortSignal,
): AsyncGenerator<McpTest> {
  let test: McpTest = {
    steps: [],
    failure: null,
    tools: null,
    resources: [],
    prompts: [],
    progress: null,
    call: null,
    notices: [],
    finished: false,
  }
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

async function runTest(
  server: McpServer,
  call: TestCall,
  options: TestOptions,
  signal: AbortSignal,
  change: (part: Partial<McpTest>) => void,
): Promise<void> {
  const { connectTimeoutMs, callTimeoutMs, now, watch } = options
  const steps = new StepList(now, (list) => change({ steps: list }))
  const reader = createReader(server, options, watch)
  let stderr = () => ''
  let revision = ''
  const open: { connection: Connection | null } = { connection: null }
  let messages: ServerMessages | null = null
  try {
    steps.begin(server.transport === 'stdio' ? 'resolve' : 'handshake')
    const { connection, listed } = await withDeadline(connectTimeoutMs, signal, async (request) => {
      const connection = await openConnection(server, options, request, reader, (tail) => (stderr = tail), {
        ...watch,
        onResolved: ({ file }) => steps.begin('start', file),
        onStarted: () => server.transport === 'stdio' && steps.begin('handshake'),
        onMessage: (direction, message) => {
          watch.onMessage?.(direction, message)
          if ('result' in message && typeof message.result.protocolVersion === 'string')
            revision = message.result.protocolVersion
        },
      })
      open.connection = connection
      const { client } = connection
      const about = client.getServerVersion()
      steps.begin('list', `${about ? `${about.name} ${about.version}, ` : ''}MCP ${revision}`)
      const nothing = () => []
      const [listed, resources, prompts] = await Promise.all([
        listTools(client, request),
        listResources(client, request).catch(nothing),
        listPrompts(client, request).catch(nothing),
      ])
      change({
        tools: listed.map((tool) => describeTool(tool)),
        resources: resources.map(asMcpResource),
        prompts: prompts.map(asMcpPrompt),
        notices: reader.notices(),
      })
      steps.end(String(listed.length))
      return { connection, listed }
    })
    if (call === null) return
    steps.begin('call')
    const clock = new PausableTimer(now)
    messages = receiveMessages(server, connection.client, clock)
    messages.listen({ record: () => {}, sample: null, ask: options.ask, turn: null })
    const onProgress = thinOut((progress) => change({ progress }), callTimeoutMs, now)
    const wanted = call === 'ping' ? null : { ...call, listed: listed.find(({ name }) => name === call.tool) }
    const lastLine = () => reasonIn(maskSecrets(stderr(), server.secrets))
    const result = await callOnce(connection, wanted, callTimeoutMs, clock, signal, now, onProgress, messages, lastLine)
    change({ progress: null, call: maskResult(result, server), notices: reader.notices() })
    // An error that the tool reports is an answer.
    steps.end(result.tool, result.error !== null && result.content === null ? 'failed' : 'done')
  } catch (error) {
    if (signal.aborted) return
    const stage = steps.fail()
    const kind = open.connection?.isOver() && !(error instanceof DeadlineError) ? 'ended' : kindOfFailure(error)
    const ended = open.connection && `it ${open.connection.lastWords() || 'closed the connection'} before it was ready`
    const strays = reader.describeStrays()
    const late = `did not get ready within ${connectTimeoutMs / 1000} s${strays === null ? '' : `. It ${strays}`}`
    const known = { late, ended, answered: null, sign_in: null, other: null }
    const failure = {
      error: known[kind] ?? describeError(error),
      stderr: stderr().trimEnd().split('\n').slice(-STDERR_LINES).join('\n'),
    }
    change({
      failure: masked(
        { stage, ...failure, fix: fixFor({ server, stage, kind, ...failure }), needsSignIn: kind === 'sign_in' },
        server,
      ),
      notices: reader.notices(),
    })
  } finally {
    messages?.listen(null)
    await open.connection?.close()
  }
}

/**
 * Resolves to the answer or to the error of a call, so that the form shows both in one place. Rejects only with the
 * signal's reason.
 */
async function callOnce(
  connection: Connection,
  call: (Exclude<TestCall, string | null> & { readonly listed: Tool | undefined }) | null,
  timeoutMs: number,
  clock: Clock,
  signal: AbortSignal,
  now: () => number,
  onprogress: ProgressCallback,
  { openAddresses }: ServerMessages,
  lastLine: () => string,
): Promise<McpCallResult> {
  const began = now()
  const answer = (part: Partial<McpCallResult>): McpCallResult => ({
    tool: call?.tool ?? 'ping',
    text: null,
    structured: null,
    content: null,
    error: null,
    ...part,
    ms: now() - began,
  })
  const { client } = connection
  try {
    if (call === null) {
      await withDeadline(timeoutMs, signal, (request) => client.ping(request))
      return answer({})
    }
    const result = await withDeadline(
      timeoutMs,
      signal,
      (request) =>
        callTool(
          client,
          call.listed ?? { name: call.tool },
          { arguments: { ...call.arguments } },
          { ...request, onprogress },
        ),
      clock,
    )
    const text = cutText(
      result.content.map((block) => (block.type === 'text' ? block.text : JSON.stringify(readBlock(block)))).join('\n'),
      MAX_RESULT_CHARACTERS,
    )
    const content = resultContent(result)
    return result.isError
      ? answer({ content, error: text || 'The tool reports an error without a message.' })
      : answer({ content, text, structured: result.structuredContent ?? null })
  } catch (error) {
    signal.throwIfAborted()
    if (error instanceof DeadlineError) {
      const strays = connection.reader.describeStrays()
      return answer({
        error: `No answer within ${timeoutMs / 1000} s.${strays === null ? '' : ` The server ${strays}`}`,
      })
    }
    return answer({
      error: connection.isOver()
        ? `The server ${connection.lastWords() || 'closed the connection'}${lastLine()}.`
        : ((await openAddresses(error)) ?? describeError(error)),
    })
  }
}

/** The stages that were reached, in order, each with its time. */
class StepList {
  readonly #now: () => number
  readonly #onChange: (steps: readonly McpTestStep[]) => void
  #steps: readonly McpTestStep[] = []
  #began = 0

  constructor(now: () => number, onChange: (steps: readonly McpTestStep[]) => void) {
    this.#now = now
    this.#onChange = onChange
  }

  /** Ends the running stage with this result and begins the next. */
  begin(stage: McpTestStage, result: string | null = null): void {
    this.end(result)
    this.#began = this.#now()
    this.#set([...this.#steps, { stage, state: 'running', ms: 0, result: null }])
  }

  fail(): McpTestStage {
    this.end(null, 'failed')
    return this.#steps.at(-1)?.stage ?? 'resolve'
  }

  end(result: string | null, state: McpTestStep['state'] = 'done'): void {
    const ms = this.#now() - this.#began
    this.#set(this.#steps.map((step) => (step.state === 'running' ? { ...step, state, ms, result } : step)))
  }

  #set(steps: readonly McpTestStep[]): void {
    this.#steps = steps
    this.#onChange(steps)
  }
}

const masked = (failure: McpTestFailure, { secrets }: McpServer): McpTestFailure => ({
  ...failure,
  error: maskSecrets(failure.error, secrets),
  fix: maskSecrets(failure.fix, secrets),
  stderr: maskSecrets(failure.stderr, secrets),
})

const maskResult = (result: McpCallResult, { secrets }: McpServer): McpCallResult => maskOf(secrets).deep(result)
