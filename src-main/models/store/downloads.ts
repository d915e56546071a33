import { totalmem } from 'node:os'
import { ExpectedError, messageOf } from '@shared/base/expected-error'
import type { ModelDownload } from '@shared/contract/local-models'
import { fitOf, memoryNeeded } from '@shared/models/fit'
import type { GoodModel } from '@shared/models/good-models'
import { bytesOfPart, discardPart, download } from './download'
import type { ModelFile, ModelFolder } from './model-folder'

export interface DownloadsOptions {
  readonly folder: ModelFolder
  readonly address: () => string
  readonly contextTokens: () => number
  readonly onChange: () => void
  /** Monotonic, ms. */
  readonly now?: () => number
  /** Memory of this computer, in bytes. */
  readonly totalMemory?: number
}

interface Active {
  readonly stop: AbortController
  readonly ended: Promise<ModelFile>
  state: ModelDownload
  /** The starting point of the speed measurement. */
  since: { readonly ms: number; readonly bytes: number }
  reportedMs: number
}

/** The period over which the speed is measured, and the interval between reports of progress. */
const SPEED_MS = 2000
const REPORT_MS = 250

/** The downloads that run in this process. */
export class Downloads {
  readonly #options: DownloadsOptions
  readonly #active = new Map<string, Active>()
  readonly #failures = new Map<string, string>()

  constructor(options: DownloadsOptions) {
    this.#options = options
  }

  /** Begins or continues a download. Rejects with `not_possible` if this computer cannot hold the model. */
  start(model: GoodModel): Promise<ModelFile> {
    const known = this.#active.get(model.id)
    if (known) return known.ended
    const { contextTokens, totalMemory = totalmem() } = this.#options
    const needed = memoryNeeded(model, contextTokens())
    if (fitOf(needed, totalMemory) === 'too_large')
      return Promise.reject(
        new ExpectedError(
          'not_possible',
          `${model.title} needs ${(needed / 1e9).toFixed(1)} GB of memory, and this computer has ${(totalMemory / 1e9).toFixed(1)} GB. Choose a smaller model.`,
        ),
      )
    this.#failures.delete(model.id)
    const stop = new AbortController()
    const ended = this.#run(model, stop.signal)
    ended.catch(() => {})
    const state = { state: 'receiving', receivedBytes: 0, bytesPerSecond: null, reason: null } as const
    this.#active.set(model.id, { stop, ended, state, since: { ms: 0, bytes: 0 }, reportedMs: 0 })
    this.#options.onChange()
    return ended
  }

  async #run(model: GoodModel, signal: AbortSignal): Promise<ModelFile> {
    const { folder, address, onChange } = this.#options
    // Lets the caller register the download first.
    await Promise.resolve()
    try {
      return await download(model, {
        folder,
        address: address(),
        signal,
        onProgress: (progress) => this.#note(model.id, progress.state, progress.receivedBytes),
      })
    } catch (error) {
      if (!signal.aborted) this.#failures.set(model.id, messageOf(error))
      throw error
    } finally {
      this.#active.delete(model.id)
      onChange()
    }
  }

  /** Pauses a download; resolves when writing has ended. */
  async pause({ id }: Pick<GoodModel, 'id'>): Promise<void> {
    const active = this.#active.get(id)
    active?.stop.abort(new ExpectedError('canceled', 'The download was paused.'))
    await active?.ended.catch(() => {})
  }

  async cancel(model: GoodModel): Promise<void> {
    await this.pause(model)
    this.#failures.delete(model.id)
    await discardPart(this.#options.folder, model)
    this.#options.onChange()
  }

  /** Null if no download of the model has begun. */
  async stateOf(model: GoodModel): Promise<ModelDownload | null> {
    const active = this.#active.get(model.id)
    if (active) return active.state
    const reason = this.#failures.get(model.id) ?? null
    const receivedBytes = await bytesOfPart(this.#options.folder, model)
    if (receivedBytes === null && reason === null) return null
    const state = reason === null ? 'paused' : 'failed'
    return { state, receivedBytes: receivedBytes ?? 0, bytesPerSecond: null, reason }
  }

  async close(): Promise<void> {
    await Promise.all([...this.#active.keys()].map((id) => this.pause({ id })))
  }

  #note(id: string, state: 'receiving' | 'checking', receivedBytes: number): void {
    const active = this.#active.get(id)
    if (!active) return
    const ms = (this.#options.now ?? (() => performance.now()))()
    const { since, state: before } = active
    const isOther = before.state !== state || since.ms === 0
    const passedMs = ms - since.ms
    const bytesPerSecond =
      isOther || passedMs < REPORT_MS ? before.bytesPerSecond : ((receivedBytes - since.bytes) * 1000) / passedMs
    if (isOther || passedMs > SPEED_MS) active.since = { ms, bytes: receivedBytes }
    active.state = { state, receivedBytes, bytesPerSecond: isOther ? null : bytesPerSecond, reason: null }
    if (!isOther && ms - active.reportedMs < REPORT_MS) return
    active.reportedMs = ms
    this.#options.onChange()
  }
}
