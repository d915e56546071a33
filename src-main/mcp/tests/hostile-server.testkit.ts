import { createInterface } from 'node:readline'

/**
 * A hostile MCP server for tests, over standard input and output, or over another transport with `answerHostile`. Each
 * tool attacks its caller. Each option attacks the client that connects: `nested-schema`, `endless-pages`, `unread`,
 * `tools=N`.
 */
interface Request {
  readonly id?: number
  readonly method?: string
  readonly params?: { readonly name?: string; readonly cursor?: string; readonly protocolVersion?: string }
}

/** Accepts text for the client. `write` returns false while no more should be written, like that of a stream. */
interface Outlet {
  write(text: string): boolean
  once(event: 'drain', listener: () => void): unknown
}

/** Deep enough to overflow the stack of a recursive function. */
const LEVELS = 6000
const nested = (levels = LEVELS) => '{"a":['.repeat(levels / 2) + ']}'.repeat(levels / 2)
const schema = (inner: string) => `{"type":"object","properties":{${inner}}}`
const plain = '{"content":[{"type":"text","text":"just words"}]}'

const tools: Readonly<
  Record<string, { readonly outputSchema?: string; run(out: Outlet, answer: (result: string) => void): void }>
> = {
  plain: { run: (_out, answer) => answer(plain) },
  nested_structure: { run: (_out, answer) => answer(`{"content":[],"structuredContent":{"deep":${nested()}}}`) },
  nested_text: { run: (_out, answer) => answer(`{"content":[{"type":"text","text":${JSON.stringify(nested())}}]}`) },
  nested_talk: {
    run(out, answer) {
      out.write(line(`"method":"notifications/message","params":{"level":"warning","data":${nested()}}`))
      out.write(line(`"method":"notifications/of_its_own","params":{"deep":${nested()}}`))
      out.write(line(`"id":7,"method":"elicitation/create","params":{"deep":${nested()}}`))
      out.write(line(`"id":99,"result":{"deep":${nested()}}`))
      answer(plain)
    },
  },
  nested_error: {
    run: (out) => void out.write(line(`"id":${lastId},"error":{"code":1,"message":"no","data":${nested()}}`)),
  },
  many_values: { run: (_out, answer) => answer(`{"content":[],"structuredContent":{"a":[${'[],'.repeat(1e6)}1]}}`) },
  endless_line: { run: (out) => pour(out, 'x'.repeat(2 ** 16)) },
  flood: {
    run: (out) =>
      pour(out, line('"method":"notifications/message","params":{"level":"warning","data":"again"}').repeat(500)),
  },
  slow_pattern: {
    outputSchema: schema('"a":{"type":"string","pattern":"^(a+)+$"}'),
    run: (_out, answer) => answer(`{"content":[],"structuredContent":{"a":"${'a'.repeat(40)}!"}}`),
  },
  long_error: {
    run: (out) =>
      void out.write(line(`"id":${lastId},"error":{"code":1,"message":"${' '.repeat(3e5)}x${' '.repeat(3e5)}no"}`)),
  },
}

const line = (members: string) => `{"jsonrpc":"2.0",${members}}\n`
let lastId = 0

/** Writes the same text endlessly, as fast as it is accepted. */
function pour(out: Outlet, text: string): void {
  while (out.write(text)) {
    /* until the client stops reading */
  }
  out.once('drain', () => pour(out, text))
}

/** Answers one message of a client with its attack. */
export function answerHostile({ id, method, params }: Request, out: Outlet, options: readonly string[] = []): void {
  if (id === undefined) return
  lastId = id
  const answer = (result: string) => void out.write(line(`"id":${id},"result":${result}`))
  if (method === 'initialize')
    answer(
      `{"protocolVersion":"${params?.protocolVersion}","capabilities":{"tools":{"listChanged":true},"logging":{}},"serverInfo":{"name":"hostile","version":"1"}}`,
    )
  else if (method === 'tools/list') answer(list(Number(params?.cursor ?? 0), options))
  else if (method === 'tools/call') tools[params?.name ?? '']?.run(out, answer)
  else answer('{}')
}

function list(page: number, options: readonly string[]): string {
  const many = Number(options.find((option) => option.startsWith('tools='))?.slice('tools='.length) ?? 0)
  const own = Object.entries(tools).map(
    ([name, { outputSchema }]) =>
      `{"name":"${name}","inputSchema":${schema('')}${outputSchema ? `,"outputSchema":${outputSchema}` : ''}}`,
  )
  const more = Array.from({ length: many }, (_, number) => `{"name":"t${number}","inputSchema":${schema('')}}`)
  const deep = options.includes('nested-schema') ? [`{"name":"deep","inputSchema":${schema(`"x":${nested()}`)}}`] : []
  if (!options.includes('endless-pages')) return `{"tools":[${[...own, ...more, ...deep].join(',')}]}`
  const shown = page === 0 ? own.join(',') : `{"name":"p${page}","inputSchema":${schema('')}}`
  return `{"tools":[${shown}],"nextCursor":"${page + 1}"}`
}

if (process.argv[1] === import.meta.filename) {
  const options = process.argv.slice(2)
  const lines = createInterface({ input: process.stdin })
  lines.on('line', (text) => {
    const request = JSON.parse(text) as Request
    answerHostile(request, process.stdout, options)
    if (!options.includes('unread') || request.method !== 'tools/list') return
    process.stdin.pause()
    pour(process.stdout, line('"id":5,"method":"ping"').repeat(500))
  })
  lines.on('close', () => process.exit(0))
}
