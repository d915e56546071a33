import { findNodeAtLocation, getNodeValue, type Node } from 'jsonc-parser'
import { parse as parseToml, TomlError } from 'smol-toml'
import { isRecord } from '../base/json/is-record'
import { visibleLine } from '../base/visible-text'
import { settingsRoot, tableIn } from '../settings/settings-root'
import { locateToml } from '../settings/toml-edit'
import { isSetting, sortSettings } from '../settings/unknown-settings'
import { type McpServer, type ParsedEntry, parseEntry } from './mcp-entry'
import type { ReadSecret, Variables } from './mcp-expansion'
import { type EntryProblem, GOOD_NAME, MAX_NAME, ROOT_KEYS, whyRootKeyIgnored } from './mcp-keys'
import { position, readJsoncTree } from './parse-jsonc'

/** A problem in `mcp_config.json` with its place. `line` and `column` count from 1. */
export interface ConfigProblem {
  readonly line: number
  readonly column: number
  readonly server: string | null
  /** The affected key of the entry, as written; absent if the whole entry is affected. */
  readonly key?: string
  readonly message: string
  readonly severity: 'error' | 'warning'
  readonly isPlainSecret?: true
  /** The name of the entry is the problem. */
  readonly isOfName?: true
}

export interface McpConfigEntry {
  readonly name: string
  readonly disabled: boolean
  /** Null if the entry cannot be used, for the reason in `fault`. */
  readonly server: McpServer | null
  readonly fault: string | null
  /** Path of the settings file if it defines the server; null for the config file. */
  readonly namedIn: string | null
  /** Line of the server's name in its file, from 1. */
  readonly line: number
}

export interface McpConfig {
  /** In the order of the file, on which `server_selection = "first"` depends (requirement 2.6). */
  readonly servers: readonly McpConfigEntry[]
  readonly problems: readonly ConfigProblem[]
  /** Why the whole file is unusable (requirement 2.3); null if it is not. All other problems affect one server. */
  readonly syntaxError: ConfigProblem | null
}

/**
 * Parses `mcp_config.json` (JSON with comments and trailing commas; `mcpServers`, or VS Code's `servers`) or TOML
 * (`[mcp.<name>]`). Never throws; faults are returned as problems with their places. `variables` are the values of
 * `${VAR}`, `readSecret` returns those of `${secret:NAME}`.
 */
export function parseMcpConfig(
  text: string,
  format: 'json' | 'toml',
  variables: Variables,
  readSecret?: ReadSecret,
): McpConfig {
  const parse: ParseEntry = (name, value) => parseEntry(name, value, variables, readSecret)
  return format === 'json' ? parseJson(text, parse) : parseTomlForm(text, parse)
}

/**
 * Parses the servers of a settings file: tables `[mcp.<name>]` or `[tool.zorkgpt.mcp.<name>]`. Empty for invalid TOML,
 * which the settings report.
 */
export function parseSettingsServers(
  text: string,
  path: string,
  variables: Variables,
  readSecret?: ReadSecret,
): McpConfig {
  const { servers } = sortSettings(settingsRoot(path, readToml(text) ?? {}))
  return collect(
    locateTables(text, tableIn(path, 'mcp'), servers, (name, value) =>
      parseEntry(name, value, variables, readSecret, path),
    ),
    path,
  )
}

/** The servers of both files. `problems` are those of the config file. */
export interface JoinedConfig extends McpConfig {
  readonly settingsProblems: readonly ConfigProblem[]
}

/**
 * The config file's servers, followed by those of the settings file. A server that both files define is not started,
 * because it is ambiguous.
 */
