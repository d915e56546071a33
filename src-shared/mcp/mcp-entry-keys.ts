/**
 * Keys of an entry in `mcp_config.json`. The form, the text editor and docs/mcp.md show these texts, and `mcp-entry.ts`
 * reads exactly these keys. Each meaning is one sentence of plain text.
 */
export interface EntryKey {
  readonly key: string
  readonly kind: 'text' | 'texts' | 'table' | 'switch' | 'milliseconds' | 'choice' | 'attachments' | 'sign_in'
  /** The kind of servers that use it: programs, remote servers, or all. */
  readonly of: 'stdio' | 'remote' | 'all'
  /** The default in words; empty if there is none to describe. */
  readonly default: string
  readonly meaning: string
  /** Present if `${…}` in its value is expanded. */
  readonly expands?: true
}

export const TRANSPORTS = ['stdio', 'http', 'sse'] as const

const keys = [
  {
    key: 'type',
    kind: 'choice',
    of: 'all',
    default: 'derived from the keys',
    meaning: 'Transport: stdio, http (Streamable HTTP) or sse (older servers).',
  },
  {
    key: 'command',
    kind: 'text',
    of: 'stdio',
    default: '',
    meaning: 'A program on the PATH, or its full path, started without a shell; node is the app’s own Node 24.',
    expands: true,
  },
  {
    key: 'args',
    kind: 'texts',
    of: 'stdio',
    default: 'none',
    meaning: 'Arguments of the program, one by one.',
    expands: true,
  },
  {
    key: 'env',
    kind: 'table',
    of: 'stdio',
    default: 'none',
    meaning: 'Additional environment variables of the server.',
    expands: true,
  },
  {
    key: 'envFile',
    kind: 'text',
    of: 'stdio',
    default: 'none',
    meaning: 'A file of variables, one NAME=value per line.',
    expands: true,
  },
  {
    key: 'inheritEnv',
    kind: 'texts',
    of: 'stdio',
    default: 'all',
    meaning:
      'Names of the host’s variables that the server gets; those that hardly any program works without are always included.',
  },
  {
    key: 'cwd',
    kind: 'text',
    of: 'stdio',
    default: 'folder of the file',
    meaning: 'Folder that the program runs in; empty for the folder of this file.',
    expands: true,
  },
  {
    key: 'url',
    kind: 'text',
    of: 'remote',
    default: '',
    meaning: 'Address of a server over Streamable HTTP; an older server is detected and SSE used.',
    expands: true,
  },
  {
    key: 'headers',
    kind: 'table',
    of: 'remote',
    default: 'none',
    meaning: 'Headers of every request, for example Authorization.',
    expands: true,
  },
  {
    key: 'oauth',
    kind: 'sign_in',
    of: 'remote',
    default: 'asked of the server',
    meaning: 'How to sign in: clientId, clientSecret, scopes, account and others; only for servers that need them.',
    expands: true,
  },
  {
    key: 'disabled',
    kind: 'switch',
    of: 'all',
    default: 'false',
    meaning: 'The entry stays in the file, but is not used.',
  },
  {
    key: 'disabledTools',
    kind: 'texts',
    of: 'all',
    default: 'none',
    meaning: 'Names of tools that are not offered to the agent.',
  },
  {
    key: 'timeoutMs',
    kind: 'milliseconds',
    of: 'all',
    default: 'tool_call_timeout_seconds',
    meaning: 'Limit of one tool call, in milliseconds.',
  },
  {
    key: 'connectTimeoutMs',
    kind: 'milliseconds',
    of: 'all',
    default: 'server_startup_timeout_seconds',
    meaning: 'Limit from start to listed tools, in milliseconds.',
  },
  {
    key: 'description',
    kind: 'text',
    of: 'all',
    default: 'none',
    meaning: 'What the server is for, in your own words.',
  },
  {
    key: 'attach',
    kind: 'attachments',
    of: 'all',
    default: 'none',
    meaning:
      'Resources by URI and prompts by name, read when a session begins and added to the end of the agent’s system prompt.',
  },
  {
    key: 'roots',
    kind: 'texts',
    of: 'all',
    default: 'none',
    meaning: 'Folders that the server is told it may work in, if it asks; they are not enforced.',
    expands: true,
  },
  {
    key: 'allowSampling',
    kind: 'switch',
    of: 'all',
    default: 'false',
    meaning:
      'The server may ask the episode’s model, after a person has seen the prompt; the cost counts with the episode.',
  },
  {
    key: 'allowElicitation',
    kind: 'switch',
    of: 'all',
    default: 'false',
    meaning: 'The server may ask the person at the window or the terminal to fill in a form or to open an address.',
  },
] as const satisfies readonly EntryKey[]

/** The keys of `oauth`, whose values are texts. */
export const SIGN_IN_KEYS = {
  clientId: 'The client that you registered with the authorization server.',
  clientSecret: 'Its secret, as ${secret:NAME}.',
  clientMetadataUrl: 'The https address of a document that describes this client, in place of a registration.',
  scopes: 'The rights to ask for, separated by spaces; those that the server names are asked for without it.',
  callbackPort: 'The port of this computer that the browser returns to; any free one without it.',
  account: 'A word of your choice that distinguishes sign-ins of several accounts at one address.',
} as const

export type EntryKeyName = (typeof keys)[number]['key']
export const ENTRY_KEYS: readonly EntryKey[] = keys

export const entryKey = (name: string): EntryKey | null => ENTRY_KEYS.find(({ key }) => key === name) ?? null

export const meaningOf = (name: EntryKeyName): string => entryKey(name)?.meaning ?? ''
