import type { ChatMessage } from '@shared/episode/log/chat'

/**
 * The messages of a sample, each once: a call names those it sent by their numbers, in ranges whose end is not among
 * them. None of them is held, so that an episode of any length has one; `added` has those that are new since it was
 * asked last, in the order of their numbers.
 */
export class MessagePool {
  readonly #numbers = new WeakMap<ChatMessage, number>()
  #count = 0
  #added: ChatMessage[] = []

  refsOf(messages: readonly ChatMessage[]): readonly (readonly [start: number, end: number])[] {
    const refs: [number, number][] = []
    for (const message of messages) {
      const number = this.#numberOf(message)
      const last = refs.at(-1)
      if (last !== undefined && last[1] === number) last[1]++
      else refs.push([number, number + 1])
    }
    return refs
  }

  takeAdded(): readonly ChatMessage[] {
    const added = this.#added
    this.#added = []
    return added
  }

  #numberOf(message: ChatMessage): number {
    const known = this.#numbers.get(message)
    if (known !== undefined) return known
    this.#numbers.set(message, this.#count)
    this.#added.push(message)
    return this.#count++
  }
}
