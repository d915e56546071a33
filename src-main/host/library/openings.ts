import { ChangeSignal } from '../episode/change-signal'

/** Work that nobody waits for goes on a little all the same: a window that stops reading must not stop it. */
const LONGEST_WAIT_MS = 250

/** Episodes that are being read for a window. The host has one thread, and whoever opens an episode waits for it. */
export class Openings {
  #count = 0
  readonly #ended = new ChangeSignal()

  /** The batches of `feed`; it counts as an opening until it ends or gives one that `isOpen`. */
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
