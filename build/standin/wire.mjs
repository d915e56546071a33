/**
 * Encodes structured clones as text, because only text crosses between this process and a world of a page. It runs on
 * both sides, so it uses only globals that both have. It refuses values that it cannot transfer.
 */
export function wire({ toBase64, fromBase64 }) {
  const TAG = '$standin'
  const isPlain = (value) => [Object.prototype, Array.prototype, null].includes(Object.getPrototypeOf(value))

  function tag(key) {
    const value = this[key]
    if (value === undefined) return { [TAG]: 'undefined' }
    if (typeof value === 'number' && !Number.isFinite(value)) return { [TAG]: 'number', text: String(value) }
    if (value instanceof Uint8Array) return { [TAG]: 'bytes', text: toBase64(value) }
    if (typeof value === 'bigint' || (typeof value === 'object' && value !== null && !isPlain(value)))
      throw new Error(`electron stand-in: it does not carry ${Object.prototype.toString.call(value)}`)
    return value
  }
  function untag(value) {
    if (typeof value !== 'object' || value === null) return value
    if (value[TAG] === 'undefined') return undefined
    if (value[TAG] === 'number') return Number(value.text)
    if (value[TAG] === 'bytes') return fromBase64(value.text)
    for (const key of Object.keys(value)) value[key] = untag(value[key])
    return value
  }
  return { encode: (value) => JSON.stringify(value, tag), decode: (text) => untag(JSON.parse(text)) }
}
