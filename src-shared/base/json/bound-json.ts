export interface JsonBounds {
  /** Maximum number of nested objects and lists. */
  readonly depth: number
  /** Maximum number of values of all kinds, including nested ones. */
  readonly values: number
}

/**
 * Limits for untrusted sources: a server, a model, a page, another program. Measured on the smallest stack that the
 * product runs on (1 MB, Node 24), code that walks a value overflows from 561 levels (a compiled schema), 1,562 (zod),
 * 2,343 (our own walks), 3,292 (a copy for a thread) and 4,458 (JSON.stringify). A million values take a second to
 * parse and up to five to copy.
 */
export const UNTRUSTED_BOUNDS: JsonBounds = { depth: 100, values: 250_000 }

/** Limits for a line of a log, where an event contains data from an untrusted source. */
export const LOG_BOUNDS: JsonBounds = { depth: 128, values: 1_000_000 }

/** Thrown for text over the limits, even if it is well-formed. */
export class JsonBoundError extends Error {
  override readonly name = 'JsonBoundError'
}

export const LEFT_OUT = '[left out: it is nested too deeply]'

/** Parses JSON from an untrusted source. Throws a `SyntaxError`, or a `JsonBoundError` for text over the limits. */
export function parseJson(text: string, bounds: JsonBounds = UNTRUSTED_BOUNDS): unknown {
  if (cutJson(text, bounds) !== text) throw new JsonBoundError(`it is nested deeper than ${bounds.depth} levels`)
  return parseExact(text)
}

/** Like `parseJson`, but returns undefined where that throws. */
export function tryParseJson(text: string): unknown {
  try {
    return parseJson(text)
  } catch {
    return undefined
  }
}

/** Like `parseJson`, with `LEFT_OUT` in place of values that are nested too deeply. */
export const parseCutJson = (text: string, bounds: JsonBounds = UNTRUSTED_BOUNDS): unknown =>
  parseExact(cutJson(text, bounds))

/** Integers that a number would round, such as 64-bit ids, become strings. */
function parseExact(text: string): unknown {
  if (!LONG_INTEGER.test(text)) return JSON.parse(text)
  const keep: Reviver = (_key, value, context) => {
    const source = context?.source
    const isRounded = typeof value === 'number' && source !== undefined && /^-?\d+$/.test(source)
    return isRounded && String(value) !== source ? source : value
  }
  return JSON.parse(text, keep)
}

/** The types do not have `context` yet. */
type Reviver = (key: string, value: unknown, context?: { readonly source?: string }) => unknown
const LONG_INTEGER = /[[:,\s-]\d{16,}(?=[\]},\s]|$)/

/** Replaces values that are nested too deeply by `LEFT_OUT`. Throws a `JsonBoundError` for too many values. */
export function cutJson(text: string, { depth, values }: JsonBounds = UNTRUSTED_BOUNDS): string {
  // A text this short cannot exceed a limit: each value takes two characters with its separator, each level a bracket.
  if (text.length <= 2 * values && !opensMoreThan(text, depth)) return text
  const kept: string[] = []
  let keptTo = 0
  let level = 0
  let count = 1
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === QUOTE) at = endOfString(text, at)
    else if (code === BRACE || code === BRACKET) {
      level++
      if (level === depth + 1) {
        kept.push(text.slice(keptTo, at), JSON.stringify(LEFT_OUT))
        keptTo = text.length
      }
      if (level <= depth) count++
    } else if (code === BRACE_END || code === BRACKET_END) {
      if (level === depth + 1) keptTo = at + 1
      level--
    } else if (code === COMMA && level <= depth) count++
    if (count > values) throw new JsonBoundError(`it holds more than ${values.toLocaleString('en')} values`)
  }
  return kept.length === 0 ? text : kept.join('') + text.slice(keptTo)
}

/** Whether a value from a message port exceeds the limits. Shared values count each time, because they can multiply. */
export function isBeyond(value: unknown, { depth, values }: JsonBounds = UNTRUSTED_BOUNDS): boolean {
  let count = 0
  const walk = (inner: unknown, levels: number): boolean => {
    if (++count > values) return true
    if (typeof inner !== 'object' || inner === null) return false
    return levels === 0 || Object.values(inner).some((deeper) => walk(deeper, levels - 1))
  }
  return walk(value, depth)
}

/** Whether the text has more than `most` opening brackets. Most texts have few, and the engine's search is fast. */
function opensMoreThan(text: string, most: number): boolean {
  if (text.length <= most) return false
  let count = 0
  for (const bracket of ['{', '[']) {
    for (let at = text.indexOf(bracket); at >= 0; at = text.indexOf(bracket, at + 1)) if (++count > most) return true
  }
  return false
}

/** Applies `cutJson` to each line of JSON Lines. Returns the same text if no line is cut. */
export function cutJsonLines(text: string, bounds: JsonBounds): string {
  const lines = text.split('\n')
  return lines.some((line) => cutJson(line, bounds) !== line)
    ? lines.map((line) => cutJson(line, bounds)).join('\n')
    : text
}

function indexOrEnd(text: string, character: string, from: number): number {
  const at = text.indexOf(character, from)
  return at < 0 ? text.length : at
}

const codeOf = (character: string): number => character.charCodeAt(0)
const [QUOTE, BACKSLASH, COMMA] = [codeOf('"'), codeOf('\\'), codeOf(',')]
const [BRACE, BRACE_END, BRACKET, BRACKET_END] = [codeOf('{'), codeOf('}'), codeOf('['), codeOf(']')]

/** Index of the quote that ends the string beginning at `start`; the length of the text if there is none. */
export function endOfString(text: string, start: number): number {
  for (let at = indexOrEnd(text, '"', start + 1); ; at = indexOrEnd(text, '"', at + 1)) {
    let escapes = 0
    while (text.charCodeAt(at - 1 - escapes) === BACKSLASH) escapes++
    if (at === text.length || escapes % 2 === 0) return at
  }
}
