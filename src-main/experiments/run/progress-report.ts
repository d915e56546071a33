import type { ExperimentProgress } from '@shared/experiments/progress'
import type { ExperimentFolder } from '../plan/experiment-folder'
import type { Spending } from './budget'
import type { EndReason } from './run-end'
import type { QueueCounts, RunQueue } from './run-queue'

/** The results of earlier runs of this experiment. */
export interface BeforeRun {
  readonly done: number
  readonly failed: number
  readonly wallMs: number
}

export const NOTHING_BEFORE: BeforeRun = { done: 0, failed: 0, wallMs: 0 }

interface Snapshot {
  readonly state: ExperimentProgress['state']
  readonly reason: string | null
  readonly playing: Iterable<readonly [key: string, unit: { readonly turns: number }]>
  readonly spent: Spending
}

/** The limits of `experimentProgress`. */
const LONGEST_REASON = 2000
const MAX_PLAYING = 10_000

/** The progress of a run: for its end, for the file that `status` and the window read, and for its caller. */
export class ProgressReport {
  /** Since publication, for a run that other machines share. */
  clusterWallMs: number | null = null
  readonly #folder: ExperimentFolder
  readonly #queue: RunQueue
  readonly #planned: number
  readonly #before: BeforeRun
  readonly #onProgress: (progress: ExperimentProgress) => void
  readonly #beganAt = performance.now()
  #counts: QueueCounts = { waiting: 0, playing: 0, done: 0, failed: 0 }

  constructor(
    folder: ExperimentFolder,
    queue: RunQueue,
    planned: number,
    before: BeforeRun,
    onProgress: (progress: ExperimentProgress) => void,
  ) {
    this.#folder = folder
    this.#queue = queue
    this.#planned = planned
    this.#before = before
    this.#onProgress = onProgress
  }

  get wallMs(): number {
    return this.clusterWallMs ?? this.#before.wallMs + performance.now() - this.#beganAt
  }

  async write({ state, reason, playing, spent }: Snapshot): Promise<ExperimentProgress> {
    await this.#count()
    const done = this.#before.done + this.#counts.done
    const failed = this.#before.failed + this.#counts.failed
    const msPerUnit = (performance.now() - this.#beganAt) / this.#counts.done
    const progress: ExperimentProgress = {
      at: new Date().toISOString(),
      state,
      reason: reason && reason.slice(0, LONGEST_REASON),
      planned: this.#planned,
      done,
      failed,
      playing: [...playing].slice(0, MAX_PLAYING).map(([key, { turns }]) => ({ key, turns })),
      spent,
      wall_ms: this.wallMs,
      left_ms: this.#counts.done === 0 || state === 'ended' ? null : msPerUnit * (this.#planned - done - failed),
    }
    await this.#folder.saveProgress(progress)
    this.#onProgress(progress)
    return progress
  }

  /** The reason why a run ended that was not stopped. */
  async endReason(): Promise<EndReason> {
    const { waiting, playing, done, failed } = await this.#count()
    if (waiting > 0) return { kind: 'more_waiting' }
    if (playing > 0) return { kind: 'played_elsewhere' }
    if (this.#before.failed + failed > 0) return { kind: 'units_failed', units: this.#before.failed + failed }
    // Recorded arms may lack episodes.
    return { kind: this.#before.done + done === this.#planned ? 'all_played' : 'rest_played' }
  }

  /** If the queue does not answer now, the previous counts remain. */
  async #count(): Promise<QueueCounts> {
    return (this.#counts = await this.#queue.counts().catch(() => this.#counts))
  }
}
