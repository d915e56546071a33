export const MASK = '•••'

/**
 * Takes the values of secrets out of text, wherever they come from. Whoever reads a secret tells the mask first; a server or an endpoint
 * that gives one back then gives it to nobody.
 */
export class SecretMask {
  #variants: readonly string[] = []

  learn(value: string): void {
    if (value === '') return
    // As it is, inside a JSON string, and in an address.
    const escaped = [value, JSON.stringify(value).slice(1, -1), encodeURIComponent(value)]
    // Longest first, so that a secret that contains another one is masked whole.
    this.#variants = [...new Set([...this.#variants, ...escaped])].toSorted((a, b) => b.length - a.length)
  }

  text(text: string): string {
    return this.#variants.reduce((masked, variant) => masked.replaceAll(variant, MASK), text)
  }

  /** The value with every string in it masked, keys included; the same value if there is nothing to mask. */
  deep<Value>(value: Value): Value {
    return this.#variants.length === 0 ? value : (this.#mask(value) as Value)
  }

  /** For text that comes in pieces: an end that may be the beginning of a secret waits for what follows it. */
  stream(): { push(piece: string): string; end(): string } {
    let held = ''
    return {
      push: (piece) => {
        const text = this.text(held + piece)
        const cut = text.length - this.#openEnd(text)
        held = text.slice(cut)
        return text.slice(0, cut)
      },
      end: () => held,
    }
  }

  /** Length of the longest end of `text` that a secret begins with. */
  #openEnd(text: string): number {
    const longest = (this.#variants[0]?.length ?? 1) - 1
    for (let length = Math.min(longest, text.length); length > 0; length--) {
      const end = text.slice(-length)
      if (this.#variants.some((variant) => variant.startsWith(end))) return length
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
    return masked.some(([key, entry], index) => entry !== entries[index]?.[1] || key !== entries[index]?.[0]) ? Object.fromEntries(masked) : value
  }
}
