import type { HostApi } from '@shared/contract/contract'
import type { LibraryEntry } from '@shared/contract/library'

type Listener = (change: { readonly id: string; readonly kind: 'added' | 'changed' | 'removed' }) => void

/** The list of episodes, shared by all clients of a host and watched from the first request on. */
export class EpisodeListWatch {
  readonly #api: HostApi
  readonly #abort = new AbortController()
  readonly #rows = new Map<string, LibraryEntry>()
  readonly #listeners = new Set<Listener>()
  #complete: Promise<void> | null = null

  constructor(api: HostApi) {
    this.#api = api
  }

  /** All episodes, the latest first. Rejects if the data folder cannot be read; the next call tries again. */
  async rows(): Promise<readonly LibraryEntry[]> {
    await (this.#complete ??= this.#watch())
    return [...this.#rows.values()].toSorted((a, b) => startOf(b).localeCompare(startOf(a)))
  }

  /** Calls `listener` with every change until the signal aborts, but not with the rows that exist already. */
  listen(listener: Listener, signal: AbortSignal): void {
    this.#complete ??= this.#watch()
    this.#complete.then(
      () => {
        if (signal.aborted) return
        this.#listeners.add(listener)
        signal.addEventListener('abort', () => this.#listeners.delete(listener), { once: true })
      },
      () => {},
    )
  }

  close(): void {
    this.#abort.abort()
  }

  #watch(): Promise<void> {
    return new Promise((resolve, reject) => {
      const read = async () => {
        for await (const { changed, removed, live } of this.#api.watchLibrary({}, this.#abort.signal)) {
          for (const row of changed) this.#put(row)
          for (const id of removed) if (this.#rows.delete(id)) this.#report(id, 'removed')
          if (live) resolve()
        }
      }
      read().catch((error: unknown) => {
        this.#complete = null
        reject(error)
      })
    })
  }

  /** Running episodes are in every batch, changed or not. */
  #put(row: LibraryEntry): void {
    const before = this.#rows.get(row.id)
    this.#rows.set(row.id, row)
    if (!before) this.#report(row.id, 'added')
    else if (JSON.stringify(before) !== JSON.stringify(row)) this.#report(row.id, 'changed')
  }

  #report(id: string, kind: 'added' | 'changed' | 'removed'): void {
    for (const listener of this.#listeners) listener({ id, kind })
  }
}

const startOf = ({ id, summary }: LibraryEntry): string => summary?.startedAt ?? id

/** The host on which the tools work, and its list of episodes, which all clients share. */
export interface Product {
  readonly api: HostApi
  readonly episodeList: EpisodeListWatch
}
