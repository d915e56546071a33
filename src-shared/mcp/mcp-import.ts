import { isRecord } from '../base/json/is-record'
import { serverFromCommandLine } from './mcp-add-command'
import { namesASecret } from './mcp-expansion'
import { parseJsonc, position, readJsoncTree } from './parse-jsonc'
import { isPlaceholder, splitScheme } from './plain-secrets'

/** A server that another client or a README describes, as an entry of our file. */
export interface ImportedServer {
  readonly name: string
  readonly entry: Readonly<Record<string, unknown>>
  /** Secrets in plain text, which the entry refers to by name. `value` is null for a placeholder. */
  readonly secrets: readonly { readonly name: string; readonly value: string | null }[]
  /** Sentences for the user about facts to know or steps to take. */
  readonly notes: readonly string[]
}

/** Servers, or a sentence that says why there are none. */
export type Import =
  | { readonly servers: readonly ImportedServer[]; readonly fault: null }
  | { readonly servers: readonly []; readonly fault: string }

/**
 * Parses pasted text: a client's config file (`mcpServers`, VS Code's `servers` with `inputs`, Zed's
 * `context_servers`), a part of one as in READMEs, a single server, or a command `claude mcp add`.
 */
export function readSnippet(text: string): Import {
  const source = text
    .trim()
    .replace(/^```\w*\n([^]*)\n```$/, '$1')
    .trim()
  if (source === '') return nothing('There is nothing to read.')
  if (/^(\$ )?(claude|gemini|codex) mcp add/.test(source)) {
    const added = serverFromCommandLine(source)
    return typeof added === 'string'
      ? nothing(added)
      : { servers: [importServer(added.name, added.entry, [])], fault: null }
  }
  // A README often shows only the content of an object.
  const parsed = parseJsonc(source) ?? parseJsonc(`{${source.trimEnd().replace(/,$/, '')}}`)
  if (parsed !== null) return readServers(parsed.value)
  const { error } = readJsoncTree(source)
  if (!source.startsWith('{') || error === null)
    return nothing('This is neither JSON with servers nor a command line "claude mcp add".')
  const { line, column } = position(text, text.indexOf(source) + error.offset)
  return nothing(`Line ${line}, column ${column}: ${error.message}`)
}

/** Reads the parsed config file of a client. */
export function readServers(root: unknown): Import {
  if (!isRecord(root)) return nothing('This is JSON, but not an object with servers.')
  const { table, inputs } = findServers(root)
  if (isServer(table)) return { servers: [importServer('', table, inputs)], fault: null }
  const entries = Object.entries(table).flatMap(([name, entry]) =>
    isServer(entry) ? [importServer(name, entry, inputs)] : [],
  )
  return entries.length > 0
    ? { servers: entries, fault: null }
    : nothing('It contains no server: no object with `command` or `url`.')
}

const nothing = (fault: string): Import => ({ servers: [], fault })

type JsonObject = Readonly<Record<string, unknown>>
const isServer = (value: unknown): value is JsonObject =>
  isRecord(value) &&
  (['string', 'object'].includes(typeof value.command) ||
    ['url', 'serverUrl', 'httpUrl'].some((key) => typeof value[key] === 'string'))

/** `mcpServers`, `servers` or `context_servers`; in VS Code's settings one level deeper, under `mcp`. */
function findServers(root: JsonObject): { readonly table: JsonObject; readonly inputs: readonly unknown[] } {
  const inside = isRecord(root.mcp) ? root.mcp : root
  const table = ['mcpServers', 'servers', 'context_servers', 'mcp.servers']
    .map((key) => inside[key])
    .find((value) => isRecord(value))
  return { table: table ?? inside, inputs: Array.isArray(inside.inputs) ? inside.inputs : [] }
}

/** An input that VS Code requests when the server starts. */
interface Input {
  readonly id: string
  readonly isSecret: boolean
  readonly fallback: string | null
}

