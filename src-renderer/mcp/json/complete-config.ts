import { getLocation, type Location, type Node, parse } from 'jsonc-parser'
import { isRecord } from '@shared/base/json/is-record'
import { ENTRY_KEYS, type EntryKey, entryKey, SIGN_IN_KEYS, TRANSPORTS } from '@shared/mcp/mcp-entry-keys'
import { canonicalName, ROOT_KEYS } from '@shared/mcp/mcp-keys'
import { configStrings as words } from '../strings'

/** Completions at one position, as offsets and plain text, independent of the editor. */
export interface Completions {
  /** Start of the typed prefix. */
  readonly from: number
  /** The range [`replaceFrom`, `replaceTo`) is replaced. */
  readonly replaceFrom: number
  readonly replaceTo: number
  readonly options: readonly Completion[]
}

export interface Completion {
  readonly label: string
  readonly meaning: string
  readonly insert: string
  /** Position of the cursor after the insertion, from the start of `insert`. */
  readonly cursor: number
}

/** Names to which the text can refer. */
export interface KnownNames {
  readonly secrets: readonly string[]
  readonly toolsOf: (server: string) => readonly string[]
}

/** The completions at an offset; null if there are none. */
export function completeConfig(text: string, offset: number, known: KnownNames): Completions | null {
  const location = getLocation(text, offset)
  return location.isAtPropertyKey
    ? completeKey(text, offset, location)
    : (completeReference(text, offset, location, known) ?? completeValue(text, offset, location, known))
}

/** The key under the pointer with its meaning; null if the product has no such key. */
export function explainConfig(
  text: string,
  offset: number,
): { readonly from: number; readonly to: number; readonly key: string; readonly meaning: string } | null {
  const { path, previousNode, isAtPropertyKey } = getLocation(text, offset)
  const [root, , written] = path
  if (!isAtPropertyKey || !previousNode || path.length !== 3 || !isRoot(root) || typeof written !== 'string')
    return null
  const known = entryKey(canonicalName(written))
  if (!known) return null
  const meaning = known.key === written ? known.meaning : words.readAs(known.key, known.meaning)
  return { from: previousNode.offset, to: previousNode.offset + previousNode.length, key: written, meaning }
}

const isRoot = (key: unknown): boolean => (ROOT_KEYS as readonly unknown[]).includes(key)

