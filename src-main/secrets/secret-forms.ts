/** Shorter than this an encoded form turns up by chance. */
const SHORTEST_FORM = 6

/** Of a secret of several lines a shorter line, or the frame of a key, is found in other text as well. */
const SHORTEST_LINE = 16
const FRAME = /^-----/

/**
 * How a secret may stand in text: as it is, inside a JSON string or a page, in base64, as hexadecimal digits, and each
 * of these in an address; of several lines also each by itself, for programs print line by line. There are endless
 * other ways to write it; these are the ones of programs that print a header, an address or an error.
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
 * Inside a JSON string, and that inside another one. Which characters are written as their numbers besides those that
 * must be differs between JavaScript, Python, PHP, Go and .NET.
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

/** In HTML, where an error is shown as a page. */
const inPage = (text: string): string => text.replaceAll(/[&<>"']/g, (sign) => ENTITIES[sign] ?? sign)
const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

const hexFormsOf = (bytes: Buffer): readonly string[] => [bytes.toString('hex'), bytes.toString('hex').toUpperCase()]

/** In an address: whole, as a field of a form, as part of a path; the digits of a percent sign may be small ones. */
function addressFormsOf(text: string): readonly string[] {
  // Without halves of characters, which cannot stand in an address.
  const whole = Buffer.from(text).toString()
  const forms = [encodeURIComponent(whole), new URLSearchParams([['', whole]]).toString().slice(1), encodeURI(whole)]
  return [text, ...forms, ...forms.map((form) => form.replace(/%[0-9A-F]{2}/g, (code) => code.toLowerCase()))]
}

/**
 * By itself, and inside of something longer, such as the name and the password of an Authorization header. Where it
 * begins there decides how it is written; the letter at either end that it shares with what stands beside it is left
 * out.
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
