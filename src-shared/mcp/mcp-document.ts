import { findNodeAtLocation, getNodeValue, type Node } from 'jsonc-parser'
import { isRecord } from '../base/json/is-record'
import {
  insertRaw,
  insertValue,
  type JsonPath,
  rawAt,
  removeValue,
  renameKey,
  sameJson,
  setValue,
  treeOf,
} from './jsonc-edit'
import { ENTRY_KEYS } from './mcp-entry-keys'
import { canonicalKeys, ROOT_KEYS } from './mcp-keys'
import { parseJsonc } from './parse-jsonc'
import { type PlainSecret, plainSecretsIn } from './plain-secrets'

/**
 * A server of `mcp_config.json` as a form; each change in the form is a change of the text. The form shows the written
 * text without expanding it.
 */
export interface ServerForm {
  readonly name: string
  readonly disabled: boolean
  readonly type: 'stdio' | 'http' | 'sse'
  readonly command: string
  readonly args: readonly string[]
  readonly env: Readonly<Record<string, string>>
  readonly envFile: string
  readonly cwd: string
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly oauth: Readonly<Record<string, string>>
  readonly timeoutMs: number | null
  readonly connectTimeoutMs: number | null
  readonly description: string
  readonly disabledTools: readonly string[]
  readonly attach: { readonly resources: readonly string[]; readonly prompts: readonly string[] }
  readonly roots: readonly string[]
  readonly allowSampling: boolean
  readonly allowElicitation: boolean
  /** False for an entry that only the text can show: one that is not an object, or has a repeated name or key. */
  readonly hasForm: boolean
}

export type Field = Exclude<keyof ServerForm, 'name' | 'hasForm' | TableField>
export type TableField = 'env' | 'headers' | 'oauth'

/** The servers in the order of the text; null for invalid JSON, or without a table of servers. */
export function readDocument(text: string): readonly ServerForm[] | null {
  const root = treeOf(text)
  const table = root && findNodeAtLocation(root, [...tableOf(root)])
  if (table?.type !== 'object') return null
  const entries = (table.children ?? []).flatMap(({ children = [] }) => {
    const [key, value] = children
    return key && value ? [{ name: String(getNodeValue(key)), value }] : []
  })
  const names = entries.map(({ name }) => name)
  return entries
    .filter(({ name }, index) => names.indexOf(name) === index)
    .map(({ name, value }) => readForm(name, value, names.filter((other) => other === name).length === 1))
}

/**
 * Sets a field. An empty value removes the key, except `command` and `url`, which become empty. A default is only
 * written if the key exists, so that an explicit `false` remains.
 */
export function setField(text: string, name: string, field: Field, value: ServerForm[Field]): string {
  const entry = entryOf(text, name)
  if (!entry) return text
  const { canonical, written } = canonicalKeys(entry.value, [])
  const key = written.get(field) ?? field
  if (field === 'type') return setTransport(text, entry, written, value)
  if (field === 'disabled')
    return value === true || written.has(field)
      ? setValue(text, [...entry.path, key], key === 'disabled' ? value : !value)
      : text
  if (field === 'timeoutMs' && key === 'timeout')
    return setValue(
      renameKey(text, [...entry.path, key], 'timeoutMs'),
      [...entry.path, 'timeoutMs'],
      value ?? undefined,
    )
  if ((field === 'command' || field === 'args') && Array.isArray(canonical.command))
    return setCommandList(text, entry, canonical.command, field, value)
  if (value === null || value === '')
    return setValue(text, [...entry.path, key], field === 'command' || field === 'url' ? '' : undefined)
  const isDefault = value === false || (Array.isArray(value) && value.length === 0)
  if (isDefault && !written.has(field)) return text
  return setValue(text, [...entry.path, key], value)
}

