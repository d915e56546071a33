/** How much a text may become when it is parsed. */
export interface JsonBounds {
  /** Objects and lists in each other. */
  readonly depth: number
  /** Of all kinds, those inside others too. */
  readonly values: number
}

/**
 * What a guest may send: a server, a model, a page, another program. Measured on the smallest stack that the product
 * runs on (1 MB, Node 24), what walks a value overflows from 561 levels on (a compiled schema), 1,562 (zod), 2,343 (our
 * own walks), 3,292 (a copy for a thread) and 4,458 (JSON.stringify). A million values take a second to parse and up to
 * five to copy.
 */
export const GUEST_BOUNDS: JsonBounds = { depth: 100, values: 250_000 }

/** Of a line of a log, which wraps what a guest sent in an event. */
export const LOG_BOUNDS: JsonBounds = { depth: 128, values: 1_000_000 }

/** Thrown for what is well-formed, perhaps, but more than anybody is to walk. */
export class JsonBoundError extends Error {
  override readonly name = 'JsonBoundError'
}

/** Stands in the place of what lies deeper. */
export const LEFT_OUT = '[left out: it is nested too deeply]'

/**
 * Parses JSON of a guest. Throws a `SyntaxError`, or a `JsonBoundError` for what is nested too deeply or holds too many
 * values.
 */
export function parseJson(text: string, bounds: JsonBounds = GUEST_BOUNDS): unknown {
  if (cutJson(text, bounds) !== text) throw new JsonBoundError(`it is nested deeper than ${bounds.depth} levels`)
  return JSON.parse(text)
}

/** The same; undefined for what is not to be had. */
export function tryParseJson(text: string): unknown {
  try {
    return parseJson(text)
  } catch {
    return undefined
  }
}

/** The same, with `LEFT_OUT` in the place of what is nested too deeply. */
export const parseCutJson = (text: string, bounds: JsonBounds = GUEST_BOUNDS): unknown =>
  JSON.parse(cutJson(text, bounds))

/**
 * The text with `LEFT_OUT` in the place of what is nested too deeply; the same text if nothing is. Looks at brackets
 * alone, before anything is parsed: what is no JSON stays none. Throws a `JsonBoundError` for too many values.
 */
export function cutJson(text: string, { depth, values }: JsonBounds = GUEST_BOUNDS): string {
  // A value takes two characters, with what parts it from the next; a level takes its bracket.
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

/**
 * The same of a value that came otherwise than as text, such as a message of a port. One that stands in it many times
 * counts each time: few could make a way of any length for whoever walks it.
 */
export function isBeyond(value: unknown, { depth, values }: JsonBounds = GUEST_BOUNDS): boolean {
  let count = 0
  const walk = (inner: unknown, levels: number): boolean => {
    if (++count > values) return true
    if (typeof inner !== 'object' || inner === null) return false
    return levels === 0 || Object.values(inner).some((deeper) => walk(deeper, levels - 1))
  }
  return walk(value, depth)
}

/** Whether the text has more opening brackets than that: little has, and the engine's own search is fast. */
function opensMoreThan(text: string, most: number): boolean {
  if (text.length <= most) return false
  let count = 0
  for (const bracket of ['{', '[']) {
    for (let at = text.indexOf(bracket); at >= 0; at = text.indexOf(bracket, at + 1)) if (++count > most) return true
  }
  return false
}

/** Lines of JSON, one value each, of which each may be cut; the same text if none is. */
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

/** The quote that ends the string which begins at `start`; the end of the text if none does. */
export function endOfString(text: string, start: number): number {
  for (let at = indexOrEnd(text, '"', start + 1); ; at = indexOrEnd(text, '"', at + 1)) {
    let escapes = 0
    while (text.charCodeAt(at - 1 - escapes) === BACKSLASH) escapes++
    if (at === text.length || escapes % 2 === 0) return at
  }
}
