import { randomUUID } from 'node:crypto'
import { resolve } from 'node:path'
import { ExpectedError } from '@shared/base/expected-error'
import { shellWord } from '@shared/base/shell-word'
import { visibleJson } from '@shared/base/visible-text'
import type { ShellForm } from '@shared/contract/mcp'
import type { McpServer, RemoteServer, StdioServer } from '@shared/mcp/mcp-entry'
import { namesASecret } from '@shared/mcp/mcp-expansion'
import type { SecretMask } from '../../secrets/secret-mask'
import type { ConfigSource } from '../config/config-file'
import { maskOptions, maskSecrets, secretsInUrl } from '../launch/command-line'
import { baseFolderOf } from '../launch/resolve-launch'

/** Maximum length of the text in bytes, because Linux limits one argument of a command to 128 KiB. */
const MAX_BYTES = 120_000

/** The revision that servers assume without a header, so that it need not be read from an answer. */
const REVISION = '2025-03-26'

/** Placeholders for references to secrets and variables. No text of a file or server can be mistaken for one. */
interface Marks {
  readonly of: (name: string) => string
  readonly isIn: (text: string) => boolean
  /** Splits a text at its placeholders: text at even indexes, names at odd ones. */
  readonly split: (text: string) => readonly string[]
}

export function createMarks(): Marks {
  const key = randomUUID()
  const pattern = new RegExp(String.raw`\x00${key} (\w+)\x00`)
  return {
    of: (name) => `\0${key} ${/^\d/.test(name) ? '_' : ''}${name}\0`,
    isIn: (text) => pattern.test(text),
    split: (text) => text.split(pattern),
  }
}

/**
 * A source that replaces every reference to a secret, or to a variable with the name of a secret, by a placeholder, so
 * that no such value reaches a copied text.
 */
export function withMarks(source: ConfigSource, marks: Marks): ConfigSource {
  const env = Object.entries(source.env).map(([name, value]) => [
    name,
    value && namesASecret(name) ? marks.of(name) : value,
  ])
  return { ...source, env: Object.fromEntries(env), secrets: { ...source.secrets, read: marks.of } }
}

interface ShellCall {
  readonly tool: string
  readonly arguments: Readonly<Record<string, unknown>>
}

interface ShellPlace {
  readonly configFile: string
  readonly marks: Marks
  readonly mask: SecretMask
}

/**
 * A call as text for a POSIX shell (sh, bash, zsh). The text runs only that call, whatever it contains. `server` must
 * come from a source `withMarks`; its placeholders become variables of the shell. Secrets that the entry has in plain
 * text are masked, and so is everything that `mask` knows. Throws `not_possible` if the form cannot express the call.
 */
export function callForShell(
  server: McpServer,
  { tool, arguments: given }: ShellCall,
  form: ShellForm,
  { configFile, marks, mask }: ShellPlace,
): string {
  const clear = [...server.secrets, ...(server.transport === 'stdio' ? [] : secretsInUrl(server.url))]
  const masked = clear.filter((secret) => !marks.isIn(secret))
  const word = (text: string) => quoteWord(mask.text(maskSecrets(text, masked)), marks)
  const call = { name: mask.text(tool), arguments: mask.deep(given) }
  const text =
    form === 'curl'
      ? curl(reachedByCurl(server), call, word)
      : [...inspectorWords(server, call, baseFolderOf(server, configFile), marks)].map(word).join(' ')
  if (Buffer.byteLength(text) <= MAX_BYTES) return text
  throw notPossible('The arguments are longer than a shell allows. Copy the call as JSON instead.')
}

const notPossible = (why: string) => new ExpectedError('not_possible', why)

interface NamedCall {
  readonly name: string
  readonly arguments: unknown
}
/** Quotes one word. */
type Word = (text: string) => string

function reachedByCurl(server: McpServer): RemoteServer {
  if (server.transport === 'http') return server
  const why =
    server.transport === 'sse'
      ? 'uses SSE, where one curl has to listen while another one calls'
      : 'is a program, and curl only reaches servers over the network'
  throw notPossible(`“${server.name}” ${why}. Copy the call for the MCP Inspector instead.`)
}

/** curl gives other names a meaning, for example a name that begins with @. */
const HEADER_NAME = /^[\w!#$%&'*+.^`|~-]+$/

/** Begins a session and calls the tool in it. The text is a subshell, so that its definitions do not remain. */
function curl({ url, headers }: RemoteServer, call: NamedCall, word: Word): string {
  const sent = { 'Content-Type': 'application/json', Accept: 'application/json, text/event-stream', ...headers }
  const odd = Object.keys(sent).find((name) => !HEADER_NAME.test(name))
  if (odd !== undefined) throw notPossible('The entry of the server has a header whose name curl does not accept.')
  // Without -g curl would read brackets in the address as a list of addresses.
  const post = ['curl', '-sSg', url, ...Object.entries(sent).flatMap(([name, value]) => ['-H', `${name}: ${value}`])]
  const message = (content: Readonly<Record<string, unknown>>) =>
    `--data-raw ${word(visibleJson({ jsonrpc: '2.0', ...content }))}`
  const params = { protocolVersion: REVISION, capabilities: {}, clientInfo: { name: 'curl', version: '1' } }
  const inSession = '-H "Mcp-Session-Id: $session"'
  return [
    '(',
    `  post() { ${post.map(word).join(' ')} "$@"; }`,
    `  session=$(post -o /dev/null -D - ${message({ id: 1, method: 'initialize', params })} |`,
    String.raw`    tr -d '\r' | awk 'tolower($1) == "mcp-session-id:" { print $2 }')`,
    `  post -o /dev/null ${inSession} ${message({ method: 'notifications/initialized' })}`,
    `  post ${inSession} ${message({ id: 2, method: 'tools/call', params: call })}`,
    ')',
  ].join('\n')
}

/**
 * The words of a command line of the official Inspector. Values are joined to their options, so that none is read as an
 * option.
 */
function* inspectorWords(server: McpServer, call: NamedCall, baseFolder: string, marks: Marks): Iterable<string> {
  yield* ['npx', '@modelcontextprotocol/inspector', '--cli', '--method=tools/call']
  yield* [`--tool-name=${call.name}`, `--tool-args-json=${visibleJson(call.arguments)}`]
  if (server.transport === 'stdio') yield* programWords(server, baseFolder, marks)
  else {
    yield* [`--server-url=${server.url}`, `--transport=${server.transport}`]
    for (const [name, value] of Object.entries(server.headers)) yield* ['--header', `${name}: ${value}`]
  }
}

function* programWords({ command, args, cwd, env }: StdioServer, baseFolder: string, marks: Marks): Iterable<string> {
  yield `--cwd=${cwd === null ? baseFolder : resolve(baseFolder, cwd)}`
  for (const [name, value] of Object.entries(env)) yield* ['-e', `${name}=${value}`]
  yield* ['--', command]
  const masked = maskOptions(args)
  yield* args.map((arg, index) => (marks.isIn(arg) ? arg : (masked[index] ?? '')))
}

/**
 * Quotes a word, with its placeholders as variables. Throws `not_possible` if it contains characters that cannot be
 * pasted; in JSON these are escaped already.
 */
export function quoteWord(word: string, { split }: Pick<Marks, 'split'>): string {
  const quoted = split(word).map((piece, index) => {
    if (index % 2 === 1) return `"\${${piece}}"`
    const text = shellWord(piece)
    if (text === null)
      throw notPossible('The entry of the server, or the name of the tool, contains characters that cannot be pasted.')
    return piece === '' ? '' : text
  })
  return quoted.join('') || "''"
}