function completeKey(text: string, offset: number, { path, previousNode }: Location): Completions | null {
  const keys = keysAt(text, path)
  if (keys === null) return null
  const place = placeOf(text, offset, previousNode)
  const after = text.slice(place.replaceTo)
  const hasValue = /^\s*:/.test(after)
  const comma = /^\s*"/.test(after) ? ',' : ''
  const options = keys.map(({ label, meaning, value }) => {
    const key = JSON.stringify(label)
    const insert = hasValue ? key : `${key}: ${value}${comma}`
    const inside = /^["[{]/.test(value) ? 1 : 0
    return { label, meaning, insert, cursor: hasValue ? insert.length : key.length + 2 + inside }
  })
  return { ...place, options }
}

interface KeyOption {
  readonly label: string
  readonly meaning: string
  readonly value: string
}

/** Keys that the kind of entry allows and that are missing. */
function keysAt(text: string, path: Location['path']): readonly KeyOption[] | null {
  const [root, server, key] = path
  if (path.length === 1) return [{ label: ROOT_KEYS[0], meaning: words.tableOfServers, value: '{}' }]
  if (!isRoot(root) || typeof server !== 'string') return null
  const entry = tableIn(tableIn(parse(text), String(root)), server)
  if (path.length === 3) {
    const there = new Set(
      Object.keys(entry)
        .filter((written) => written !== key)
        .map(canonicalName),
    )
    const remote = there.has('url') ? 'remote' : null
    const kind = there.has('command') ? 'stdio' : remote
    return ENTRY_KEYS.filter(
      (each) => !there.has(each.key) && (kind === null || each.of === 'all' || each.of === kind),
    ).map((each) => ({ label: each.key, meaning: each.meaning, value: EMPTY[each.kind] }))
  }
  if (path.length !== 4) return null
  const inner = { attach: words.attachable, oauth: SIGN_IN_KEYS }[String(key)]
  if (inner === undefined) return null
  const there = tableIn(entry, String(key))
  return Object.entries(inner)
    .filter(([label]) => label === path[3] || !(label in there))
    .map(([label, meaning]) => ({ label, meaning, value: key === 'attach' ? '[]' : '""' }))
}

/** The table under a key; empty while the text around the cursor has errors. */
function tableIn(value: unknown, key: string): Readonly<Record<string, unknown>> {
  const content = isRecord(value) ? value[key] : undefined
  return isRecord(content) ? content : {}
}

const EMPTY: Readonly<Record<EntryKey['kind'], string>> = {
  text: '""',
  texts: '[]',
  table: '{}',
  switch: 'true',
  milliseconds: '',
  choice: '""',
  attachments: '{}',
  sign_in: '{}',
}

function completeReference(
  text: string,
  offset: number,
  { path, previousNode }: Location,
  { secrets }: KnownNames,
): Completions | null {
  if (previousNode?.type !== 'string' || !isRoot(path[0]) || !entryKey(canonicalName(String(path[2])))?.expands)
    return null
  const begun = /\$\{?[\w:]*$/.exec(text.slice(previousNode.offset + 1, offset))?.[0]
  if (begun === undefined) return null
  const rest = /^[\w:]*\}?/.exec(text.slice(offset))?.[0] ?? ''
  const from = offset - begun.length
  const whole = (label: string, meaning: string) => ({ label, meaning, insert: label, cursor: label.length })
  const options = [
    ...secrets.map((name) => whole(`\${secret:${name}}`, words.secretStored(name))),
    whole('${ZORKGPT_APP}', words.appFolder),
    { label: '${env:…}', meaning: words.hostVariable, insert: '${env:}', cursor: '${env:'.length },
    { label: '${secret:…}', meaning: words.anySecret, insert: '${secret:}', cursor: '${secret:'.length },
  ]
  return { from, replaceFrom: from, replaceTo: offset + rest.length, options }
}

function completeValue(
  text: string,
  offset: number,
  { path, previousNode }: Location,
  { toolsOf }: KnownNames,
): Completions | null {
  const [root, server, written] = path
  if (!isRoot(root) || typeof server !== 'string' || typeof written !== 'string') return null
  const known = entryKey(canonicalName(written))
  const place = placeOf(text, offset, previousNode)
  const offer = (values: readonly (string | boolean)[]) => ({
    ...place,
    options: values.map((value) => ({
      label: String(value),
      meaning: '',
      insert: JSON.stringify(value),
      cursor: JSON.stringify(value).length,
    })),
  })
  if (path.length === 4 && known?.key === 'disabledTools') return offer(toolsOf(server))
  if (path.length !== 3) return null
  if (known?.kind === 'choice') return offer(TRANSPORTS)
  return known?.kind === 'switch' ? offer([true, false]) : null
}

/**
 * The string or word at the offset. An unterminated string would extend to the end of its line, so only its part before
 * the offset counts.
 */
function placeOf(text: string, offset: number, node: Node | undefined): Omit<Completions, 'options'> {
  if (node && offset > node.offset && text[node.offset] === '"') {
    const written = text.slice(node.offset, node.offset + node.length)
    return {
      from: node.offset + 1,
      replaceFrom: node.offset,
      replaceTo: /^"[^\s:,]*"$/.test(written) ? node.offset + node.length : offset,
    }
  }
  const from = offset - (/\w*$/.exec(text.slice(0, offset))?.[0].length ?? 0)
  return { from, replaceFrom: from, replaceTo: offset }
}
