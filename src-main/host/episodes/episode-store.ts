import { join } from 'node:path'
import { ExpectedError } from '@shared/base/expected-error'
import { hasLog } from '../../episode/list-episodes'
import { isInTrash } from '../../episode/trash'
import { ChangeSignal } from '../episode/change-signal'
import { RunningEpisodes } from '../episode/running-episodes'

export class EpisodeStore {
  readonly dataFolder: string
  readonly changed = new ChangeSignal()
  readonly running = new RunningEpisodes(() => this.changed.fire())
  readonly openReads = new OpenReads()
  /** Per id, the number of changes by this host to the annotations, or to the log while it was not running. */
  readonly edits = new Map<string, number>()

  constructor(dataFolder: string) {
    this.dataFolder = dataFolder
  }

  /** Throws `not_found`. */
  folderOf(id: string): string {
    const folder = join(this.dataFolder, id)
    if (hasLog(folder)) return folder
    throw new ExpectedError(
      'not_found',
      isInTrash(this.dataFolder, id)
        ? `Episode ${id} was deleted. Restore it from the trash.`
        : `There is no episode ${id} in ${this.dataFolder}.`,
    )
  }

  /** Makes the list read the episode's row again. */
  noteEdit(id: string): void {
    this.edits.set(id, (this.edits.get(id) ?? 0) + 1)
    this.changed.fire()
  }
}

/** Longest wait of background work, so that a window that stops reading cannot stop it. */
const LONGEST_WAIT_MS = 250

/** Counts the episodes that a window is opening. Background work yields to them. */
export class OpenReads {
  #count = 0
  readonly #ended = new ChangeSignal()

  /**
   * Yields the batches of `feed`. It counts as an open read until it ends or yields a batch for which `isOpen` is true.
   */
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

  /**
   * Must be called between steps of background work. Resolves when no episode is being opened, or after a short wait.
   */
  async yieldToReads(signal: AbortSignal): Promise<void> {
    if (this.#count > 0) await this.#ended.wait(signal, LONGEST_WAIT_MS)
  }
}