export function joinConfigs(config: McpConfig, configFile: string, inSettings: McpConfig): JoinedConfig {
  const twin = (entry: McpConfigEntry, others: McpConfig) => others.servers.find(({ name }) => name === entry.name)
  const fault = (file: string, line: number) => `it is also defined in ${file}, line ${line}: remove one of the two`
  const faultsOf = (mine: McpConfig, others: McpConfig, fileOfOthers: string) =>
    mine.servers.flatMap((entry): readonly ConfigProblem[] => {
      const other = twin(entry, others)
      return other
        ? [
            {
              line: entry.line,
              column: 1,
              server: entry.name,
              severity: 'error',
              message: fault(fileOfOthers, other.line),
            },
          ]
        : []
    })
  const first = config.servers.map((entry) => {
    const other = twin(entry, inSettings)
    return other ? { ...entry, server: null, fault: fault(other.namedIn ?? '', other.line) } : entry
  })
  return {
    servers: [...first, ...inSettings.servers.filter((entry) => !twin(entry, config))],
    problems: [...config.problems, ...faultsOf(config, inSettings, inSettings.servers[0]?.namedIn ?? '')],
    settingsProblems: [...inSettings.problems, ...faultsOf(inSettings, config, configFile)],
    syntaxError: config.syntaxError,
  }
}

type ParseEntry = (name: string, value: unknown) => ParsedEntry

/** The format that the file's name indicates. */
export const configFormat = (path: string): 'json' | 'toml' => (/\.toml$/i.test(path) ? 'toml' : 'json')

function parseJson(text: string, parse: ParseEntry): McpConfig {
  const { root, error } = readJsoncTree(text)
  if (error)
    return unusable({
      ...position(text, error.offset),
      message: error.message,
    })
  if (root?.type !== 'object')
    return unusable({ ...position(text, root?.offset ?? 0), message: 'expected an object with the key "mcpServers"' })
  const table = ROOT_KEYS.map((key) => findNodeAtLocation(root, [key])).find((node) => node !== undefined)
  if (!table) return unusable({ ...position(text, root.offset), message: 'the key "mcpServers" is missing' })
  if (table.type !== 'object')
    return unusable({ ...position(text, table.offset), message: `"mcpServers" must be an object, found ${table.type}` })

  const unread = (root.children ?? []).flatMap(({ offset, children = [] }): readonly ConfigProblem[] => {
    const message = whyRootKeyIgnored(String(children[0]?.value))
    return message === null ? [] : [{ ...position(text, offset), server: null, severity: 'warning', message }]
  })
  // Uses the tree, because an object would move names like "10" to the front and drop one of two equal names.
  const config = collect((table.children ?? []).flatMap((property) => namedEntry(text, property, parse)))
  const repeated = (table.children ?? []).flatMap(({ children: [name, entry] = [] }) =>
    entry ? repeatedKeys(text, String(name?.value), entry) : [],
  )
  const problems = [...unread, ...config.problems, ...repeated]
  return { ...config, problems: problems.toSorted((a, b) => a.line - b.line || a.column - b.column) }
}

/** Keys that occur twice in an object, at any depth. The parser uses the last one. */
function repeatedKeys(text: string, server: string, { type, children = [] }: Node): readonly ConfigProblem[] {
  const known = new Set<unknown>()
  return children.flatMap((child): readonly ConfigProblem[] => {
    const [key, value] = type === 'object' ? (child.children ?? []) : [undefined, child]
    const within = value ? repeatedKeys(text, server, value) : []
    if (key === undefined || !known.has(key.value)) {
      known.add(key?.value)
      return within
    }
    const message = `\`${visibleLine(String(key.value), MAX_NAME)}\` is given twice; the last one counts`
    return [{ ...position(text, key.offset), server, severity: 'warning', message }, ...within]
  })
}

interface LocatedEntry {
  readonly name: string
  readonly parsed: ParsedEntry
  readonly locate: (problem: Pick<EntryProblem, 'path' | 'isOfKey'>) => {
    readonly line: number
    readonly column: number
  }
}

function namedEntry(text: string, property: Node, parse: ParseEntry): LocatedEntry[] {
  const [key, value] = property.children ?? []
  if (!key || !value) return []
  const name = String(getNodeValue(key))
  const locate: LocatedEntry['locate'] = ({ path, isOfKey }) => {
    const found = path.length === 0 ? key : (findNodeAtLocation(value, [...path]) ?? key)
    return position(text, (isOfKey ? (found.parent ?? found) : found).offset)
  }
  return [{ name, parsed: parse(name, getNodeValue(value)), locate }]
}

