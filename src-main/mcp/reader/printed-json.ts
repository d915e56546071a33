import { endOfString, parseCutJson } from '@shared/base/json/bound-json'
import { isRecord } from '@shared/base/json/is-record'
import { asTooMuch } from '../../base/limits/too-much-error'

/** A JSON value that a server printed, or text that is not JSON. */
export type Printed = { readonly value: unknown } | { readonly text: string }

/** Maximum length of a value of several lines. */
const MAX_CHARACTERS = 32 * 2 ** 20

/**
 * Finds the JSON values in the lines of a server's standard output. MCP requires one value per line, but servers also
 * print one value on several lines, several on one line, text around them, and a byte order mark. An incomplete value
 * continues on the next line only if its first line ends where pretty-printers break lines; otherwise it was cut off.
 * The time is linear in the length of the output. Throws a `TooMuchError` for a value over the limits.
 */
export class PrintedLines {
  /** The lines of an incomplete value, their length, and the number of brackets open at their end. */
  #lines: string[] = []
  #length = 0
  #open = 0

  push(printed: string): readonly Printed[] {
    const line = withoutMark(printed)
    if (this.#lines.length === 0) return this.#begin(line)
    // A complete message shows that the value before it will not be completed.
    const message = line.includes('"jsonrpc"') ? parseOrUndefined(line) : undefined
    if (isRecord(message)) return [...this.end(), { value: message }]
    const open = this.#open + openAtEnd(line)
    if (!Number.isFinite(open) || this.#length + line.length > MAX_CHARACTERS) return [...this.end(), ...textOf(line)]
    this.#add(line, open)
    return open > 0 ? [] : this.end()
  }

  /** The number of open brackets of the incomplete value. */
  get open(): number {
    return this.#open
  }

  /** The lines of the incomplete value. */
  get unfinished(): string {
    return this.#lines.join('\n')
  }

  /** Ends the current value. Returns its values if its brackets are closed, else its text. */
  end(): readonly Printed[] {
    const text = this.unfinished
    const isComplete = this.#open === 0
    this.#lines = []
    this.#length = 0
    this.#open = 0
    return isComplete ? valuesIn(text) : textOf(text)
  }

  #begin(line: string): readonly Printed[] {
    if (BEGINS_A_VALUE.test(line) && GOES_ON.test(line) && parseOrUndefined(line) === undefined) {
      const open = openAtEnd(line)
      if (open > 0 && Number.isFinite(open)) {
        this.#add(line, open)
        return []
      }
    }
    return valuesIn(line)
  }

  #add(line: string, open: number): void {
    this.#lines.push(line)
    this.#length += line.length
    this.#open = open
  }
}

/** Excludes beginnings of log lines such as `[2026-01-01 …` and `{ arch: …`. */
const BEGINS_A_VALUE = /^\s*[{[]\s*(?:["{[]|$)/
const GOES_ON = /[{[,:]\s*$/

/** The JSON values in a text, and the text between them. */
export function valuesIn(given: string): readonly Printed[] {
  const text = withoutMark(given)
  const whole = parseOrUndefined(text)
  if (whole !== undefined) return [{ value: whole }]
  const found: Printed[] = []
  let rest = 0
  for (let at = nextBracket(text, 0); at >= 0; at = nextBracket(text, Math.max(at + 1, rest))) {
    const end = endOfValue(text, at)
    if (end < 0) break
    const value = parseOrUndefined(text.slice(at, end))
    if (!isRecord(value) && !Array.isArray(value)) {
      // This text in brackets is not JSON. Its content is not searched.
      at = end - 1
      continue
    }
    found.push(...textOf(text.slice(rest, at)), { value })
    rest = end
  }
  return [...found, ...textOf(text.slice(rest))]
}

const nextBracket = (text: string, from: number): number => {
  const found = /[{[]\s*["{[\]}]/g
  found.lastIndex = from
  return found.exec(text)?.index ?? -1
}

/**
 * The text without escape sequences of terminals; nothing if it is blank or a header of the Language Server Protocol.
 */
function textOf(text: string): readonly Printed[] {
  // oxlint-disable-next-line no-control-regex
  const seen = text.replaceAll(/\u001b\[[\d;?]*[A-Za-z]/g, '').trim()
  return seen === '' || /^Content-(?:Length|Type):/i.test(seen) ? [] : [{ text: seen }]
}

const withoutMark = (text: string): string => text.replace(/^[\uFEFF\s]+/, '')

/**
 * Parses JSON, including extensions of other languages: NaN and Infinity, a comma before a closing bracket, control
 * characters in strings. Returns undefined for text that is not JSON. Throws a `TooMuchError`.
 */
function parseOrUndefined(text: string): unknown {
  if (text === '') return undefined
  for (const candidate of [() => text, () => inStrictForm(text)]) {
    try {
      return parseCutJson(candidate())
    } catch (error) {
      const tooMuch = asTooMuch(error)
      if (tooMuch) throw tooMuch
    }
    if (!/^[{[]/.test(text)) return undefined
  }
  return undefined
}

function inStrictForm(text: string): string {
  const parts: string[] = []
  const outside = (from: number, to: number) =>
    parts.push(
      text
        .slice(from, to)
        .replaceAll(/-?\b(?:NaN|nan|Infinity|inf|undefined)\b/g, 'null')
        .replaceAll(/,(\s*[}\]])/g, '$1'),
    )
  let rest = 0
  for (let at = text.indexOf('"'); at >= 0; at = text.indexOf('"', rest)) {
    const end = endOfString(text, at) + 1
    outside(rest, at)
    // oxlint-disable-next-line no-control-regex
    parts.push(text.slice(at, end).replaceAll(/[\u0000-\u001f]/g, (sign) => JSON.stringify(sign).slice(1, -1)))
    rest = end
  }
  outside(rest, text.length)
  return parts.join('')
}

/** Index after the bracket that closes the one at `start`; negative if there is none. */
function endOfValue(text: string, start: number): number {
  let open = 0
  for (let at = start; at < text.length; at++) {
    const sign = text[at]
    if (sign === '"') at = endOfString(text, at)
    else if (sign === '{' || sign === '[') open++
    else if ((sign === '}' || sign === ']') && --open === 0) return at + 1
  }
  return -1
}

/** Number of brackets that the text leaves open; NaN if it ends inside a string. */
function openAtEnd(text: string): number {
  let open = 0
  for (let at = 0; at < text.length; at++) {
    const sign = text[at]
    if (sign === '"') {
      at = endOfString(text, at)
      if (at >= text.length) return Number.NaN
    } else if (sign === '{' || sign === '[') open++
    else if (sign === '}' || sign === ']') open--
  }
  return open
}
