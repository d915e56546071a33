/** Shorter than this an encoded form turns up by chance. */
const SHORTEST_FORM = 6

/**
 * How a secret may stand in text: as it is, inside a JSON string, in base64, and each of these in an address. There are
 * endless other ways to write it; these are the ones of programs that print a header, an address or an error.
 */
export function formsOf(secret: string): readonly string[] {
  const encoded = base64FormsOf(Buffer.from(secret)).filter(({ length }) => length >= SHORTEST_FORM)
  return [...new Set([secret, JSON.stringify(secret).slice(1, -1), ...encoded].flatMap(addressFormsOf))]
}

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
