import { z } from 'zod'
import { isRecord } from '../base/json/is-record'
import { visibleLine } from '../base/visible-text'
import { whyNotValid } from '../base/why-not-valid'
import { splitWords } from './mcp-add-command'
import { type EntryKeyName, SIGN_IN_KEYS, TRANSPORTS } from './mcp-entry-keys'
import { type Expansion, expandVariables, namesASecret, type ReadSecret, type Variables } from './mcp-expansion'
import { canonicalKeys, type EntryProblem } from './mcp-keys'
import { plainSecretsIn, problemOf } from './plain-secrets'

/** One MCP server as the app uses it, independent of the file's format. Strings are expanded. */
export type McpServer = StdioServer | RemoteServer

interface AnyServer {
  readonly name: string
  readonly disabledTools: readonly string[]
  /** Overrides the setting; null if the setting applies. */
  readonly timeoutMs: number | null
  readonly connectTimeoutMs: number | null
  readonly description: string
  /** Included in every prompt, as URIs of its resources and names of its prompts. */
  readonly attach: { readonly resources: readonly string[]; readonly prompts: readonly string[] }
  /** Folders that the app reports to the server as roots. */
  readonly roots: readonly string[]
  /** Whether the server may send requests to the episode's model, and to the user. */
  readonly allowSampling: boolean
  readonly allowElicitation: boolean
  /**
   * The settings file if it defines the server, so that relative paths start at its folder; null for the config file.
   */
  readonly namedIn: string | null
  /** Secret values, which are masked in this server's command line, errors and output. */
  readonly secrets: readonly string[]
}

export interface StdioServer extends AnyServer {
  readonly transport: 'stdio'
  readonly command: string
  readonly args: readonly string[]
  readonly env: Readonly<Record<string, string>>
  readonly envFile: string | null
  readonly cwd: string | null
  /** Names of the host's variables that the server receives; null for all except the app's secrets. */
  readonly inheritEnv: readonly string[] | null
  /** Program, arguments and variables before expansion, for the user's consent. */
  readonly written: { readonly words: readonly string[]; readonly env: Readonly<Record<string, string>> }
}

export interface RemoteServer extends AnyServer {
  /** `http` is Streamable HTTP, with a fallback to SSE. */
  readonly transport: 'http' | 'sse'
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  /** Null if the file has no `oauth`. */
  readonly oauth: SignInOptions | null
  /**
   * Address, headers and `oauth` before expansion, for the user's consent; null unless their references send data of
   * this machine.
   */
  readonly written: {
    readonly url: string
    readonly headers: Readonly<Record<string, string>>
    readonly oauth: Readonly<Record<string, string>> | null
  } | null
}

export type SignInOptions = Readonly<Partial<Record<keyof typeof SIGN_IN_KEYS, string>>>

export interface ParsedEntry {
  readonly disabled: boolean
  /** Null if an error makes the entry unusable. Other servers are started anyway. */
  readonly server: McpServer | null
  readonly problems: readonly EntryProblem[]
}

const text = z.union([z.string(), z.number(), z.boolean()]).transform(String)
const texts = z.array(text).default([])
const textTable = z.record(z.string(), text)
/** Other clients write a boolean to switch sign-in on or off, a list of scopes, and keys that are not used here. */
const signIn = z.preprocess(
  (value) => {
    if (typeof value === 'boolean') return undefined
    return isRecord(value) ? Object.fromEntries(Object.entries(value).filter(([key]) => key in SIGN_IN_KEYS)) : value
  },
  z.record(z.string(), z.union([text, z.array(z.string()).transform((list) => list.join(' '))])).optional(),
)
const duration = z.number().positive().nullable().default(null)

const entrySchema = z.object({
  type: z.enum(TRANSPORTS).optional(),
  /** TOML may have the program and its arguments in one list. */
  command: z.union([z.string().min(1), z.array(z.string().min(1)).min(1)]).optional(),
  args: texts,
  env: textTable.default({}),
  envFile: z.string().optional(),
  cwd: z.string().optional(),
  inheritEnv: z.array(z.string()).optional(),
  url: z.string().min(1).optional(),
  headers: textTable.default({}),
  oauth: signIn,
  disabled: z.boolean().default(false),
  disabledTools: z.array(z.string()).default([]),
  timeoutMs: duration,
  connectTimeoutMs: duration,
  description: z.string().default(''),
  attach: z.object({ resources: texts, prompts: texts }).prefault({}),
  roots: texts,
  allowSampling: z.boolean().default(false),
  allowElicitation: z.boolean().default(false),
} satisfies Record<EntryKeyName, z.ZodType>)
type Entry = z.output<typeof entrySchema>