/** Removes the keys of the other transport, because the form could not show or remove them. */
function setTransport(
  text: string,
  { path }: EntryText,
  written: ReadonlyMap<string, string>,
  type: ServerForm[Field],
): string {
  const [kind, needed] = type === 'stdio' ? (['stdio', 'command'] as const) : (['remote', 'url'] as const)
  const foreign = ENTRY_KEYS.filter(({ key, of }) => of !== 'all' && of !== kind && written.has(key))
  const typed = setValue(text, [...path, written.get('type') ?? 'type'], type)
  const without = foreign.reduce((rest, { key }) => removeValue(rest, [...path, written.get(key) ?? key]), typed)
  return written.has(needed) ? without : setValue(without, [...path, needed], '')
}

/** Sets a row of the variables, headers or sign-in; undefined removes it. */
export function setRow(text: string, name: string, field: TableField, row: string, value: string | undefined): string {
  const entry = entryOf(text, name)
  return entry ? setValue(text, [...tablePath(entry, field), row], value) : text
}

/** Secrets in plain text of all servers, or of one, with their places in the text. */
export const plainSecretsOf = (
  text: string,
  server: string | null,
): readonly (PlainSecret & { readonly server: string })[] =>
  (server === null ? namesOf(text) : [server]).flatMap((name) => {
    const entry = entryOf(text, name)
    if (!entry) return []
    return plainSecretsIn(entry.value).map((found) => ({
      ...found,
      server: name,
      path: [...entry.path, ...found.path],
    }))
  })

/** Keys whose values differ between two versions of an entry; null means that there is no entry. */
export function changedKeys(before: string | null, after: string | null): readonly string[] {
  const [one, other] = [before, after].map((raw) => parseJsonc(raw ?? '{}')?.value)
  if (!isRecord(one) || !isRecord(other)) return []
  return [...new Set([...Object.keys(one), ...Object.keys(other)])].filter((key) => !sameJson(one[key], other[key]))
}

export function renameRow(text: string, name: string, field: TableField, row: string, to: string): string {
  const entry = entryOf(text, name)
  return entry ? renameKey(text, [...tablePath(entry, field), row], to) : text
}

/** Adds a server after `after`, or at the end. Creates the table of servers if the text is empty. */
export function addServer(text: string, name: string, entry: unknown, after?: string): string {
  if (text.trim() === '') return addServer('{\n  "mcpServers": {}\n}\n', name, entry)
  const path = pathOf(text)
  const at = after === undefined ? -1 : namesOf(text).indexOf(after)
  if (rawAt(text, path) === null) return setValue(text, path, { [name]: entry })
  // On separate lines from the start, because the entry will grow.
  return insertValue(text, path, at < 0 ? Infinity : at + 1, name, entry, false)
}

/** Copies a server with the comments in its entry. */
export function cloneServer(text: string, name: string, to: string): string {
  const raw = rawAt(text, [...pathOf(text), name])
  return raw === null ? text : insertRaw(text, pathOf(text), namesOf(text).indexOf(name) + 1, to, raw)
}

export const renameServer = (text: string, name: string, to: string): string =>
  renameKey(text, [...pathOf(text), name], to)

export interface RemovedServer {
  readonly name: string
  readonly raw: string
  readonly index: number
}

export function removeServer(text: string, name: string): { readonly text: string; readonly removed: RemovedServer } {
  const path = [...pathOf(text), name]
  return {
    text: removeValue(text, path),
    removed: { name, raw: rawAt(text, path) ?? '{}', index: namesOf(text).indexOf(name) },
  }
}

export const restoreServer = (text: string, { name, raw, index }: RemovedServer): string =>
  insertRaw(text, pathOf(text), index, name, raw)

/** The desired name, reduced to characters that every model accepts, with a number if a server already has it. */
export function freeName(taken: readonly string[], wish: string): string {
  const base =
    wish
      .replaceAll(/[^A-Za-z0-9_-]+/g, '-')
      .replace(/^[-_]+/, '')
      .slice(0, 28) || 'server'
  let name = base
  for (let number = 2; taken.includes(name); number++) name = `${base}-${number}`
  return name
}

/** Path of the table of servers in this text. */
export function pathOf(text: string): JsonPath {
  const root = treeOf(text)
  return root ? tableOf(root) : [ROOT_KEYS[0]]
}

