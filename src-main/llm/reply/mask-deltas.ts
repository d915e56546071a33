import type { SecretMask } from '../../secrets/secret-mask'
import type { ChatDelta } from '../chat-client'

/** Masks secrets in the pieces of a reply, also if a secret is split between pieces. */
export function maskDeltas(
  onDelta: (delta: ChatDelta) => void,
  mask: SecretMask,
): { add(delta: ChatDelta): void; end(): void } {
  const streams = new Map<string, { readonly first: ChatDelta; readonly stream: ReturnType<SecretMask['stream']> }>()
  const pass = (delta: ChatDelta, text: string) => {
    if (text !== '') onDelta({ ...delta, text })
  }
  return {
    add(delta) {
      const key = `${delta.part} ${delta.toolIndex}`
      const open = streams.get(key) ?? { first: delta, stream: mask.stream() }
      streams.set(key, open)
      pass(delta, open.stream.push(delta.text))
    },
    end() {
      for (const { first, stream } of streams.values()) pass(first, stream.end())
    },
  }
}
