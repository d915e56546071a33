import { ChangeSignal } from '../episode/change-signal'

/** Long work waits no longer than this at a time, so that a window that stops reading does not stop it. */
const LONGEST_WAIT_MS = 250

/**
 * Counts the episodes that are being read for a window. The host has one thread, and whoever opens an episode waits for
 * it: long work makes way meanwhile.
 */
export class OpenReads {
  #count = 0
  readonly #ended = new ChangeSignal()

  /** The batches of `feed`; it counts as an open read until it ends or gives one that `isOpen`. */
  async *during<Batch>(
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

  /** Asked between two steps of long work: resolves when no episode is being opened, or after a moment. */
  async makeWay(signal: AbortSignal): Promise<void> {
    if (this.#count > 0) await this.#ended.wait(signal, LONGEST_WAIT_MS)
  }
}
