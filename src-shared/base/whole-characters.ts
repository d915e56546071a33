/**
 * Text cut at whole characters. A JavaScript string is cut between UTF-16 units, so half of a pair may remain, which
 * strict JSON parsers refuse together with the whole request.
 */

/** Units after a cut that a grapheme can reach over: a long family of joined emoji. */
const LONGEST_GRAPHEME = 64

/** At most `most` units of a text for a person: no letter loses its marks, no joined emoji a member. */
export function cutText(text: string, most: number): string {
  if (text.length <= most) return text
  const around = text.slice(Math.max(0, most - LONGEST_GRAPHEME), most + LONGEST_GRAPHEME)
  const offset = Math.max(0, most - LONGEST_GRAPHEME)
  const cut = segmenter()
    .segment(around)
    .containing(most - offset)
  // A grapheme longer than the limit is cut at a character.
  return cut === undefined || offset + cut.index === 0 ? cutCharacters(text, most) : text.slice(0, offset + cut.index)
}

/** At most `most` units of a text for a machine, without half a pair at its end. */
export function cutCharacters(text: string, most: number): string {
  if (text.length <= most) return text
  const isPair = /[\uD800-\uDBFF]/.test(text.charAt(most - 1)) && /[\uDC00-\uDFFF]/.test(text.charAt(most))
  return text.slice(0, isPair ? most - 1 : most)
}

let shared: Intl.Segmenter | undefined
const segmenter = (): Intl.Segmenter => (shared ??= new Intl.Segmenter(undefined, { granularity: 'grapheme' }))

/** Halves of pairs as the replacement character, everywhere in a JSON value. The same value if there are none. */
export function wellFormed<Value>(value: Value): Value {
  return repair(value) as Value
}

/** JSON for the text of a message: half a pair would stay in it as an escape. */
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
