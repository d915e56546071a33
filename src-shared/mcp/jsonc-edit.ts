import { createScanner, findNodeAtLocation, getNodeValue, type Node } from 'jsonc-parser'
import { isRecord } from '../base/json/is-record'
import { readJsoncTree } from './parse-jsonc'

/**
 * Edits of a JSON text with comments. Only what was requested is moved or removed: all comments outside of a removed
 * member or replaced value remain. jsonc-parser's `modify` drops comments between a removed member and the previous
 * one, and inserts a new member before the comment at the end of its neighbor's line. Therefore positions are computed
 * here, from its tree.
 */
export type JsonPath = readonly (string | number)[]

/**
 * Sets, adds (at the end) or, with `undefined`, removes a value. In an object or a list, only the differences change.
 */
export function setValue(text: string, path: JsonPath, value: unknown): string {
  if (value === undefined) return removeValue(text, path)
  const node = nodeAt(text, path)
  if (node) return reconcile(text, path, node, value)
  const [parentPath, key] = [path.slice(0, -1), path.at(-1)]
  const parent = nodeAt(text, parentPath)
  if (key === undefined) return text
  if (typeof key === 'number' || parent?.type === 'object') return insertValue(text, parentPath, Infinity, key, value)
  return setValue(text, parentPath, { [key]: value })
}

/** Inserts a member before the one at `index`, or at the end if there is none. `raw` is the value as JSON text. */
export function insertRaw(
  text: string,
  containerPath: JsonPath,
  index: number,
  key: string | number,
  raw: string,
): string {
  const container = nodeAt(text, containerPath)
  if (!container) return text
  return insertMember(text, container, index, typeof key === 'number' ? raw : `${JSON.stringify(key)}: ${raw}`)
}

export function insertValue(
  text: string,
  containerPath: JsonPath,
  index: number,
  key: string | number,
  value: unknown,
  mayShareLine = true,
): string {
  const container = nodeAt(text, containerPath)
  return container
    ? insertRaw(text, containerPath, index, key, print(text, value, indentInside(text, container), mayShareLine))
    : text
}

export function setRaw(text: string, path: JsonPath, raw: string): string {
  const node = nodeAt(text, path)
  return node ? replace(text, node.offset, endOf(node), raw) : text
}

/** The value's text, including the comments in it; null if there is none. */
export function rawAt(text: string, path: JsonPath): string | null {
  const node = nodeAt(text, path)
  return node ? text.slice(node.offset, endOf(node)) : null
}

/** The text of every member of an object, by name; of two equal names, the first. */
export function rawMembers(text: string, path: JsonPath): ReadonlyMap<string, string> {
  const members = new Map<string, string>()
  for (const { children = [] } of nodeAt(text, path)?.children ?? []) {
    const [key, value] = children
    if (key && value && !members.has(String(key.value)))
      members.set(String(key.value), text.slice(value.offset, endOf(value)))
  }
  return members
}

export function renameKey(text: string, path: JsonPath, name: string): string {
  const key = nodeAt(text, path)?.parent?.children?.[0]
  return key ? replace(text, key.offset, endOf(key), JSON.stringify(name)) : text
}

export function removeValue(text: string, path: JsonPath): string {
  const node = nodeAt(text, path)
  const member = node?.parent?.type === 'property' ? node.parent : node
  const siblings = member?.parent?.children ?? []
  if (!member || siblings.length === 0) return text
  const end = endOf(member)
  const comma = commaAfter(text, end)
  if (comma !== null) {
    const together = text.slice(end, comma).trim() === ''
    return together ? cut(text, member.offset, comma + 1) : cut(replace(text, comma, comma + 1, ''), member.offset, end)
  }
  // Removing the last member also removes the comma before it, which strict parsers refuse.
  const before = siblings[siblings.indexOf(member) - 1]
  const commaBefore = before ? commaAfter(text, endOf(before)) : null
  const shorter = cut(text, member.offset, end)
  return commaBefore === null ? shorter : replace(shorter, commaBefore, commaBefore + 1, '')
}

/** The tree of the text; undefined for invalid JSON, which is not edited. A byte order mark counts as a space. */
export function treeOf(text: string): Node | undefined {
  const { root, error } = readJsoncTree(text)
  return error === null ? root : undefined
}

function nodeAt(text: string, path: JsonPath): Node | undefined {
  const root = treeOf(text)
  return root && findNodeAtLocation(root, [...path])
}

function reconcile(text: string, path: JsonPath, node: Node, value: unknown): string {
  const before: unknown = getNodeValue(node)
  if (sameJson(before, value)) return text
  if (isRecord(before) && isRecord(value)) {
    const kept = Object.keys(before)
      .filter((key) => !(key in value))
      .reduce((rest, key) => removeValue(rest, [...path, key]), text)
    return Object.entries(value).reduce((rest, [key, content]) => setValue(rest, [...path, key], content), kept)
  }
  if (Array.isArray(before) && Array.isArray(value)) return reconcileList(text, path, before, value)
  return replace(text, node.offset, endOf(node), print(text, value, indentOf(text, node.offset)))
}

