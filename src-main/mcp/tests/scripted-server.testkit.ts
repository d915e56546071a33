import { spawn } from 'node:child_process'
import { appendFileSync, existsSync, rmSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { parseArgs } from 'node:util'

/**
 * An MCP server for tests, written without the SDK so that it starts fast and can misbehave. Plain Node runs it.
 * Options select its faults from the start, tools trigger faults on demand.
 */
const { values: options } = parseArgs({
  options: {
    /** Keep running at the end of the input (failure mode 1), or after SIGTERM (2). */
    'ignore-end': { type: 'boolean', default: false },
    'ignore-term': { type: 'boolean', default: false },
    /** Write this many MB to standard error before the first answer (5). */
    'stderr-mb': { type: 'string', default: '0' },
    /** Print this many lines that are not MCP to standard output before the first answer. */
    noise: { type: 'string', default: '0' },
    /** File to which each start of this server or of its child appends a line with the pid. */
    'starts-file': { type: 'string' },
    /** While this file exists, the start fails. */
    'fail-while': { type: 'string' },
    /** If this file exists, it is deleted and the start fails. */
    'fail-once': { type: 'string' },
    /** Answer `initialize` with this error: CODE:TEXT. */
    'refuse-start': { type: 'string' },
    /** Never answer `initialize`. */
    mute: { type: 'boolean', default: false },
    /** Exit this many ms after the tools were listed. */
    'leave-after': { type: 'string' },
    /** List the tools in pages of one. */
    paged: { type: 'boolean', default: false },
    /** Name the same next page on every page of tools. */
    'same-page': { type: 'boolean', default: false },
    /** Send these instructions with the answer to `initialize`. */
    instructions: { type: 'string' },
    /** Offer resources, prompts and a log. */
    library: { type: 'boolean', default: false },
  },
})

interface Request {
  readonly id?: number
  readonly method?: string
  readonly params?: {
    readonly name?: string
    readonly uri?: string
    readonly cursor?: string
    readonly arguments?: Readonly<Record<string, unknown>>
    readonly protocolVersion?: string
    readonly capabilities?: unknown
    readonly _meta?: { readonly progressToken?: unknown }
  }
  /** The result, if this is the answer to a request to the client. */
  readonly result?: unknown
  readonly error?: unknown
}

const noteStart = (pid: number | undefined) => {
  if (options['starts-file']) appendFileSync(options['starts-file'], `${pid}\n`)
  return pid
}
noteStart(process.pid)
const failOnce = options['fail-once'] !== undefined && existsSync(options['fail-once'])
if (failOnce) rmSync(options['fail-once'] ?? '')
if (failOnce || (options['fail-while'] && existsSync(options['fail-while']))) {
  process.stderr.write('it is not my day\n')
  process.exit(3)
}
if (options['ignore-term']) process.on('SIGTERM', () => {})

const send = (message: Readonly<Record<string, unknown>>) =>
  process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`)
const schema = (properties: Readonly<Record<string, unknown>>) => ({
  $schema: 'http://json-schema.org/draft-07/schema#',
  type: 'object',
  properties,
})
const text = (value: string) => ({ content: [{ type: 'text', text: value }] })
const sleeper = (detached: boolean, stdio: 'inherit' | 'ignore') =>
  noteStart(
    spawn(process.execPath, ['-e', 'process.on("SIGTERM", () => {}); setInterval(() => {}, 1e6)'], { detached, stdio })
      .pid,
  )

const calls: string[] = []
const asked = new Map<number, (answer: unknown) => void>()
let hasMore = false

const complete = (elicitationId: unknown) =>
  send({ method: 'notifications/elicitation/complete', params: { elicitationId } })

class Refusal {
  readonly code: number
  readonly message: string
  readonly data: unknown
  constructor(code: number, message: string, data: unknown) {
    this.code = code
    this.message = message
    this.data = data
  }
}

const tools: Readonly<
  Record<
    string,
    {
      readonly parameters?: Readonly<Record<string, unknown>>
      readonly outputSchema?: unknown
      readonly taskSupport?: string
      run(parameters: Readonly<Record<string, unknown>>, progressToken: unknown): unknown
    }
  >
> = {
  echo: { parameters: { text: { type: 'string' } }, run: (parameters) => text(JSON.stringify(parameters)) },
  plain: { run: () => text('just words') },
  fail: { run: () => ({ ...text('the lamp is broken'), isError: true }) },
  environment: { run: () => text(JSON.stringify(process.env)) },
  /** Answers with the methods of the received messages, in order. */
  methods: { run: () => text(JSON.stringify(calls)) },
  pids: {
    run: () =>
      text(JSON.stringify({ server: process.pid, child: sleeper(false, 'inherit'), stray: sleeper(true, 'ignore') })),
  },
  crash: { run: () => process.exit(7) },
  /** Ends the server, while its child holds its output open (4). */
  crash_with_grandchild: {
    run: () => {
      process.stderr.write(`grandchild ${sleeper(false, 'inherit')}\n`)
      setTimeout(() => process.exit(7), 50)
      return undefined
    },
  },
  hang: { run: () => undefined },
  late: {
    parameters: { ms: { type: 'integer' } },
    run: ({ ms }) => new Promise((resolve) => setTimeout(() => resolve(text('too late')), Number(ms))),
  },
  big: { parameters: { bytes: { type: 'integer' } }, run: ({ bytes }) => text('x'.repeat(Number(bytes))) },
  structured: {
    outputSchema: schema({ celsius: { type: 'number' } }),
    run: ({ celsius }) => ({ ...text('in words'), structuredContent: { celsius } }),
  },
  unstructured: { outputSchema: schema({}), run: () => ({ content: [] }) },
  add_tool: {
    run: () => {
      hasMore = true
      send({ method: 'notifications/tools/list_changed' })
      return text('done')
    },
  },
  /** Logs this many messages. */
  talk: {
    parameters: { lines: { type: 'integer' } },
    run: ({ lines }) => {
      for (let line = 1; line <= Number(lines); line++)
        send({ method: 'notifications/message', params: { level: 'warning', logger: 'lamp', data: { line } } })
      return text('said')
    },
  },
  walk: {
    parameters: { steps: { type: 'integer' } },
    run: ({ steps }, progressToken) => {
      for (let step = 1; step <= Number(steps); step++)
        send({
          method: 'notifications/progress',
          params: { progressToken, progress: step, total: Number(steps), message: `step ${step}` },
        })
      return text('there')
    },
  },
  /** Sends a request to the client and answers with its result. */
  ask: {
    parameters: { method: { type: 'string' }, params: { type: 'object' } },
    run: async ({ method, params }) => {
      const id = 1000 + asked.size
      send({ id, method, params })
      return text(JSON.stringify(await new Promise((resolve) => asked.set(id, resolve))))
    },
  },
  /** Answers with this protocol error. */
  refuse: {
    parameters: { code: { type: 'integer' }, message: { type: 'string' } },
    run: ({ code, message, data, completes }) => {
      if (completes !== undefined) setTimeout(() => complete(completes), 20)
      return new Refusal(Number(code), String(message), data)
    },
  },
  /** Asks the person to open an address, and answers this many ms after the person has answered. */
  pay: {
    parameters: { ms: { type: 'integer' }, reports: { type: 'boolean' } },
    run: async ({ ms, reports }) => {
      const id = 1000 + asked.size
      const params = { mode: 'url', message: 'Pay here', url: 'https://pay.example/', elicitationId: 'payment' }
      send({ id, method: 'elicitation/create', params })
      await new Promise((resolve) => asked.set(id, resolve))
      await new Promise((resolve) => setTimeout(resolve, Number(ms)))
      if (reports) complete('payment')
      return text('paid')
    },
  },
  task_only: {
    taskSupport: 'required',
    run: ({ fails, endless }) => {
      task = { polls: 0, fails: fails === true, endless: endless === true }
      return { task: taskNow('working') }
    },
  },
}

function list(cursor: string | undefined) {
  const all = Object.entries(tools).map(([name, tool]) => ({
    name,
    description: `Does ${name}`,
    inputSchema: schema(tool.parameters ?? {}),
    ...(tool.outputSchema ? { outputSchema: tool.outputSchema } : {}),
    ...(tool.taskSupport ? { execution: { taskSupport: tool.taskSupport } } : {}),
  }))
  if (hasMore) all.push({ name: 'new_tool', description: 'Was not there before', inputSchema: schema({}) })
  if (options['same-page']) return { tools: all, nextCursor: 'again' }
  if (!options.paged) return { tools: all }
  const index = Number(cursor ?? 0)
  return { tools: all.slice(index, index + 1), ...(index + 1 < all.length ? { nextCursor: String(index + 1) } : {}) }
}

/** The current task. It ends when it is polled for the second time. */
let task = { polls: 0, fails: false, endless: false }
const taskNow = (status: string, statusMessage?: string) => ({
  taskId: 'task-1',
  status,
  statusMessage,
  ttl: 60_000,
  createdAt: '2026-01-01T00:00:00Z',
  lastUpdatedAt: '2026-01-01T00:00:00Z',
  pollInterval: 1,
})
function askTask() {
  if (task.endless || ++task.polls < 2) return taskNow('working')
  return task.fails ? taskNow('failed', 'out of oil') : taskNow('completed')
}

const resources = [
  { uri: 'note:///lamp', name: 'lamp', description: 'About the lamp' },
  { uri: 'note:///broken', name: 'broken' },
]
const followed = new Set<string>()
const prompts = [{ name: 'style', description: 'How to play' }]

async function answer({ id, method, params, result: answered, error }: Request): Promise<void> {
  if (method === undefined) return asked.get(id ?? 0)?.(answered ?? error)
  calls.push(method)
  const [code, refusal] = options['refuse-start']?.split(':') ?? []
  if (method === 'initialize' && refusal !== undefined) send({ id, error: { code: Number(code), message: refusal } })
  else if (method === 'initialize' && !options.mute) {
    for (let line = 0; line < Number(options.noise); line++) process.stdout.write(`Listening, line ${line}\n`)
    // Writes synchronously, like servers in other languages, and so blocks until the client reads.
    for (let megabyte = 0; megabyte < Number(options['stderr-mb']); megabyte++)
      process.stderr.write(`${'e'.repeat(2 ** 20 - 1)}\n`)
    send({
      id,
      result: {
        protocolVersion: params?.protocolVersion,
        capabilities: {
          tools: { listChanged: true },
          ...(options.library && { resources: { subscribe: true }, prompts: {}, logging: {} }),
        },
        serverInfo: { name: 'scripted', version: '1' },
        instructions: options.instructions,
      },
    })
  }
  if (method === 'tools/list') {
    send({ id, result: list(params?.cursor) })
    if (options['leave-after']) setTimeout(() => process.exit(0), Number(options['leave-after']))
  }
  if (method === 'tools/call') {
    const result = await tools[params?.name ?? '']?.run(params?.arguments ?? {}, params?._meta?.progressToken)
    if (result instanceof Refusal)
      send({ id, error: { code: result.code, message: result.message, data: result.data } })
    else if (result !== undefined) send({ id, result })
  }
  if (method === 'tasks/get') send({ id, result: askTask() })
  if (method === 'tasks/result') send({ id, result: text(`done in ${task.polls} steps`) })
  if (method === 'tasks/cancel') send({ id, result: taskNow('cancelled') })
  if (method === 'logging/setLevel') send({ id, result: {} })
  if (method === 'resources/list') send({ id, result: { resources } })
  if (method === 'prompts/list') send({ id, result: { prompts } })
  if (method === 'resources/subscribe') followed.add(String(params?.uri))
  if (method === 'resources/unsubscribe') followed.delete(String(params?.uri))
  if (method === 'resources/subscribe' || method === 'resources/unsubscribe') send({ id, result: {} })
  if (method === 'resources/templates/list') send({ id, result: { resourceTemplates: [] } })
  if (method === 'resources/read' && followed.has(String(params?.uri)))
    send({ method: 'notifications/resources/updated', params: { uri: params?.uri } })
  if (params?.uri === 'note:///crash') process.exit(7)
  if (method === 'resources/read')
    send(
      params?.uri === 'note:///lamp'
        ? { id, result: { contents: [{ uri: params.uri, text: 'It is brass.' }] } }
        : { id, error: { code: -32002, message: 'the page is torn' } },
    )
  if (method === 'prompts/get')
    send({ id, result: { messages: [{ role: 'user', content: { type: 'text', text: 'Be bold.' } }] } })
}

const lines = createInterface({ input: process.stdin })
lines.on('line', (line) => void answer(JSON.parse(line) as Request))
lines.on('close', () => {
  if (options['ignore-end']) setInterval(() => {}, 1e6)
  else process.exit(0)
})
