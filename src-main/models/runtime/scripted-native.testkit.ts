import type { NativeModel, NativeSampling } from './native-model'

export interface ScriptedNative extends NativeModel {
  /** The evaluated text of each call. */
  readonly evaluated: readonly string[]
  readonly samplings: readonly NativeSampling[]
}

interface Script {
  /** The text of each answer; the last one repeats. A token is a UTF-16 unit. */
  readonly answers: readonly string[]
  readonly contextLength?: number
  /** Called before each evaluation. */
  readonly onEvaluate?: (text: string) => void | Promise<void>
  /** Whether the model, like a recurrent one, can only forget all tokens. */
  readonly forgetsAll?: boolean
}

const END = 0

/** A model whose tokens are UTF-16 units, with the given answers. */
export function scriptedNative({
  answers,
  contextLength = 1000,
  onEvaluate = () => {},
  forgetsAll = false,
}: Script): ScriptedNative {
  const evaluated: string[] = []
  const samplings: NativeSampling[] = []
  const textOf = (tokens: Iterable<number>) => String.fromCharCode(...tokens)
  return {
    evaluated,
    samplings,
    contextLength,
    special: { bos: '<s>', eos: '</s>' },
    render: (template, values) => `${template}${JSON.stringify(values.messages)}`,
    tokenize: (text) => Uint32Array.from({ length: text.length }, (_, at) => text.charCodeAt(at)),
    // llama.cpp does the same for an incomplete character.
    textOf: (tokens) => textOf(tokens).replace(/[\uD800-\uDBFF]$/, '\uFFFD'),
    isEnd: (token) => token === END,
    async evaluate(tokens) {
      await onEvaluate(textOf(tokens))
      evaluated.push(textOf(tokens))
    },
    forgetFrom: (from) => from === 0 || !forgetsAll,
    startSampling(sampling) {
      samplings.push(sampling)
      const answer = answers[Math.min(samplings.length, answers.length) - 1] ?? ''
      let at = 0
      return { next: async () => (at < answer.length ? answer.charCodeAt(at++) : END), close: () => {} }
    },
  }
}