/** Parses one entry of `mcpServers`. Unknown keys are ignored, with a warning unless another client uses them. */
export function parseEntry(
  name: string,
  value: unknown,
  variables: Variables,
  readSecret?: ReadSecret,
  namedIn: string | null = null,
): ParsedEntry {
  if (!isRecord(value))
    return {
      disabled: false,
      server: null,
      problems: [{ path: [], message: 'expected an object with `command` or `url`', severity: 'error' }],
    }
  const problems: EntryProblem[] = plainSecretsIn(value).map(problemOf)
  const { canonical, written } = canonicalKeys(value, problems)
  const parsed = entrySchema.safeParse(canonical)
  if (!parsed.success) {
    for (const issue of parsed.error.issues) {
      const [key, ...rest] = issue.path.map((step) => (typeof step === 'symbol' ? String(step) : step))
      const advice = key === undefined ? null : adviceFor(String(key), rest, canonical[String(key)])
      problems.push({
        path: key === undefined ? [] : [written.get(String(key)) ?? key, ...rest],
        message: `\`${[key, ...rest].join('.')}\`: ${advice ?? whyNotValid(issue)}`,
        severity: 'error',
      })
    }
    return { disabled: canonical.disabled === true, server: null, problems }
  }
  const entry = parsed.data
  const server = buildServer(
    name,
    namedIn,
    entry,
    variables,
    (text) => expandVariables(text, variables, readSecret),
    (key, message) => {
      problems.push({ path: key === null ? [] : [written.get(key) ?? key], message, severity: 'error' })
      return null
    },
  )
  return {
    disabled: entry.disabled,
    server: problems.some((problem) => problem.severity === 'error') ? null : server,
    problems,
  }
}

function buildServer(
  name: string,
  namedIn: string | null,
  entry: Entry,
  variables: Variables,
  expandText: (text: string) => Expansion,
  fault: (key: string | null, message: string) => null,
): McpServer | null {
  const secrets = new Set<string>()
  const isShellScript = /(?:^|[\\/])(?:\w*sh|cmd|powershell)(?:\.exe)?$/i.test([entry.command].flat()[0] ?? '')
  const expand = (key: string, text: string): string => {
    const unread = isShellScript ? null : unreadVariable(text, variables)
    if (unread !== null) fault(key, `\`${key}\` has ${unread.found}, which no shell reads here: write ${unread.write}`)
    const expansion = expandText(REMOTE_KEYS.has(key) ? text : atHome(text, variables))
    for (const reference of expansion.unresolved)
      fault(key, `\`${key}\` uses \${${reference}}, ${whyUnresolved(reference)}`)
    for (const secret of expansion.secrets) secrets.add(secret)
    return expansion.text
  }
  const expandTable = (key: string, table: Readonly<Record<string, string>>): Record<string, string> =>
    Object.fromEntries(
      Object.entries(table).map(([field, text]) => {
        const value = expand(key, text)
        if (namesASecret(field)) secrets.add(value)
        return [field, value]
      }),
    )

  const byUrl = entry.url === undefined ? null : 'http'
  const transport = entry.type ?? (entry.command === undefined ? byUrl : 'stdio')
  const { disabledTools, timeoutMs, connectTimeoutMs, description, attach, allowSampling, allowElicitation } = entry
  const common = {
    name,
    namedIn,
    disabledTools,
    timeoutMs,
    connectTimeoutMs,
    description,
    attach,
    roots: entry.roots.map((root) => expand('roots', root)),
    allowSampling,
    allowElicitation,
  }
  /** Short and common words are not masked, because that would spoil every text with them. */
  const maskable = () => [...secrets].filter((secret) => secret.length > 3 && !/^(true|false|none|null)$/i.test(secret))

  if (transport === null) return fault(null, 'needs `command` (a program to start) or `url` (a server to connect to)')
  if (transport === 'stdio') {
    if (entry.command === undefined) return fault('type', '`type` is "stdio", but there is no `command`')
    const program = [entry.command].flat()
    const tooMuch = whyTooMuch([...program, ...entry.args], entry)
    if (tooMuch !== null) return fault(...tooMuch)
    const [command = '', ...leading] = program.map((part) => expand('command', part))
    if (command === '') return fault('command', '`command` is empty')
    const args = [...leading, ...entry.args.map((arg) => expand('args', arg))]
    const env = expandTable('env', entry.env)
    const written = { words: [...program, ...entry.args], env: entry.env }
    const optional = (key: 'cwd' | 'envFile') => (entry[key] ? expand(key, entry[key]) : null)
    return {
      ...common,
      transport,
      command,
      args,
      env,
      envFile: optional('envFile'),
      cwd: optional('cwd'),
      inheritEnv: entry.inheritEnv ?? null,
      written,
      secrets: maskable(),
    }
  }
  if (entry.url === undefined) return fault('type', `\`type\` is "${transport}", but there is no \`url\``)
  const url = expand('url', entry.url)
  const headers = expandTable('headers', entry.headers)
  if (!/^https?:\/\/[^/]/i.test(url))
    return fault('url', `\`url\` must begin with http:// or https://, found ${JSON.stringify(entry.url)}`)
  const oauth = entry.oauth === undefined ? null : expandTable('oauth', entry.oauth)
  const refused = oauth === null ? null : whyNoSignIn(oauth)
  if (refused !== null) return fault('oauth', refused)
  const takesAlong =
    url !== entry.url ||
    Object.entries(headers).some(([field, value]) => value !== entry.headers[field]) ||
    Object.entries(oauth ?? {}).some(([field, value]) => value !== entry.oauth?.[field])
  const written = takesAlong ? { url: entry.url, headers: entry.headers, oauth: entry.oauth ?? null } : null
  return { ...common, transport, url, headers, oauth, written, secrets: maskable() }
}

