import { visibleLine } from '../base/visible-text'
import { nearest } from '../settings/unknown-settings'
import { ENTRY_KEYS } from './mcp-entry-keys'

/** The key names of `mcp_config.json`, ours and those of other clients. */

/** VS Code uses `servers`. */
export const ROOT_KEYS = ['mcpServers', 'servers'] as const
/** The limit of the contract, in characters. */
export const MAX_NAME = 100
/** Names that work with every model endpoint. */
export const GOOD_NAME = /^[A-Za-z0-9][A-Za-z0-9_-]{0,31}$/

export interface EntryProblem {
  /** Place in the entry, with the key names of the file. */
  readonly path: readonly (string | number)[]
  /** Present if the problem is at the key, not at its value. */
  readonly isOfKey?: true
  readonly message: string
  readonly severity: 'error' | 'warning'
  readonly isPlainSecret?: true
  readonly isOfName?: true
}

/** Other clients' names of our keys. */
const ALIASES: Readonly<Record<string, string>> = {
  serverUrl: 'url',
  httpUrl: 'url',
  transport: 'type',
  environment: 'env',
  excludeTools: 'disabledTools',
}
const TYPE_ALIASES: Readonly<Record<string, string>> = {
  streamableHttp: 'http',
  'streamable-http': 'http',
  streamable_http: 'http',
}

/** Keys that only other clients use, and users copy with an entry. */
const KEYS_OF_OTHERS: ReadonlySet<string> = new Set(
  (
    '$schema alwaysAllow auth authorization_token autoApprove dev enabledTools gallery icon iconUrl includeTools ' +
    'inputs installSource isBuiltIn metadata name provider sandbox sandboxEnabled source tags title tools ' +
    'trust version'
  ).split(' '),
)
const OUR_KEYS = [...ENTRY_KEYS.map(({ key }) => key), ...Object.keys(ALIASES), 'isActive', 'enabled', 'timeout']

/** The warning about a key that is not read; null if it is read, or belongs to another client. */
const whyIgnored = (key: string, known: readonly string[]): string | null => {
  if (known.includes(key) || KEYS_OF_OTHERS.has(key)) return null
  const meant = nearest(key, known)
  const name = `\`${visibleLine(key, MAX_NAME)}\``
  return meant === null
    ? `${name} is not read: no such key is known`
    : `${name} is not read; perhaps \`${meant}\` is meant`
}
export const whyEntryKeyIgnored = (key: string): string | null => whyIgnored(key, OUR_KEYS)
export const whyRootKeyIgnored = (key: string): string | null => whyIgnored(key, ROOT_KEYS)

/** Our name for a key of any client. */
export const canonicalName = (written: string): string => ALIASES[written] ?? written

/** The entry with our key names, and the key that the file used for each. Our key takes precedence over an alias. */
export function canonicalKeys(
  value: Readonly<Record<string, unknown>>,
  problems: EntryProblem[],
): { canonical: Record<string, unknown>; written: Map<string, string> } {
  const canonical: Record<string, unknown> = {}
  const written = new Map<string, string>()
  const put = (key: string, source: string, content: unknown) => {
    if (written.has(key) && key !== source) return
    canonical[key] = content
    written.set(key, source)
  }
  for (const [key, content] of Object.entries(value)) {
    const ignored = whyEntryKeyIgnored(key)
    if (ignored !== null) problems.push({ path: [key], isOfKey: true, message: ignored, severity: 'warning' })
    if (content === null || content === undefined) continue
    if ((key === 'isActive' || key === 'enabled') && typeof content === 'boolean') put('disabled', key, !content)
    else if (key === 'timeout' && typeof content === 'number') {
      const inSeconds = content < 1000
      if (inSeconds)
        problems.push({
          path: [key],
          isOfKey: true,
          message: `\`timeout\` ${content} is read as seconds; write \`timeoutMs\` to be exact`,
          severity: 'warning',
        })
      put('timeoutMs', key, inSeconds ? content * 1000 : content)
    } else put(canonicalName(key), key, content)
  }
  const type = canonical.type
  if (typeof type === 'string') canonical.type = TYPE_ALIASES[type] ?? type
  return { canonical, written }
}