function importServer(name: string, written: JsonObject, inputs: readonly unknown[]): ImportedServer {
  const flat = isRecord(written.command) ? { ...written, ...fromZed(written.command) } : written
  const serverName = name || nameOf(flat)
  const notes: string[] = []
  const secrets = new Map<string, string | null>()

  const asked = inputs.flatMap((input): Input[] =>
    isRecord(input) && typeof input.id === 'string'
      ? [
          {
            id: input.id,
            isSecret: input.password === true || namesASecret(input.id),
            fallback: typeof input.default === 'string' ? input.default : null,
          },
        ]
      : [],
  )
  const answer = (id: string): string => {
    const input = asked.find((each) => each.id === id)
    const variable = constantName(id)
    if (!input || input.isSecret) {
      secrets.set(variable, null)
      return `\${secret:${variable}}`
    }
    notes.push(`Set the variable ${variable} in the environment, or write its value instead.`)
    return `\${${variable}${input.fallback === null ? '' : `:-${input.fallback}`}}`
  }
  const hide = (row: string, value: unknown): unknown => {
    if (typeof value !== 'string' || !namesASecret(row)) return value
    const { scheme, value: bare } = splitScheme(value)
    if (bare === '' || /\$\{|^env:/.test(bare)) return value
    const secret = secretNameFor(serverName, row)
    secrets.set(secret, isPlaceholder(bare) ? null : bare)
    return `${scheme}\${secret:${secret}}`
  }

  const answered = mapTexts(flat, (text) =>
    text.replaceAll(/\$\{input:([\w-]+)\}/g, (_match, id: string) => answer(id)),
  ) as JsonObject
  const entry = Object.fromEntries(
    Object.entries(answered).map(([key, content]) => {
      const isRows = isRecord(content) && /^(env|environment|headers|oauth)$/.test(key)
      return [
        key,
        isRows ? Object.fromEntries(Object.entries(content).map(([row, value]) => [row, hide(row, value)])) : content,
      ]
    }),
  )
  const foreign = [...new Set(JSON.stringify(entry).match(FOREIGN) ?? [])]
  if (foreign.length > 0) notes.push(`${foreign.join(', ')} is a form of another client: replace it by a path.`)
  return {
    name: serverName,
    entry,
    secrets: [...secrets].map(([secret, value]) => ({ name: secret, value })),
    notes: [...new Set(notes)],
  }
}

const FOREIGN = /\$\{(?:workspaceFolder|userHome|pathSeparator|file:|command:|config:)[^}]*\}/g

function mapTexts(value: unknown, change: (text: string) => string): unknown {
  if (typeof value === 'string') return change(value)
  if (Array.isArray(value)) return value.map((part) => mapTexts(part, change))
  return isRecord(value)
    ? Object.fromEntries(Object.entries(value).map(([key, content]) => [key, mapTexts(content, change)]))
    : value
}

/** Zed's older format has the program, its arguments and variables in an object `command`. */
const fromZed = ({ path, args, env }: JsonObject): JsonObject => ({
  command: path,
  ...(args !== undefined && { args }),
  ...(isRecord(env) && { env }),
})

/** A name for a server without one, from its package, program or host. */
function nameOf({ command, args, url }: JsonObject): string {
  const words = [command, ...(Array.isArray(args) ? (args as unknown[]) : [])]
    .flat()
    .filter((word): word is string => typeof word === 'string' && !word.startsWith('-'))
  const pick =
    words.find((word) => !/^(npx|node|uvx|uv|run|docker|python3?|-m|bunx|deno|exec|dlx|pnpm)$/.test(word)) ?? words[0]
  const [, host] = /^https?:\/\/([^/:?#]+)/.exec(typeof url === 'string' ? url : '') ?? []
  return (
    (pick ?? host ?? 'server')
      .replace(/@[\d.]+$|@latest$/, '')
      .replace(/\.[cm]?[jt]s$|\.py$/, '')
      .split(/[\\/]/)
      .at(-1)
      ?.replace(/^(mcp-)?server-|-mcp$/, '') || 'server'
  )
}

/** A name that includes the server's, so that two servers do not share an API_KEY by accident. */
export function secretNameFor(server: string, row: string): string {
  const [prefix, name] = [constantName(server), constantName(row)]
  return (name.startsWith(`${prefix}_`) ? name : `${prefix}_${name}`).slice(0, LONGEST_NAME)
}
const LONGEST_NAME = 64

/** The desired name, with a number if it is taken. */
export function freeSecretName(taken: ReadonlySet<string>, wanted: string): string {
  let name = wanted
  for (let number = 2; taken.has(name); number++)
    name = `${wanted.slice(0, LONGEST_NAME - 1 - String(number).length)}_${number}`
  return name
}

const constantName = (text: string): string => text.replaceAll(/\W+/g, '_').toUpperCase().replace(/^(\d)/, '_$1')
