import type { ChatMessage } from '@shared/episode/log/chat'

/**
 * Numbers the distinct messages of a sample. A call refers to its messages by half-open ranges of numbers. Messages are
 * not held in memory; `added` returns the new ones since the last call, in order.
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
