import fc from 'fast-check'

/**
 * Config files as people write them: comments and white space anywhere, trailing commas, either line end, keys of other
 * clients.
 */

const word = fc.constantFrom(
  'a',
  'lamp',
  '-y',
  '${HOME}',
  'x y',
  'it’s "quoted"',
  '',
  '// no comment',
  '/* nor this */',
  '{,}',
  '\\',
)
const key = fc.constantFrom('A', 'B_TOKEN', 'with space', 'C')
const unknown = fc.record(
  {
    icon: word,
    gallery: fc.array(fc.record({ id: fc.nat(9) })),
    'x-note': fc.dictionary(key, fc.oneof(word, fc.boolean(), fc.constant(null))),
  },
  { requiredKeys: [] },
)
const toggle = fc.oneof(
  fc.record({ disabled: fc.boolean() }, { requiredKeys: [] }),
  fc.record({ enabled: fc.boolean() }),
  fc.record({ isActive: fc.boolean() }),
)
const limits = fc.oneof(
  fc.record(
    { timeoutMs: fc.integer({ min: 1, max: 1e6 }), connectTimeoutMs: fc.integer({ min: 1, max: 1e6 }) },
    { requiredKeys: [] },
  ),
  fc.record({ timeout: fc.integer({ min: 1, max: 1e5 }) }),
)
const tools = fc.oneof(
  fc.record({ disabledTools: fc.array(word) }, { requiredKeys: [] }),
  fc.record({ excludeTools: fc.array(word) }),
)
const local = fc.oneof(
  fc.record(
    {
      command: fc.constantFrom('npx', 'node'),
      args: fc.array(word),
      env: fc.dictionary(key, word),
      cwd: fc.constant('/tmp'),
    },
    { requiredKeys: ['command'] },
  ),
  fc.record(
    {
      command: fc.array(fc.constant('uvx'), { minLength: 1, maxLength: 3 }),
      args: fc.array(word),
      environment: fc.dictionary(key, word),
    },
    { requiredKeys: ['command'] },
  ),
)
const remote = fc.oneof(
  fc.record(
    {
      url: fc.constant('https://h.example/mcp'),
      headers: fc.dictionary(key, word),
      type: fc.constantFrom('http', 'sse', 'streamableHttp'),
    },
    { requiredKeys: ['url'] },
  ),
  fc.record(
    { serverUrl: fc.constant('https://h.example/sse'), headers: fc.dictionary(key, word) },
    { requiredKeys: ['serverUrl'] },
  ),
)
const entry = fc.tuple(fc.oneof(local, remote), toggle, limits, tools, unknown, fc.nat(5)).map(([...parts]) => {
  const turn = Number(parts.at(-1))
  const groups = (parts.slice(0, -1) as object[]).map((group, index, all) => all[(index + turn) % all.length])
  return Object.assign({}, ...groups) as object
})

export const SERVER_NAMES = ['weather', 'notes', '10', 'my server', 'x'] as const
const servers = fc.uniqueArray(fc.tuple(fc.constantFrom(...SERVER_NAMES), entry), {
  minLength: 1,
  maxLength: 4,
  selector: ([name]) => name,
})

const trivia = fc.constantFrom(
  '',
  '',
  ' ',
  '\n  ',
  '\n',
  '\t',
  '/**/',
  ' /* C */ ',
  '// C\n',
  ' // C\n    ',
  '\n  /* C\n  * on */\n',
)

export interface ConfigText {
  readonly text: string
  readonly names: readonly string[]
}

export const configText: fc.Arbitrary<ConfigText> = fc
  .record({
    servers,
    gaps: fc.array(trivia, { minLength: 1, maxLength: 40 }),
    comma: fc.boolean(),
    root: fc.constantFrom('mcpServers', 'servers'),
    crlf: fc.boolean(),
    bom: fc.boolean(),
    inputs: fc.boolean(),
  })
  .map(({ servers: pairs, gaps, comma, root, crlf, bom, inputs }) => {
    let at = 0
    // Every comment is different, so that a lost one is detected.
    const gap = () => (gaps[at++ % gaps.length] ?? '').replaceAll('C', `c${at}`)
    // No comment here, because one between a name and its value is removed with them.
    const blank = () => gap().replaceAll(/\/\/[^\n]*|\/\*[^]*?\*\//g, '')
    const members = (open: string, parts: readonly string[], close: string) =>
      open +
      parts.map((part) => gap() + part + gap()).join(',') +
      (comma && parts.length > 0 ? `,${gap()}` : gap()) +
      close
    const write = (value: unknown): string => {
      if (Array.isArray(value))
        return members(
          '[',
          value.map((part) => write(part)),
          ']',
        )
      if (typeof value !== 'object' || value === null) return JSON.stringify(value)
      return writePairs(Object.entries(value))
    }
    const writePairs = (entries: readonly (readonly [string, unknown])[]) =>
      members(
        '{',
        entries.map(([name, content]) => `${JSON.stringify(name)}${blank()}:${blank()}${write(content)}`),
        '}',
      )
    const table = `${JSON.stringify(root)}: ${writePairs(pairs)}`
    const text = gap() + members('{', inputs ? [table, `"inputs": ${write([{ id: 'token' }])}`] : [table], '}') + gap()
    return {
      text: (bom ? '\uFEFF' : '') + (crlf ? text.replaceAll('\n', '\r\n') : text),
      names: pairs.map(([name]) => name),
    }
  })
