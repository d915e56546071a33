import { parse, stringify } from 'smol-toml'
import { type AST, parseTOML } from 'toml-eslint-parser'
import { ExpectedError } from '../base/expected-error'
import { isRecord } from '../base/json/is-record'

/**
 * Places in a TOML file, and edits of `key = value` inside a table that leave everything else unchanged: comments,
 * order, spacing, foreign keys. smol-toml reads and writes values, but drops the formatting; toml-eslint-parser knows
 * the range of each value.
 */

/**
 * More characters than any hand-written file has. The parser takes up to 10 µs for each, and the file may be untrusted.
 */
const LONGEST_READ = 64 * 1024

/**
 * Sets a key, or removes it if undefined. Throws `bad_file` for a file that is too long, and for keys in a form such as
 * `table.key = value`.
 */
export function setTomlValue(text: string, table: string, key: string, value: unknown): string {
  const expected = withValue(parse(text), table.split('.'), key, value)
  const nodes = readNodes(text)
  if (nodes === null)
    throw new ExpectedError('bad_file', `The file is too long to be edited here. Change ${table}.${key} in it.`)
  const edited = edit(text, nodes, table, key, value)
  if (!hasSameMeaning(edited, expected))
    throw new ExpectedError(
      'bad_file',
      `${table}.${key} is written in a form that cannot be edited here. Change it in the file.`,
    )
  return edited
}

/** Both count from 1. */
interface TomlPlace {
  readonly line: number
  readonly column: number
}

/**
 * Returns a function for the place of a table or key, or of the nearest enclosing table. For a file that is too long,
 * it returns the start.
 */
export function locateToml(text: string): (path: readonly string[]) => TomlPlace {
  const root: Step = { place: { line: 1, column: 1 }, inner: new Map() }
  for (const node of readNodes(text) ?? []) {
    if (node.type === 'TOMLKeyValue') addSteps(root, namesOf(node), node)
    else {
      const table = addSteps(root, node.resolvedKey.map(String), node)
      for (const entry of node.body) addSteps(table, namesOf(entry), entry)
    }
  }
  return (path) => {
    let step = root
    for (const name of path) {
      const inner = step.inner.get(name)
      if (!inner) break
      step = inner
    }
    return step.place
  }
}

interface Step {
  readonly place: TomlPlace
  readonly inner: Map<string, Step>
}

function addSteps(from: Step, path: readonly string[], { loc: { start } }: Node): Step {
  let step = from
  for (const name of path) {
    const inner = step.inner.get(name) ?? {
      place: { line: start.line, column: start.column + 1 },
      inner: new Map<string, Step>(),
    }
    step.inner.set(name, inner)
    step = inner
  }
  return step
}

type Node = AST.TOMLKeyValue | AST.TOMLTable

/** Null if the text is too long or the parser rejects it. */
function readNodes(text: string): readonly Node[] | null {
  if (text.length > LONGEST_READ) return null
  try {
    // The parser rejects a byte order mark, which some editors write.
    return parseTOML(text.replace(/^\uFEFF/, ' ')).body[0].body
  } catch {
    return null
  }
}

const namesOf = ({ key }: AST.TOMLKeyValue): readonly string[] =>
  key.keys.map((name) => (name.type === 'TOMLBare' ? name.name : name.value))

function edit(text: string, nodes: readonly Node[], table: string, key: string, value: unknown): string {
  const own = nodes.find((node) => node.type === 'TOMLTable' && isNamed(node, table))
  const entries = own?.type === 'TOMLTable' ? own.body : []
  const entry = entries.find(({ key: { keys } }) => keys.length === 1 && isBare(keys[0], key))
  const put = (from: number, to: number, written: string) => text.slice(0, from) + written + text.slice(to)
  if (value === undefined) return entry ? put(lineStart(text, entry.range[0]), lineEnd(text, entry.range[1]), '') : text
  const written = inline(value)
  if (entry) return put(...entry.value.range, written)
  const newLine = text.includes('\r\n') ? '\r\n' : '\n'
  const line = `${key} = ${written}${newLine}`
  if (!own) {
    const before = text.trimEnd()
    return `${before}${before && newLine.repeat(2)}[${table}]${newLine}${line}`
  }
  const end = lineEnd(text, (entries.at(-1) ?? own.key).range[1])
  return put(end, end, text[end - 1] === '\n' ? line : `${newLine}${line}`)
}

const isNamed = ({ kind, resolvedKey }: AST.TOMLTable, table: string): boolean =>
  kind === 'standard' && resolvedKey.join('.') === table

const isBare = (name: AST.TOMLBare | AST.TOMLQuoted | undefined, key: string): boolean =>
  name?.type === 'TOMLBare' && name.name === key

const lineStart = (text: string, at: number): number => text.lastIndexOf('\n', at - 1) + 1

/** Offset after the line break, or the end of the text. */
const lineEnd = (text: string, at: number): number => text.indexOf('\n', at) + 1 || text.length

/** The value on one line, because smol-toml would write a table with a header. */
function inline(value: unknown): string {
  if (isRecord(value))
    return `{ ${Object.entries(value)
      .map(([key, inner]) => stringify({ [key]: inner }).trim())
      .join(', ')} }`
  return stringify({ value })
    .trim()
    .replace(/^value = /, '')
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

function hasSameMeaning(text: string, expected: Record<string, unknown>): boolean {
  try {
    return canonical(parse(text)) === canonical(expected)
  } catch {
    return false
  }
}

function canonical(value: unknown): string {
  return JSON.stringify(value, (_key, inner: unknown) => {
    if (typeof inner === 'bigint') return String(inner)
    const isTable = typeof inner === 'object' && inner !== null && !Array.isArray(inner) && !(inner instanceof Date)
    if (!isTable) return inner
    return Object.fromEntries(Object.entries(inner).toSorted(([one], [other]) => (one < other ? -1 : 1)))
  })
}
