import { formsOf } from './secret-forms'

export const MASK = '•••'

/**
 * Removes secret values from text, wherever it comes from. Code that reads a secret registers it first; a server or
 * endpoint that repeats it then reveals it to no one.
 */
export class SecretMask {
  readonly #known = new Set<string>()
  #variants: readonly string[] = []

  learn(value: string): void {
    if (value === '' || this.#known.has(value)) return
    this.#known.add(value)
    this.#variants = [...new Set([...this.#variants, ...formsOf(value)])]
  }

  text(text: string): string {
    return maskSpans(text, this.#spans(text))
  }

  /** The value with every string masked, keys included; the same object if nothing changed. */
  deep<Value>(value: Value): Value {
    return this.#variants.length === 0 ? value : (this.#mask(value) as Value)
  }

  /** For streamed text: an end that may start a secret waits for the next piece. */
  stream(): { push(piece: string): string; end(): string } {
    let held = ''
    return {
      push: (piece) => {
        const text = held + piece
        const spans = this.#spans(text)
        const open = text.length - this.#openEnd(text)
        // A secret whose end may start another one waits too.
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

/** The characters [`from`, `to`) of a text. */
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