/** Changes only the part between the common beginning and the common end of two lists. */
function reconcileList(text: string, path: JsonPath, before: readonly unknown[], after: readonly unknown[]): string {
  const shorter = Math.min(before.length, after.length)
  let head = 0
  while (head < shorter && sameJson(before[head], after[head])) head++
  let tail = 0
  while (tail < shorter - head && sameJson(before.at(-1 - tail), after.at(-1 - tail))) tail++
  const replaced = shorter - head - tail
  let result = text
  for (let index = head; index < head + replaced; index++) result = setValue(result, [...path, index], after[index])
  for (let index = before.length - tail - 1; index >= head + replaced; index--)
    result = removeValue(result, [...path, index])
  for (let index = head + replaced; index < after.length - tail; index++)
    result = insertValue(result, path, index, index, after[index])
  return result
}

export const sameJson = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other)

function insertMember(text: string, container: Node, index: number, member: string): string {
  const { children = [] } = container
  const before = children[Math.min(index, children.length) - 1]
  const [first] = children
  if (!first) return insertFirst(text, container, member)
  const isBroken = text.slice(container.offset, first.offset).includes('\n')
  const separator = isBroken ? eolOf(text) + indentInside(text, container) : ' '
  if (!before) return replace(text, first.offset, first.offset, `${member},${separator}`)
  const comma = commaAfter(text, endOf(before))
  const joined = comma === null ? replace(text, endOf(before), endOf(before), ',') : text
  const anchor = (comma ?? endOf(before)) + 1
  const at = isBroken ? anchor + lengthOfLineEnd(joined.slice(anchor)) : anchor
  return replace(joined, at, at, `${separator}${member}${comma === null ? '' : ','}`)
}

function insertFirst(text: string, container: Node, member: string): string {
  const [start, close] = [container.offset + 1, endOf(container) - 1]
  const inside = text.slice(start, close)
  const eol = eolOf(text)
  const [inner, outer] = [eol + indentInside(text, container), eol + indentOf(text, container.offset)]
  if (inside.trim() === '' && !member.includes('\n'))
    return replace(text, start, close, container.type === 'array' ? member : ` ${member} `)
  const comments = inside.trimEnd()
  return replace(
    text,
    start + comments.length,
    close,
    inner +
      member +
      (comments !== '' && inside.slice(comments.length).includes('\n') ? inside.slice(comments.length) : outer),
  )
}

/** Length of the blanks and comments up to the end of the line; 0 if anything else follows. */
const lengthOfLineEnd = (text: string): number =>
  /^[ \t]*(?:\/\*(?:[^*\n]|\*(?!\/))*\*\/[ \t]*)*(?:\/\/[^\r\n]*)?(?=\r?\n)/.exec(text)?.[0].length ?? 0

/** Removes a range, and its lines if they have nothing else. */
function cut(text: string, from: number, to: number): string {
  const lineStart = text.lastIndexOf('\n', from - 1) + 1
  const lineEnd = text.indexOf('\n', to)
  const isAlone = lineEnd >= 0 && text.slice(lineStart, from).trim() === '' && text.slice(to, lineEnd).trim() === ''
  if (isAlone) return replace(text, lineStart, lineEnd + 1, '')
  return replace(text, from, to + (/^[ \t]*/.exec(text.slice(to))?.[0].length ?? 0), '')
}

function commaAfter(text: string, offset: number): number | null {
  const scanner = createScanner(text, true)
  scanner.setPosition(offset)
  scanner.scan()
  const at = scanner.getTokenOffset()
  return text[at] === ',' ? at : null
}

const endOf = (node: Node): number => node.offset + node.length
const replace = (text: string, from: number, to: number, by: string): string =>
  text.slice(0, from) + by + text.slice(to)
const eolOf = (text: string): string => (text.includes('\r\n') ? '\r\n' : '\n')

/** The white space at the beginning of the line. */
const indentOf = (text: string, offset: number): string =>
  /^[ \t]*/.exec(text.slice(text.lastIndexOf('\n', offset - 1) + 1))?.[0] ?? ''
const unitOf = (text: string): string => /^[ \t]+(?=["}])/m.exec(text)?.[0] ?? '  '

function indentInside(text: string, container: Node): string {
  const [first] = container.children ?? []
  return first && text.slice(container.offset, first.offset).includes('\n')
    ? indentOf(text, first.offset)
    : indentOf(text, container.offset) + unitOf(text)
}

/** Formats a value: on one line if it is flat and fits, otherwise indented like the text around it. */
function print(text: string, value: unknown, indent: string, mayShareLine = true): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const [open, close, pad] = Array.isArray(value) ? ['[', ']', ''] : ['{', '}', ' ']
  const inner = indent + unitOf(text)
  const members = Object.entries(value).map(
    ([key, content]) => (Array.isArray(value) ? '' : `${JSON.stringify(key)}: `) + print(text, content, inner),
  )
  if (members.length === 0) return open + close
  const oneLine = open + pad + members.join(', ') + pad + close
  const isFlat = Object.values(value).every((content) => typeof content !== 'object' || content === null)
  if (mayShareLine && isFlat && oneLine.length <= ONE_LINE) return oneLine
  const eol = eolOf(text)
  return `${open}${eol}${members.map((member) => inner + member).join(`,${eol}`)}${eol}${indent}${close}`
}

const ONE_LINE = 80
