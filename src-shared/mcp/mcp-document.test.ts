import fc from 'fast-check'
import { createScanner, parse } from 'jsonc-parser'
import { describe, expect, it } from 'vitest'
import { configText, SERVER_NAMES } from '../settings/config-text.testkit'
import { parseMcpConfig } from './mcp-config'
import {
  addServer,
  cloneServer,
  type Field,
  freeName,
  pathOf,
  readDocument,
  removeServer,
  renameRow,
  renameServer,
  restoreServer,
  type ServerForm,
  setField,
  setRow,
} from './mcp-document'

const form = (text: string, name: string): ServerForm =>
  readDocument(text)?.find((server) => server.name === name) ?? fail(`There is no ${name} in ${text}`)
const fail = (message: string): never => {
  throw new Error(message)
}
const config = (text: string) => parseMcpConfig(text, 'json', { HOME: '/home/me' })

/** Text of every comment, in order. */
function comments(text: string): readonly string[] {
  const scanner = createScanner(text)
  const found: string[] = []
  for (scanner.scan(); scanner.getTokenLength() > 0; scanner.scan()) {
    const token = text.slice(scanner.getTokenOffset(), scanner.getTokenOffset() + scanner.getTokenLength())
    if (/^\/[/*]/.test(token)) found.push(token)
  }
  return found
}

/** Keys of an entry that the form does not show. */
const FORM_KEYS =
  /^(type|command|args|env|environment|envFile|cwd|url|serverUrl|headers|timeout|timeoutMs|connectTimeoutMs|description|disabledTools|excludeTools|attach|allow\w+|disabled|enabled|isActive)$/
function unknownKeys(text: string): Readonly<Record<string, unknown>> {
  const root = parse(text.replace(/^\uFEFF/, ' '), [], { allowTrailingComma: true }) as Record<string, unknown>
  const table = root[String(pathOf(text)[0])] as Record<string, Record<string, unknown>>
  const others = Object.entries(table).map(
    ([name, entry]) => [name, Object.entries(entry).filter(([key]) => !FORM_KEYS.test(key))] as const,
  )
  return { ...root, [String(pathOf(text)[0])]: Object.fromEntries(others) }
}

const words = fc.array(fc.constantFrom('a', 'b', '-y', 'x y', ''), { maxLength: 4 })
const change: fc.Arbitrary<readonly [Field, ServerForm[Field]]> = fc.oneof(
  fc.tuple(fc.constantFrom('args', 'disabledTools' as const), words),
  fc.tuple(fc.constantFrom('disabled', 'allowSampling', 'allowElicitation' as const), fc.boolean()),
  fc.tuple(fc.constantFrom('timeoutMs', 'connectTimeoutMs' as const), fc.option(fc.integer({ min: 1, max: 1e6 }))),
  fc.tuple(fc.constantFrom('cwd', 'envFile', 'description' as const), fc.constantFrom('', '/tmp', 'x')),
  fc.tuple(fc.constant('command' as const), fc.constantFrom('npx', 'deno')),
  fc.tuple(fc.constant('url' as const), fc.constantFrom('https://other.example/mcp')),
  fc.tuple(fc.constant('attach' as const), fc.record({ resources: words, prompts: words })),
)
const nth = fc.nat(3)
const rowName = fc.constantFrom('A', 'B_TOKEN', 'with space', 'D')

/** Checks what every edit that removes nothing must preserve, and returns the text. */
function expectKept(before: string, after: string): void {
  expect(config(after).syntaxError).toBeNull()
  expect(comments(after)).toEqual(comments(before))
}

describe('a config file edited through the form', () => {
  it('has only the change: same servers, order, unknown keys and comments', () => {
    fc.assert(
      fc.property(
        configText,
        fc.array(fc.tuple(nth, change), { minLength: 1, maxLength: 5 }),
        ({ text, names }, changes) => {
          let edited = text
          for (const [at, [field, value]] of changes) {
            const name = names[at % names.length] ?? ''
            // The form shows one of the two.
            if (field === (form(edited, name).type === 'stdio' ? 'url' : 'command')) continue
            const before = readDocument(edited)
            const next = setField(edited, name, field, value)
            expectKept(edited, next)
            expect(unknownKeys(next)).toEqual(unknownKeys(edited))
            expect(readDocument(next)).toEqual(
              before?.map((server) => (server.name === name ? { ...server, [field]: value } : server)),
            )
            expect(setField(next, name, field, value)).toBe(next)
            const others = (all: string) =>
              config(all).servers.flatMap(({ line: _line, ...entry }) => (entry.name === name ? [] : [entry]))
            expect(others(next)).toEqual(others(edited))
            edited = next
          }
        },
      ),
      { numRuns: 120 },
    )
  })

  it('has rows set, renamed and removed, with everything else in its place', () => {
    fc.assert(
      fc.property(
        configText,
        nth,
        fc.constantFrom('env', 'headers' as const),
        rowName,
        fc.option(fc.constantFrom('', 'new', '${secret:TOKEN}'), { nil: undefined }),
        ({ text, names }, at, table, row, value) => {
          const name = names[at % names.length] ?? ''
          const rows = form(text, name)[table]
          const set = setRow(text, name, table, row, value)
          expectKept(text, set)
          const { [row]: _, ...others } = rows
          expect(form(set, name)[table]).toEqual(value === undefined ? others : { ...rows, [row]: value })
          if (!(row in rows)) return
          const renamed = renameRow(text, name, table, row, 'NEW NAME')
          expectKept(text, renamed)
          expect(Object.entries(form(renamed, name)[table])).toEqual(
            Object.entries(rows).map(([key, content]) => [key === row ? 'NEW NAME' : key, content]),
          )
        },
      ),
      { numRuns: 120 },
    )
  })

  it('has servers added, cloned, renamed, removed and restored, each in its place', () => {
    fc.assert(
      fc.property(configText, nth, ({ text, names }, at) => {
        const name = names[at % names.length] ?? ''
        const listed = (all: string) => (readDocument(all) ?? []).map((server) => server.name)
        const inserted = (fresh: string) => names.flatMap((each) => (each === name ? [each, fresh] : [each]))

        const added = addServer(text, 'fresh', { command: 'npx', args: ['-y', 'a@1'] }, name)
        expectKept(text, added)
        expect(listed(added)).toEqual(inserted('fresh'))
        expect(form(added, 'fresh')).toMatchObject({ command: 'npx', args: ['-y', 'a@1'] })

        const renamed = renameServer(text, name, 'fresh')
        expectKept(text, renamed)
        expect(listed(renamed)).toEqual(names.map((each) => (each === name ? 'fresh' : each)))

        const cloned = cloneServer(text, name, 'fresh')
        expect(listed(cloned)).toEqual(inserted('fresh'))
        expect(form(cloned, 'fresh')).toEqual({ ...form(text, name), name: 'fresh' })
        expect(comments(cloned)).toEqual(expect.arrayContaining([...comments(text)]))

        const { text: without, removed } = removeServer(text, name)
        expect(listed(without)).toEqual(names.filter((each) => each !== name))
        const own = comments(removed.raw)
        expect(comments(without).length).toBeGreaterThanOrEqual(comments(text).length - own.length)
        const restored = restoreServer(without, removed)
        expect(readDocument(restored)).toEqual(readDocument(text))
        expect(comments(restored).toSorted()).toEqual(comments(text).toSorted())
        expect(unknownKeys(restored)).toEqual(unknownKeys(text))
      }),
      { numRuns: 120 },
    )
  })

  it('preserves the formatting', () => {
    const text =
      '{\n  // mine\n  "mcpServers": {\n    "a": {\n      "command": "npx", // runs it\n      "args": ["-y", "x"] // what\n    }\n  }\n}\n'
    expect(setField(setRow(text, 'a', 'env', 'K', 'v'), 'a', 'args', ['-y', 'z', 'x'])).toBe(
      '{\n  // mine\n  "mcpServers": {\n    "a": {\n      "command": "npx", // runs it\n      "args": ["-y", "z", "x"], // what\n      "env": { "K": "v" }\n    }\n  }\n}\n',
    )
    expect(addServer('', 'a', { url: 'https://h/mcp' })).toBe(
      '{\n  "mcpServers": {\n    "a": {\n      "url": "https://h/mcp"\n    }\n  }\n}\n',
    )
  })

  it('has no keys of the other transport after the transport is switched', () => {
    const program =
      '{"mcpServers":{"a":{"command":"npx","args":["-y"],"environment":{"K":"v"},"cwd":"/tmp","timeoutMs":9}}}'
    const remote = setField(program, 'a', 'type', 'http')
    expect(JSON.parse(remote)).toEqual({ mcpServers: { a: { timeoutMs: 9, type: 'http', url: '' } } })
    const filled = setRow(setField(remote, 'a', 'url', 'https://h/mcp'), 'a', 'headers', 'K', 'v')
    expect(config(filled).problems).toEqual([])
    expect(form(setField(filled, 'a', 'type', 'sse'), 'a')).toMatchObject({ type: 'sse', headers: { K: 'v' } })
    expect(JSON.parse(setField(filled, 'a', 'type', 'stdio'))).toEqual({
      mcpServers: { a: { timeoutMs: 9, type: 'stdio', command: '' } },
    })
  })

  it('preserves an explicit false, and writes no default', () => {
    const explicit = '{"mcpServers":{"a":{"command":"x","disabled":false}}}'
    expect(setField(setField(explicit, 'a', 'disabled', true), 'a', 'disabled', false)).toBe(explicit)
    const bare = '{"mcpServers":{"a":{"command":"x"}}}'
    expect(setField(bare, 'a', 'disabled', false)).toBe(bare)
  })

  it('shows no form for an entry that only text can express', () => {
    expect(
      readDocument('{"mcpServers":{"a":1,"b":{"command":"x","command":"y"},"c":{},"c":{},"d":{}}}')?.map(
        ({ name, hasForm }) => [name, hasForm],
      ),
    ).toEqual([
      ['a', false],
      ['b', false],
      ['c', false],
      ['d', true],
    ])
    const broken = '{ "mcpServers": { "a": } }'
    expect(readDocument(broken)).toBeNull()
    expect(setField(broken, 'a', 'cwd', '/tmp')).toBe(broken)
  })

  it('suggests a free name that every model accepts', () => {
    expect(freeName(SERVER_NAMES, 'weather')).toBe('weather-2')
    expect(freeName([], '@scope/server-x')).toBe('scope-server-x')
  })
})
