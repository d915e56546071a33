import { isRecord } from '../base/json/is-record'
import { visibleLine } from '../base/visible-text'
import type { JsonPath } from './jsonc-edit'
import { namesASecret } from './mcp-expansion'
import { canonicalName, type EntryProblem, MAX_NAME } from './mcp-keys'

/** A value in plain text whose name suggests a secret. */
export interface PlainSecret {
  /** Place in the entry, with the key names of the file. */
  readonly path: JsonPath
  /** Name of the variable, header or option. */
  readonly row: string
  /** Text before the value that is not secret, such as "Bearer ". */
  readonly scheme: string
  readonly value: string
}

/** Secrets in plain text in an entry's variables, headers, sign-in and arguments. */
export function plainSecretsIn(entry: Readonly<Record<string, unknown>>): readonly PlainSecret[] {
  return Object.entries(entry).flatMap(([key, content]) => {
    const name = canonicalName(key)
    if (name === 'args' && Array.isArray(content)) return secretArguments(key, content)
    if ((name !== 'env' && name !== 'headers' && name !== 'oauth') || !isRecord(content)) return []
    return Object.entries(content).flatMap(([row, written]) => {
      const secret = namesASecret(row) ? plainSecret(written) : null
      return secret === null ? [] : [{ path: [key, row], row, ...secret }]
    })
  })
}

export const problemOf = ({ path, row }: PlainSecret): EntryProblem => ({
  path,
  message: `\`${path[0]}\` has the secret ${visibleLine(row, MAX_NAME)} in plain text: write \${secret:NAME} for a stored one`,
  severity: 'warning',
  isPlainSecret: true,
})

/** `--api-key VALUE` and `--api-key=VALUE`. */
const secretArguments = (key: string, words: readonly unknown[]): readonly PlainSecret[] =>
  words.flatMap((word, index) => {
    if (typeof word !== 'string') return []
    const [, option, joined] = /^(--[^=]+)=(.*)$/s.exec(word) ?? []
    const before: unknown = words[index - 1]
    const row = option ?? (typeof before === 'string' && /^--[^=]+$/.test(before) ? before : '')
    const secret =
      namesASecret(row) && (option !== undefined || !word.startsWith('-')) ? plainSecret(joined ?? word) : null
    if (secret === null) return []
    const scheme = option === undefined ? secret.scheme : `${option}=${secret.scheme}`
    return [{ path: [key, index], row: row.replace(/^-+/, ''), scheme, value: secret.value }]
  })

/** Null for references, placeholders, paths, and words that are not secrets, such as numbers. */
function plainSecret(written: unknown): Pick<PlainSecret, 'scheme' | 'value'> | null {
  if (typeof written !== 'string') return null
  const { scheme, value } = splitScheme(written)
  return value === '' || NO_SECRET.test(value) || isPlaceholder(value) ? null : { scheme, value }
}

/**
 * Whether a row's value belongs in the secret store. Unlike a problem of the file, true from the first typed letter.
 */
export const wantsSecret = (row: string, value: string): boolean =>
  namesASecret(row) && (value.length < 4 || plainSecret(value) !== null)

/** Splits a header's value into its scheme, such as "Bearer ", and the secret. */
export function splitScheme(written: string): Pick<PlainSecret, 'scheme' | 'value'> {
  const scheme = /^(?:Bearer|Basic|Token) /.exec(written)?.[0] ?? ''
  return { scheme, value: written.slice(scheme.length) }
}

const NO_SECRET =
  /^.{0,3}$|^(?:true|false|none|null|[\d.]+)$|^env:|\$\{|^(?:\$|%|\{\{)\w|^(?:[~.]?\/|[A-Za-z]:\\|https?:)/i

export const isPlaceholder = (value: string): boolean => /^<.*>$|^\[.*\]$|your|xxx|\.\.\.|replace|insert/i.test(value)
