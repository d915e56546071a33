export const MASK = '•••'

/** Removes secret values from text. Code that reads a secret registers it first. */
export class SecretMask {
  /** The forms of each known secret, see `formsOf`. */
  readonly #known = new Map<string, readonly string[]>()
  #variants: readonly string[] = []

  learn(value: string): void {
    if (value === '' || this.#known.has(value)) return
    const forms = formsOf(value)
    this.#known.set(value, forms)
    this.#variants = [...new Set([...this.#variants, ...forms])]
  }

  /** Forgets a secret that was replaced long ago, because each known secret slows down every search. */
  forget(value: string): void {
    if (this.#known.delete(value)) this.#variants = [...new Set([...this.#known.values()].flat())]
  }

  text(text: string): string {
    return maskSpans(text, this.#spans(text))
  }

  /** The value with every string masked, keys included; the same object if nothing changed. */
  deep<Value>(value: Value): Value {
    return this.#variants.length === 0 ? value : (this.#mask(value) as Value)
  }

  /** Masks streamed text. An end that may start a secret is held back until the next piece. */
  stream(): { push(piece: string): string; end(): string } {
    let held = ''
    return {
      push: (piece) => {
        const text = held + piece
        const spans = this.#spans(text)
        const open = text.length - this.#openEnd(text)
        // A secret that overlaps this end is held back too.
        const cut = spans.find(({ from, to }) => from < open && open < to)?.from ?? open
        held = text.slice(cut)
        return maskSpans(
          text.slice(0, cut),
          spans.filter(({ to }) => to <= cut),
        )
      },
      end: () => this.text(held),
    }
  }

  /** Spans of secrets in the text, in order. Overlapping ones are merged, so that no part of either remains. */
  #spans(text: string): readonly Span[] {
    const spans: Span[] = []
    for (const span of this.#variants
      .flatMap((variant) => findAll(text, variant))
      .toSorted((a, b) => a.from - b.from)) {
      const last = spans.at(-1)
      if (last && span.from < last.to) spans.splice(-1, 1, { from: last.from, to: Math.max(last.to, span.to) })
      else spans.push(span)
    }
    return spans
  }

  /** Length of the longest suffix of `text` that is a prefix of a secret. */
  #openEnd(text: string): number {
    const longest = Math.max(0, ...this.#variants.map(({ length }) => length)) - 1
    for (let length = Math.min(longest, text.length); length > 0; length--) {
      const end = text.slice(-length)
      if (this.#variants.some((variant) => variant.length > length && variant.startsWith(end))) return length
    }
    return 0
  }

  #mask(value: unknown): unknown {
    if (typeof value === 'string') return this.text(value)
    if (Array.isArray(value)) {
      const masked = value.map((entry) => this.#mask(entry))
      return masked.some((entry, index) => entry !== value[index]) ? masked : value
    }
    if (typeof value !== 'object' || value === null) return value
    const entries = Object.entries(value)
    const masked = entries.map(([key, entry]) => [this.text(key), this.#mask(entry)] as const)
    return masked.some(([key, entry], index) => entry !== entries[index]?.[1] || key !== entries[index]?.[0])
      ? Object.fromEntries(masked)
      : value
  }
}

interface Span {
  readonly from: number
  readonly to: number
}

function findAll(text: string, variant: string): readonly Span[] {
  const found: Span[] = []
  for (let from = text.indexOf(variant); from !== -1; from = text.indexOf(variant, from + 1))
    found.push({ from, to: from + variant.length })
  return found
}

function maskSpans(text: string, spans: readonly Span[]): string {
  let masked = ''
  let done = 0
  for (const { from, to } of spans) {
    masked += text.slice(done, from) + MASK
    done = to
  }
  return masked + text.slice(done)
}

/** Minimum length of an encoded form, because a shorter one may occur by chance. */
const SHORTEST_FORM = 6

/**
 * Minimum length of a masked line. Shorter lines of a secret, and the frame lines of a key, occur in other text too.
 */
const SHORTEST_LINE = 16
const FRAME = /^-----/

/**
 * The forms in which a secret may appear in text: plain, in a JSON string or HTML, in base64, in hexadecimal, and each
 * of these URL-encoded; also each line of a multi-line secret, because programs print line by line. There are other
 * encodings; these are the ones that programs use in headers, URLs and errors.
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

/** Escaped for a JSON string, once and twice. Libraries differ in the further characters that they escape. */
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

/** Escaped for HTML, in which some servers send errors. */
const inPage = (text: string): string => text.replaceAll(/[&<>"']/g, (sign) => ENTITIES[sign] ?? sign)
const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

const hexFormsOf = (bytes: Buffer): readonly string[] => [bytes.toString('hex'), bytes.toString('hex').toUpperCase()]

/** URL-encoded as a component, a form field and a whole URL, with percent digits in upper and lower case. */
function addressFormsOf(text: string): readonly string[] {
  // Replaces unpaired surrogates, for which `encodeURIComponent` throws.
  const whole = Buffer.from(text).toString()
  const forms = [encodeURIComponent(whole), new URLSearchParams([['', whole]]).toString().slice(1), encodeURI(whole)]
  return [text, ...forms, ...forms.map((form) => form.replace(/%[0-9A-F]{2}/g, (code) => code.toLowerCase()))]
}

/** Base64 of the secret alone, and within longer data without the characters that depend on neighboring bytes. */
function base64FormsOf(bytes: Buffer): readonly string[] {
  const inside = [0, 1, 2].map((before) => {
    const letters = Buffer.concat([Buffer.alloc(before), bytes]).toString('base64')
    return letters.slice(Math.ceil((before * 8) / 6), Math.floor(((before + bytes.length) * 8) / 6))
  })
  const alone = bytes.toString('base64')
  const forms = [alone, alone.replace(/=+$/, ''), ...inside]
  return [...forms, ...forms.map((form) => form.replaceAll('+', '-').replaceAll('/', '_'))]
}
