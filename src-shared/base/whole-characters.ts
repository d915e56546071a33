/**
 * Cuts text at whole characters. Slicing a JavaScript string can leave half of a surrogate pair, for which strict JSON
 * parsers refuse the whole request.
 */

/** Maximum number of code units that a grapheme is expected to have, such as a long family of joined emoji. */
const LONGEST_GRAPHEME = 64

/** The first `most` code units for a person to read, without splitting a letter and its marks, or a joined emoji. */
export function cutText(text: string, most: number): string {
  if (text.length <= most) return text
  const around = text.slice(Math.max(0, most - LONGEST_GRAPHEME), most + LONGEST_GRAPHEME)
  const offset = Math.max(0, most - LONGEST_GRAPHEME)
  const cut = segmenter()
    .segment(around)
    .containing(most - offset)
  // A grapheme longer than the limit is cut at a code point.
  return cut === undefined || offset + cut.index === 0 ? cutCharacters(text, most) : text.slice(0, offset + cut.index)
}

/** The first `most` code units for a machine, without half of a surrogate pair at the end. */
export function cutCharacters(text: string, most: number): string {
  if (text.length <= most) return text
  const isPair = /[\uD800-\uDBFF]/.test(text.charAt(most - 1)) && /[\uDC00-\uDFFF]/.test(text.charAt(most))
  return text.slice(0, isPair ? most - 1 : most)
}

let shared: Intl.Segmenter | undefined
const segmenter = (): Intl.Segmenter => (shared ??= new Intl.Segmenter(undefined, { granularity: 'grapheme' }))

/** Replaces lone surrogates everywhere in a JSON value by U+FFFD. Returns the same value if there are none. */
export function wellFormed<Value>(value: Value): Value {
  return repair(value) as Value
}

/** JSON without lone surrogates, which `JSON.stringify` would write as escapes. */
export const wellFormedJson = (value: unknown): string => JSON.stringify(wellFormed(value))

function repair(value: unknown): unknown {
  if (typeof value === 'string') return value.replaceAll(/\p{Cs}/gu, '\u{fffd}')
  if (Array.isArray(value)) {
    const items = value.map(repair)
    return items.some((item, at) => item !== value[at]) ? items : value
  }
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).map(
    ([key, inner]) => [key, repair(key) as string, inner, repair(inner)] as const,
  )
  return entries.some(([key, newKey, inner, newInner]) => key !== newKey || inner !== newInner)
    ? Object.fromEntries(entries.map(([, key, , inner]) => [key, inner]))
    : value
}
