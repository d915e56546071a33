import { isRecord } from '../json/is-record'
import { parse, stringify } from 'smol-toml'

/**
 * Edits `key = value` inside a table of a TOML file and leaves everything else as it is: comments, order, spacing, keys
 * of others. smol-toml reads and writes values, but forgets how a file was written.
 */

export class TomlEditError extends Error {
  override readonly name = 'TomlEditError'
}

interface Entry {
  readonly table: string
  readonly key: string
  /** First and last line, from 0. */
  readonly first: number
  readonly last: number
  /** Of the first line: where the value begins. Of the last: where it ends. */
  readonly from: number
  readonly to: number
}

interface Lines {
  readonly entries: readonly Entry[]
  /** Line of each `[table]`, from 0. */
  readonly tables: ReadonlyMap<string, number>
}

/**
 * The text with one key set, or taken out if `value` is undefined. Throws a `TomlEditError` where the file writes it in
 * a way that is not edited here, such as `table.key = value`.
 */
export function setTomlValue(text: string, table: string, key: string, value: unknown): string {
  const lineEnd = text.includes('\r\n') ? '\r\n' : '\n'
  const lines = text.split(/\r?\n/)
  const { entries, tables } = readLines(lines)
  const entry = entries.find((candidate) => candidate.table === table && candidate.key === key)
  const written = value === undefined ? null : inline(value)
  if (entry && written === null) lines.splice(entry.first, entry.last - entry.first + 1)
  else if (entry)
    lines.splice(
      entry.first,
      entry.last - entry.first + 1,
      `${lines[entry.first]?.slice(0, entry.from)}${written}${lines[entry.last]?.slice(entry.to)}`,
    )
  else if (written !== null)
    insert(
      lines,
      tables.get(table),
      entries.findLast((candidate) => candidate.table === table),
      table,
      `${key} = ${written}`,
    )
  const edited = lines.join(lineEnd)
  if (!saysTheSame(edited, withValue(parse(text), table.split('.'), key, value)))
    throw new TomlEditError(`${table}.${key} is written in a form that cannot be edited here. Change it in the file.`)
  return edited
}

/**
 * Line and column of a key, or of its table, or of the beginning; both from 1. A key or a table may also be a table
 * with a header, or a key, of its own.
 */
export function locateToml(
  text: string,
  table: string,
  key: string | null,
): { readonly line: number; readonly column: number } {
  const lines = text.split(/\r?\n/)
  const { entries, tables } = readLines(lines)
  const entryOf = (parent: string, name: string) =>
    entries.find((entry) => entry.table === parent && entry.key === name)?.first
  const headerOf = (name: string) =>
    tables.get(name) ?? [...tables].find(([header]) => header.startsWith(`${name}.`))?.[1]
  const parent = table.slice(0, Math.max(0, table.lastIndexOf('.')))
  const ownLine = key === null ? undefined : (entryOf(table, key) ?? headerOf(`${table}.${key}`))
  const line = ownLine ?? headerOf(table) ?? entryOf(parent, table.slice(table.lastIndexOf('.') + 1)) ?? 0
  return { line: line + 1, column: (lines[line]?.search(/\S/) ?? 0) + 1 }
}

/** A value on the line of its key; smol-toml would give a table a header of its own. */
function inline(value: unknown): string {
  if (isRecord(value))
    return `{ ${Object.entries(value)
      .map(([key, inner]) => stringify({ [key]: inner }).trim())
      .join(', ')} }`
  return stringify({ value })
    .trim()
    .replace(/^value = /, '')
}

function insert(
  lines: string[],
  header: number | undefined,
  last: Entry | undefined,
  table: string,
  line: string,
): void {
  if (header !== undefined) return void lines.splice((last?.last ?? header) + 1, 0, line)
  while (lines.at(-1)?.trim() === '') lines.pop()
  lines.push(...(lines.length > 0 ? [''] : []), `[${table}]`, line, '')
}

const HEADER = /^\s*\[\s*((?:[\w-]+|"[^"]*"|'[^']*')(?:\s*\.\s*(?:[\w-]+|"[^"]*"|'[^']*'))*)\s*\]/
/** A part of it and the dot after it, without its quotes and the space around it. */
const SEGMENT = /\s*(?:([\w-]+)|"([^"]*)"|'([^']*)')\s*/g

function readLines(lines: readonly string[]): Lines {
  const entries: Entry[] = []
  const tables = new Map<string, number>()
  let table = ''
  for (let first = 0; first < lines.length; first++) {
    const line = lines[first] ?? ''
    const header = HEADER.exec(line)?.[1]?.replaceAll(SEGMENT, '$1$2$3')
    const [start, key] = /^\s*([\w-]+)\s*=\s*/.exec(line) ?? []
    if (header !== undefined) {
      table = header
      if (!tables.has(table)) tables.set(table, first)
    } else if (/^\s*\[\[/.test(line)) table = '[['
    else if (start !== undefined && key !== undefined) {
      const { last, to } = endOfValue(lines, first, start.length)
      entries.push({ table, key, first, last, from: start.length, to })
      first = last
    }
  }
  return { entries, tables }
}

const TOKEN = /"""[\s\S]*?"""|'''[\s\S]*?'''|"(?:[^"\\\n]|\\.)*"|'[^'\n]*'|#[^\n]*|[[\]{}]|\n/g

/** A value ends at the end of its line, or where its brackets close. */
function endOfValue(
  lines: readonly string[],
  first: number,
  from: number,
): { readonly last: number; readonly to: number } {
  const rest = lines.slice(first).join('\n')
  let depth = 0
  let end = rest.length
  TOKEN.lastIndex = from
  for (let token = TOKEN.exec(rest); token !== null; token = TOKEN.exec(rest)) {
    const [mark] = token
    if (mark === '[' || mark === '{') depth++
    else if (mark === ']' || mark === '}') depth--
    else if (depth === 0 && (mark === '\n' || mark.startsWith('#'))) {
      end = token.index
      break
    }
  }
  const value = rest.slice(0, end).trimEnd()
  const last = first + value.split('\n').length - 1
  return { last, to: value.length - (value.lastIndexOf('\n') + 1) }
}

function withValue(
  root: Record<string, unknown>,
  [step, ...deeper]: readonly string[],
  key: string,
  value: unknown,
): Record<string, unknown> {
  if (step !== undefined) {
    const inner = root[step]
    const edited = withValue(
      typeof inner === 'object' && inner !== null ? (inner as Record<string, unknown>) : {},
      deeper,
      key,
      value,
    )
    return inner === undefined && Object.keys(edited).length === 0 ? root : { ...root, [step]: edited }
  }
  const { [key]: _before, ...others } = root
  return value === undefined ? others : { ...others, [key]: value }
}

function saysTheSame(text: string, expected: Record<string, unknown>): boolean {
  try {
    return canonical(parse(text)) === canonical(expected)
  } catch {
    return false
  }
}

/** Text in which the order of keys counts for nothing. */
function canonical(value: unknown): string {
  return JSON.stringify(value, (_key, inner: unknown) =>
    typeof inner === 'object' && inner !== null && !Array.isArray(inner) && !(inner instanceof Date)
      ? Object.fromEntries(Object.entries(inner).toSorted(([one], [other]) => (one < other ? -1 : 1)))
      : typeof inner === 'bigint'
        ? String(inner)
        : inner,
  )
}
