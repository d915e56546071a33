/** The key names of `mcp_config.json`, ours and those of other clients. */

/** VS Code uses the second. */
export const ROOT_KEYS = ['mcpServers', 'servers'] as const
/** The limit of the contract. */
export const LONGEST_NAME = 100
/** Works with every model endpoint. */
export const GOOD_NAME = /^[A-Za-z0-9][A-Za-z0-9_-]{0,31}$/

export interface EntryProblem {
  /** Place inside the entry, in the key names of the file. */
  readonly path: readonly (string | number)[]
  readonly message: string
  readonly severity: 'error' | 'warning'
}

/** Names of the same keys in other clients. */
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

/** Our name of a key of any client. */
export const canonicalName = (written: string): string => ALIASES[written] ?? written

/** The entry under our names, and the key that the file used for each. Our own key takes precedence over an alias. */
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
    if (content === null || content === undefined) continue
    if ((key === 'isActive' || key === 'enabled') && typeof content === 'boolean') put('disabled', key, !content)
    else if (key === 'timeout' && typeof content === 'number') {
      const inSeconds = content < 1000
      if (inSeconds)
        problems.push({
          path: [key],
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
