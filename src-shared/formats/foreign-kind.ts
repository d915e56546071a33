/** First bytes of files that are often mistaken for a story or an episode. */
const KINDS: readonly (readonly [string, string])[] = [
  ['%PDF-', 'a PDF document'],
  ['PK\x03\x04', 'a ZIP archive'],
  ['\x1f\x8b', 'a gzip archive'],
  ['\x89PNG', 'a PNG picture'],
  ['\xff\xd8\xff', 'a JPEG picture'],
  ['GIF8', 'a GIF picture'],
  ['Glul', 'a Glulx story'],
  ['T3-image', 'a TADS 3 story'],
  ['TADS2 bin', 'a TADS 2 story'],
]

/** Number of bytes that are tested for control characters, which a text file never has. */
const SAMPLE_BYTES = 256
const isControl = (byte: number) => byte < 0x20 && byte !== 0x09 && byte !== 0x0a && byte !== 0x0d

/** The kind of a file that is not a Z-machine story, as a phrase; null if it may be one, or its kind is unknown. */
export function foreignKind(file: Uint8Array): string | null {
  const start = String.fromCharCode(...file.subarray(0, 16))
  const known = KINDS.find(([magic]) => start.startsWith(magic))
  if (known) return known[1]
  const sample = file.subarray(0, SAMPLE_BYTES)
  // A story begins with its version, which is a control character.
  if (sample.length === 0 || start.startsWith('FORM') || sample.some(isControl)) return null
  return /^\s*<(?:!doctype|html)/i.test(String.fromCharCode(...sample)) ? 'a web page' : 'a text file'
}
