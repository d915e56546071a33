/** The value so far of a string field in incomplete JSON, for display only; null until the field begins. */
export function partialString(json: string, field: string): string | null {
  const start = new RegExp(`"${field}"\\s*:\\s*"`).exec(json)
  if (!start) return null
  const rest = json.slice(start.index + start[0].length)
  const body = /^(?:[^"\\]|\\u[0-9a-fA-F]{4}|\\[^u])*/.exec(rest)?.[0] ?? ''
  try {
    return String(JSON.parse(`"${body}"`))
  } catch {
    // Models write raw line breaks and unknown escapes, which JSON forbids.
    return body
  }
}
