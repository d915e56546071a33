/**
 * The value of a string field in JSON that is still coming in, as far as it has come; null until the field has begun.
 * For showing only: what counts is parsed when it is complete.
 */
export function partialString(json: string, field: string): string | null {
  const start = new RegExp(`"${field}"\\s*:\\s*"`).exec(json)
  if (!start) return null
  const rest = json.slice(start.index + start[0].length)
  const body = /^(?:[^"\\]|\\u[0-9a-fA-F]{4}|\\[^u])*/.exec(rest)?.[0] ?? ''
  try {
    return String(JSON.parse(`"${body}"`))
  } catch {
    // A raw line break or an unknown escape: models write them, JSON does not allow them.
    return body
  }
}