const REMOTE_KEYS: ReadonlySet<string> = new Set(['url', 'headers', 'oauth'])

function whyNoSignIn({ clientId, clientSecret, clientMetadataUrl, callbackPort }: SignInOptions): string | null {
  if (clientSecret !== undefined && clientId === undefined) return '`oauth` has a `clientSecret` without a `clientId`'
  if (clientMetadataUrl !== undefined && !/^https:\/\/[^/]+\/./i.test(clientMetadataUrl))
    return '`oauth.clientMetadataUrl` must be an https address with a path'
  if (callbackPort === undefined) return null
  const port = Number(callbackPort)
  return Number.isInteger(port) && port >= 1024 && port <= 65_535
    ? null
    : '`oauth.callbackPort` must be a port from 1024 to 65535'
}

/** Expands `~` at the beginning of a path, or of an option's value, to the user's home folder, like a shell. */
function atHome(text: string, { HOME, USERPROFILE }: Variables): string {
  const home = HOME ?? USERPROFILE
  return home === undefined ? text : text.replace(/^(--?[\w-]+=)?~(?=$|[\\/])/, (_match, option = '') => option + home)
}

/** Variables of shells and other clients at the beginning of a word: `$HOME`, `%APPDATA%`, `{{NAME}}`. */
const UNREAD = /^(?:--?[\w-]+=|(?:Bearer|Basic|Token) )?(\$(\w+)|%(\w+)%|\{\{ ?(\w+) ?\}\}|\$\([^)]*\))(?=$|[\\/])/
const ALWAYS_SET = new Set(['HOME', 'USERPROFILE', 'APPDATA', 'LOCALAPPDATA', 'USER', 'PWD', 'TMPDIR'])

/** A variable that would be passed on without expansion. A password may look like one, so the variable must be set. */
function unreadVariable(text: string, variables: Variables): { readonly found: string; readonly write: string } | null {
  const [, found, ...names] = UNREAD.exec(text) ?? []
  if (found === undefined) return null
  const name = names.find((each) => each !== undefined)
  if (name === undefined) return { found, write: 'the text that it stands for' }
  const isKnown = variables[name] !== undefined || ALWAYS_SET.has(name) || found.startsWith('{{')
  return isKnown ? { found, write: `\${${name}}` } : null
}

/** Advice about a value in a form that other programs accept. */
function adviceFor(key: string, rest: readonly (string | number)[], value: unknown): string | null {
  const [inner] = rest
  const at = inner === undefined ? value : (value as Readonly<Record<string, unknown>> | undefined)?.[inner]
  if (at === null) return 'is null: leave it out, or write "" for an empty text'
  if (key === 'args' && typeof value === 'string')
    return `is a text: write a list, ${JSON.stringify(splitWords(value))}`
  if ((key === 'env' || key === 'headers' || key === 'oauth') && inner === undefined && Array.isArray(value))
    return 'is a list: write a table, { "NAME": "value" }'
  return null
}

/**
 * Limits for consent, which requires that the whole program is shown and that names of variables are valid: the name
 * `NODE_OPTIONS=--require x` would set another variable.
 */
const MAX_WORDS = 200
const MAX_CHARACTERS = 8000
const VARIABLE_NAME = /^[^=]{1,200}$/

function whyTooMuch(
  words: readonly string[],
  { env, envFile = '', cwd = '' }: Entry,
): [key: string, message: string] | null {
  const bad = Object.keys(env).find((name) => !VARIABLE_NAME.test(name) || visibleLine(name) !== name)
  if (bad !== undefined) return ['env', `\`env\` has "${visibleLine(bad, 200)}", which is not the name of a variable`]
  if (words.length > MAX_WORDS)
    return [
      'args',
      `\`args\` has ${words.length - 1} arguments, too many to review; at most ${MAX_WORDS - 1} are allowed. Put them into a script`,
    ]
  const length = [...words, ...Object.entries(env).flat(), envFile, cwd].join(' ').length
  return length > MAX_CHARACTERS
    ? [
        'args',
        `the program with its arguments and variables has ${length} characters, too many to review; at most ${MAX_CHARACTERS} are allowed. Put them into a script or an \`envFile\``,
      ]
    : null
}

function whyUnresolved(reference: string): string {
  if (/^secret:\w+$/.test(reference))
    return `and there is no such secret. Enter it under Secrets, or set ZORKGPT_SECRET_${reference.slice('secret:'.length)} in the environment`
  return /^(env:)?\w+$/.test(reference)
    ? 'which is not set and has no default'
    : 'a form of another client; use ${VAR}, ${VAR:-default} or ${secret:NAME}'
}