const tableOf = (root: Node): JsonPath => [
  ROOT_KEYS.find((key) => findNodeAtLocation(root, [key]) !== undefined) ?? ROOT_KEYS[0],
]
const namesOf = (text: string): readonly string[] => {
  const root = treeOf(text)
  return ((root && findNodeAtLocation(root, [...tableOf(root)]))?.children ?? []).map(({ children = [] }) =>
    String(children[0]?.value),
  )
}

interface EntryText {
  readonly path: JsonPath
  readonly value: Readonly<Record<string, unknown>>
}

function entryOf(text: string, name: string): EntryText | null {
  const root = treeOf(text)
  if (!root) return null
  const path = [...tableOf(root), name]
  const node = findNodeAtLocation(root, path)
  const value: unknown = node && getNodeValue(node)
  return isRecord(value) ? { path, value } : null
}

const tablePath = ({ path, value }: EntryText, field: TableField): JsonPath => [
  ...path,
  canonicalKeys(value, []).written.get(field) ?? field,
]

/** TOML may have the program and its arguments in one list, which is preserved. */
function setCommandList(
  text: string,
  { path, value: entry }: EntryText,
  list: readonly unknown[],
  field: 'command' | 'args',
  value: ServerForm[Field],
): string {
  if (field === 'command') return setValue(text, [...path, 'command', 0], value)
  const args = value as readonly string[]
  const leading = Array.isArray(entry.args) && entry.args.length > 0 ? list.length - 1 : args.length
  const withList = setValue(text, [...path, 'command'], [list[0], ...args.slice(0, leading)])
  return sameJson(args.slice(leading), entry.args ?? [])
    ? withList
    : setValue(withList, [...path, 'args'], args.slice(leading))
}

function readForm(name: string, node: Node, isUnique: boolean): ServerForm {
  const value: unknown = getNodeValue(node)
  const { canonical } = canonicalKeys(isRecord(value) ? value : {}, [])
  const [command, ...leading] = textsOf([canonical.command].flat())
  const type = canonical.type ?? (canonical.command === undefined && canonical.url !== undefined ? 'http' : 'stdio')
  const attach = isRecord(canonical.attach) ? canonical.attach : {}
  return {
    name,
    disabled: canonical.disabled === true,
    type: type === 'http' || type === 'sse' ? type : 'stdio',
    command: command ?? '',
    args: [...leading, ...textsOf(canonical.args)],
    env: textTable(canonical.env),
    envFile: textOf(canonical.envFile),
    cwd: textOf(canonical.cwd),
    url: textOf(canonical.url),
    headers: textTable(canonical.headers),
    oauth: textTable(canonical.oauth),
    timeoutMs: numberOf(canonical.timeoutMs),
    connectTimeoutMs: numberOf(canonical.connectTimeoutMs),
    description: textOf(canonical.description),
    disabledTools: textsOf(canonical.disabledTools),
    attach: { resources: textsOf(attach.resources), prompts: textsOf(attach.prompts) },
    roots: textsOf(canonical.roots),
    allowSampling: canonical.allowSampling === true,
    allowElicitation: canonical.allowElicitation === true,
    hasForm: isUnique && isRecord(value) && !hasRepeatedKeys(node),
  }
}

const isText = (value: unknown): value is string | number | boolean =>
  ['string', 'number', 'boolean'].includes(typeof value)
const textOf = (value: unknown): string => (isText(value) ? String(value) : '')
const textsOf = (value: unknown): readonly string[] =>
  Array.isArray(value) ? value.filter((part) => isText(part)).map(String) : []
const textTable = (value: unknown): Readonly<Record<string, string>> =>
  isRecord(value) ? Object.fromEntries(Object.entries(value).map(([key, content]) => [key, textOf(content)])) : {}
const numberOf = (value: unknown): number | null => (typeof value === 'number' ? value : null)

/** Whether an object repeats a key: parsers use one of its values, editors the other. */
function hasRepeatedKeys({ type, children = [] }: Node): boolean {
  const keys = type === 'object' ? children.map((property) => property.children?.[0]?.value as string) : []
  return new Set(keys).size < keys.length || children.some((child) => hasRepeatedKeys(child))
}
