/** A shorter encoded form occurs by chance. */
const SHORTEST_FORM = 6

/** A shorter line of a secret, such as the frame of a key, occurs in other text too. */
const SHORTEST_LINE = 16
const FRAME = /^-----/

/**
 * The forms in which a secret may appear in text: as it is, inside a JSON string or HTML, in base64, in hexadecimal,
 * and each of these in an address; each line of a multi-line secret too, because programs print line by line. There are
 * endless other encodings; these are what programs use for headers, addresses and errors.
 */
export function formsOf(secret: string): readonly string[] {
  const bytes = Buffer.from(secret)
  const encoded = [...base64FormsOf(bytes), ...hexFormsOf(bytes)].filter(({ length }) => length >= SHORTEST_FORM)
  const forms = [secret, ...jsonFormsOf(secret), inPage(secret), ...encoded].flatMap(addressFormsOf)
  return [...new Set([...forms, ...linesOf(secret).flatMap(formsOf)])]
}

function linesOf(secret: string): readonly string[] {
  const lines = secret.split(/\r?\n/).map((line) => line.trim())
  return lines.length < 2 ? [] : lines.filter((line) => line.length >= SHORTEST_LINE && !FRAME.test(line))
}

/**
 * Inside a JSON string, and nested in another one. Which further characters are escaped differs between JavaScript,
 * Python, PHP, Go and .NET.
 */
function jsonFormsOf(secret: string): readonly string[] {
  const quoted = quote(secret)
  const written = [
    quoted,
    quoted.replaceAll(NOT_ASCII, asNumber),
    quoted.replaceAll('/', String.raw`\/`).replaceAll(NOT_ASCII, asNumber),
    quoted.replaceAll(/[&<>\u2028\u2029]/g, asNumber),
    secret
      .replaceAll('\\', String.raw`\\`)
      .replaceAll(/["&'+<>`]|[^ -~]/g, (sign) => asNumber(sign).toUpperCase().replace('U', 'u')),
  ]
  return [...written, ...written.map(quote)]
}

const NOT_ASCII = /[^\0-\x7f]/g
const quote = (text: string): string => JSON.stringify(text).slice(1, -1)
const asNumber = (unit: string): string => String.raw`\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`

/** In HTML, for errors shown as a page. */
const inPage = (text: string): string => text.replaceAll(/[&<>"']/g, (sign) => ENTITIES[sign] ?? sign)
const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

const hexFormsOf = (bytes: Buffer): readonly string[] => [bytes.toString('hex'), bytes.toString('hex').toUpperCase()]

/** In an address: as a whole, as a form field, as part of a path; percent digits in either case. */
function addressFormsOf(text: string): readonly string[] {
  // Without unpaired surrogates, which an address cannot contain.
  const whole = Buffer.from(text).toString()
  const forms = [encodeURIComponent(whole), new URLSearchParams([['', whole]]).toString().slice(1), encodeURI(whole)]
  return [text, ...forms, ...forms.map((form) => form.replace(/%[0-9A-F]{2}/g, (code) => code.toLowerCase()))]
}

/**
 * As a whole, and inside longer data such as an Authorization header. The encoding depends on the position; the
 * characters at either end that mix with neighboring bytes are dropped.
 */
function base64FormsOf(bytes: Buffer): readonly string[] {
  const inside = [0, 1, 2].map((before) => {
    const letters = Buffer.concat([Buffer.alloc(before), bytes]).toString('base64')
    return letters.slice(Math.ceil((before * 8) / 6), Math.floor(((before + bytes.length) * 8) / 6))
  })
  const alone = bytes.toString('base64')
  const forms = [alone, alone.replace(/=+$/, ''), ...inside]
  return [...forms, ...forms.map((form) => form.replaceAll('+', '-').replaceAll('/', '_'))]
}
