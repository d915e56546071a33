import { MAX_BATCH, type NativeModel } from './native-model'

/** How much of a prompt has been read, in tokens, as in llama.cpp's `prompt_progress`. */
export interface PromptProgress {
  readonly total: number
  /** Reused from the previous request, because both begin with the same tokens. */
  readonly cache: number
  /** Includes `cache`. */
  readonly processed: number
}

/**
 * The tokens in the context of a model. A prompt is only read from the first difference on: the prompts of an episode
 * share nine tenths.
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
   * Makes `prompt` the content of the context, and yields after each part. Throws the signal's reason between two parts
   * when aborted; the parts that were read are not read again.
   */
  async *read(prompt: Uint32Array, signal: AbortSignal): AsyncGenerator<PromptProgress> {
    // The last token is always evaluated: the answer is drawn from its result.
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
      // It is unknown which of them are in the context.
      this.#forgetFrom(at)
      throw error
    }
  }

  /** Returns how many tokens are left. */
  #forgetFrom(from: number): number {
    if (from === this.#tokens.length) return from
    const left = this.#model.forgetFrom(from) ? from : 0
    if (left !== from) this.#model.forgetFrom(0)
    this.#tokens.length = left
    return left
  }
}

/** A client that receives nothing for a minute gives up. */
const MAX_PART_MS = 10_000
/** A smaller batch takes as long as one of this size. */
const MIN_BATCH = 8

function commonLength(one: readonly number[], other: Uint32Array): number {
  const most = Math.min(one.length, other.length)
  for (let at = 0; at < most; at++) if (one[at] !== other[at]) return at
  return most
}
