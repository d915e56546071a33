import { MAX_BATCH, type NativeModel } from './native-model'

/** The part of a prompt that has been read, in tokens, as in llama.cpp's `prompt_progress`. */
export interface PromptProgress {
  readonly total: number
  /** Tokens reused from the previous request, which begins with them too. */
  readonly cache: number
  /** Includes `cache`. */
  readonly processed: number
}

/**
 * The tokens in the context of a model. A prompt is read from the first token that differs: consecutive prompts of an
 * episode share about nine tenths.
 */
export class EvaluatedPrompt {
  readonly #model: NativeModel
  readonly #now: () => number
  #tokens: number[] = []

  /** `now`: monotonic, ms. */
  constructor(model: NativeModel, now: () => number) {
    this.#model = model
    this.#now = now
  }

  get length(): number {
    return this.#tokens.length
  }

  /**
   * Reads `prompt` into the context, and yields after each part. When aborted, throws the signal's reason after the
   * current part; parts that were read are not read again.
   */
  async *read(prompt: Uint32Array, signal: AbortSignal): AsyncGenerator<PromptProgress> {
    // The last token is always evaluated, because the first token of the answer is sampled from its result.
    const same = Math.min(commonLength(this.#tokens, prompt), prompt.length - 1)
    const cache = this.#forgetFrom(same)
    const progress = () => ({ total: prompt.length, cache, processed: this.#tokens.length })
    yield progress()
    let part = MAX_BATCH
    while (this.#tokens.length < prompt.length) {
      signal.throwIfAborted()
      const began = this.#now()
      await this.add(prompt.subarray(this.#tokens.length, this.#tokens.length + part))
      if (this.#now() - began > MAX_PART_MS) part = Math.max(MIN_BATCH, Math.floor(part / 2))
      yield progress()
    }
  }

  /** Evaluates further tokens, at most `MAX_BATCH`. */
  async add(tokens: Uint32Array): Promise<void> {
    const at = this.#tokens.length
    this.#tokens.push(...tokens)
    try {
      await this.#model.evaluate(tokens, at)
    } catch (error) {
      // It is unknown which of the tokens are in the context.
      this.#forgetFrom(at)
      throw error
    }
  }

  /** Returns how many tokens remain. */
  #forgetFrom(from: number): number {
    if (from === this.#tokens.length) return from
    const left = this.#model.forgetFrom(from) ? from : 0
    if (left !== from) this.#model.forgetFrom(0)
    this.#tokens.length = left
    return left
  }
}

/**
 * Above this time, parts become shorter. It is much less than the minute after which a client without data gives up.
 */
const MAX_PART_MS = 10_000
/** A smaller batch takes as long as one of this size. */
const MIN_BATCH = 8

function commonLength(one: readonly number[], other: Uint32Array): number {
  const most = Math.min(one.length, other.length)
  for (let at = 0; at < most; at++) if (one[at] !== other[at]) return at
  return most
}