function parseTomlForm(text: string, parse: ParseEntry): McpConfig {
  let root: Record<string, unknown>
  try {
    root = parseToml(text)
  } catch (error) {
    if (!(error instanceof TomlError)) throw error
    return unusable({
      line: error.line,
      column: error.column,
      message: `invalid TOML: ${error.message.split('\n')[0]}`,
    })
  }
  const { mcp: table } = root
  if (!isRecord(table)) return unusable({ line: 1, column: 1, message: 'there is no table [mcp.<name>]' })
  // A zorkgpt.toml may serve as the list of servers. Its other settings in [mcp] are not servers.
  return collect(
    locateTables(
      text,
      'mcp',
      Object.fromEntries(Object.entries(table).filter(([name]) => !isSetting('mcp', name))),
      parse,
    ),
  )
}

const locateTables = (
  text: string,
  parent: string,
  tables: Readonly<Record<string, unknown>>,
  parse: ParseEntry,
): readonly LocatedEntry[] => {
  const placeOf = locateToml(text)
  return Object.entries(tables).map(([name, value]) => ({
    name,
    parsed: parse(name, value),
    locate: ({ path }) => placeOf([...parent.split('.'), name, ...path.map(String)]),
  }))
}

function readToml(text: string): Record<string, unknown> | null {
  try {
    return parseToml(text)
  } catch (error) {
    if (error instanceof TomlError) return null
    throw error
  }
}

function collect(entries: readonly LocatedEntry[], namedIn: string | null = null): McpConfig {
  const problems: ConfigProblem[] = []
  const servers = new Map<string, McpConfigEntry>()
  for (const { name, parsed, locate } of entries) {
    const report = ({ path, isOfKey, ...problem }: EntryProblem) =>
      problems.push({
        ...locate({ path, isOfKey }),
        server: name,
        ...(path[0] !== undefined && { key: String(path[0]) }),
        ...problem,
      })
    const reportName = (severity: ConfigProblem['severity'], message: string) =>
      report({ path: [], severity, message, isOfName: true })
    if (servers.has(name)) {
      reportName('error', `the name "${visibleLine(name, MAX_NAME)}" is used twice; the first one counts`)
      continue
    }
    const badName = whyBadName(name)
    if (badName !== null) {
      reportName('error', badName)
      servers.set(name, {
        name,
        disabled: parsed.disabled,
        server: null,
        fault: badName,
        namedIn,
        line: locate({ path: [] }).line,
      })
      continue
    }
    if (!GOOD_NAME.test(name)) reportName('warning', whyRiskyName(name))
    for (const problem of parsed.problems) report(problem)
    const fault = parsed.problems.find((problem) => problem.severity === 'error')?.message ?? null
    servers.set(name, {
      name,
      disabled: parsed.disabled,
      server: parsed.server,
      fault,
      namedIn,
      line: locate({ path: [] }).line,
    })
  }
  return { servers: [...servers.values()], problems, syntaxError: null }
}

/**
 * The reason why a name is invalid, or null. It appears in questions, lists, logs and tool names, and must not resemble
 * anything else there.
 */
function whyBadName(name: string): string | null {
  if (name.trim() === '') return 'it has no name: give it one of letters, digits, - and _'
  if (name.length > MAX_NAME) return `its name has ${name.length} characters; at most ${MAX_NAME} are allowed`
  return visibleLine(name) === name
    ? null
    : `its name "${visibleLine(name)}" contains invisible characters: use letters, digits, - and _`
}

/** Why some models refuse a valid name. */
const whyRiskyName = (name: string): string =>
  /^[\w-]+$/.test(name)
    ? `its name has ${name.length} characters: some models take at most 32`
    : `its name "${visibleLine(name)}" is refused by some models: use letters, digits, - and _`

function unusable(at: { readonly line: number; readonly column: number; readonly message: string }): McpConfig {
  const problem: ConfigProblem = { ...at, server: null, severity: 'error' }
  return { servers: [], problems: [problem], syntaxError: problem }
}
