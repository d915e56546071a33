import { findNodeAtLocation, getNodeValue, type Node, parseTree, type ParseError, printParseErrorCode } from 'jsonc-parser'
import { parse as parseToml, TomlError } from 'smol-toml'
import type { ConfigProblem } from '../contract/mcp'
import { type McpServer, type ParsedEntry, parseEntry } from './mcp-entry'
import type { ReadSecret, Variables } from './mcp-expansion'
import { GOOD_NAME, ROOT_KEYS } from './mcp-keys'

export interface McpConfigEntry {
  readonly name: string
  readonly disabled: boolean
  /** Null if the entry cannot be used; `fault` says why. */
  readonly server: McpServer | null
  readonly fault: string | null
}

export interface McpConfig {
  /** In the order of the file: `server_selection = "first"` depends on it (requirement 2.6). */
  readonly servers: readonly McpConfigEntry[]
  readonly problems: readonly ConfigProblem[]
  /** What makes the whole file unusable (requirement 2.3), or null. Anything else concerns one server only. */
  readonly syntaxError: ConfigProblem | null
}

/**
 * Reads `mcp_config.json` (JSON with comments and trailing commas; `mcpServers`, or VS Code's `servers`) or document 004's TOML
 * (`[mcp.<name>]`). Never throws: what is wrong is a problem with its place. `variables` is what `${VAR}` can name,
 * `readSecret` what `${secret:NAME}` can.
 */
export function parseMcpConfig(text: string, format: 'json' | 'toml', variables: Variables, readSecret?: ReadSecret): McpConfig {
  const parse: ParseEntry = (name, value) => parseEntry(name, value, variables, readSecret)
  return format === 'json' ? parseJson(text, parse) : parseTomlForm(text, parse)
}

type ParseEntry = (name: string, value: unknown) => ParsedEntry

/** The file's form, told by its name. */
export const configFormat = (path: string): 'json' | 'toml' => (/\.toml$/i.test(path) ? 'toml' : 'json')

function parseJson(source: string, parse: ParseEntry): McpConfig {
  const text = source.replace(/^\uFEFF/, ' ')
  const errors: ParseError[] = []
  const root = parseTree(text, errors, { allowTrailingComma: true })
  const [error] = errors
  if (error) return unusable({ ...position(text, error.offset), message: `invalid JSON: ${words(printParseErrorCode(error.error))}` })
  if (root?.type !== 'object') return unusable({ ...position(text, root?.offset ?? 0), message: 'expected an object with the key "mcpServers"' })
  const table = ROOT_KEYS.map((key) => findNodeAtLocation(root, [key])).find((node) => node !== undefined)
  if (!table) return unusable({ ...position(text, root.offset), message: 'the key "mcpServers" is missing' })
  if (table.type !== 'object') return unusable({ ...position(text, table.offset), message: `"mcpServers" must be an object, found ${table.type}` })

  // The tree, not the parsed value: an object would put names like "10" first and keep only the last of two equal ones.
  return collect((table.children ?? []).flatMap((property) => namedEntry(text, property, parse)))
}

interface LocatedEntry {
  readonly name: string
  readonly parsed: ParsedEntry
  readonly locate: (path: readonly (string | number)[]) => { readonly line: number; readonly column: number }
}

function namedEntry(text: string, property: Node, parse: ParseEntry): LocatedEntry[] {
  const [key, value] = property.children ?? []
  if (!key || !value) return []
  const name = String(getNodeValue(key))
  const locate = (path: readonly (string | number)[]) => position(text, (path.length === 0 ? key : (findNodeAtLocation(value, [...path]) ?? key)).offset)
  return [{ name, parsed: parse(name, getNodeValue(value)), locate }]
}

function parseTomlForm(text: string, parse: ParseEntry): McpConfig {
  let root: Record<string, unknown>
  try {
    root = parseToml(text)
  } catch (error) {
    if (!(error instanceof TomlError)) throw error
    return unusable({ line: error.line, column: error.column, message: `invalid TOML: ${error.message.split('\n')[0]}` })
  }
  const table = root.mcp
  if (typeof table !== 'object' || table === null || Array.isArray(table)) return unusable({ line: 1, column: 1, message: 'there is no table [mcp.<name>]' })
  const lines = text.split('\n')
  return collect(
    Object.entries(table).map(([name, value]) => {
      const line = lines.findIndex((candidate) => candidate.trim().startsWith(`[mcp.${name}]`)) + 1
      return { name, parsed: parse(name, value), locate: () => ({ line: line || 1, column: 1 }) }
    }),
  )
}

function collect(entries: readonly LocatedEntry[]): McpConfig {
  const problems: ConfigProblem[] = []
  const servers = new Map<string, McpConfigEntry>()
  for (const { name, parsed, locate } of entries) {
    const say = (path: readonly (string | number)[], severity: ConfigProblem['severity'], message: string) => problems.push({ ...locate(path), server: name, message, severity })
    if (servers.has(name)) {
      say([], 'error', `the name "${name}" is used twice; the first one counts`)
      continue
    }
    if (!GOOD_NAME.test(name)) say([], 'warning', 'a name of letters, digits, - and _, at most 32, works with every model')
    for (const problem of parsed.problems) say(problem.path, problem.severity, problem.message)
    const fault = parsed.problems.find((problem) => problem.severity === 'error')?.message ?? null
    servers.set(name, { name, disabled: parsed.disabled, server: parsed.server, fault })
  }
  return { servers: [...servers.values()], problems, syntaxError: null }
}

function unusable(at: { readonly line: number; readonly column: number; readonly message: string }): McpConfig {
  const problem: ConfigProblem = { ...at, server: null, severity: 'error' }
  return { servers: [], problems: [problem], syntaxError: problem }
}

/** Line and column of an offset, both from 1. */
function position(text: string, offset: number): { readonly line: number; readonly column: number } {
  const before = text.slice(0, offset)
  return { line: before.split('\n').length, column: offset - before.lastIndexOf('\n') }
}

/** "CommaExpected" as "comma expected". */
const words = (code: string): string => code.replaceAll(/([a-z])([A-Z])/g, '$1 $2').toLowerCase()
