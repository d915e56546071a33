import { ChangeSignal } from '../episode/change-signal'

/** Longest wait of background work, so that a window that stops reading cannot stop it. */
const LONGEST_WAIT_MS = 250

/** Counts the episodes that a window is opening. The host has one thread, so background work yields to them. */
export class OpenReads {
  #count = 0
  readonly #ended = new ChangeSignal()

  /** The batches of `feed`; it counts as an open read until it ends or yields a batch that `isOpen`. */
  async *track<Batch>(
    feed: AsyncIterable<Batch>,
    isOpen: (batch: Batch) => boolean = () => false,
  ): AsyncGenerator<Batch> {
    let isCounted = true
    this.#count++
    const end = () => {
      if (isCounted && --this.#count === 0) this.#ended.fire()
      isCounted = false
    }
    try {
      for await (const batch of feed) {
        if (isOpen(batch)) end()
        yield batch
      }
    } finally {
      end()
    }
  }

  /** Called between two steps of background work: resolves when no episode is being opened, or after a short wait. */
  async yieldToReads(signal: AbortSignal): Promise<void> {
    if (this.#count > 0) await this.#ended.wait(signal, LONGEST_WAIT_MS)
  }
}
