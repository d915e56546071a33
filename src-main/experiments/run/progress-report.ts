import type { ExperimentProgress } from '@shared/experiments/progress'
import type { ExperimentFolder } from '../plan/experiment-folder'
import type { Spending } from './budget'
import type { EndReason, RunEnd } from './run-end'
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
  readonly end?: RunEnd['why']
  readonly reason: string | null
  readonly playing: Iterable<readonly [key: string, unit: { readonly turns: number; readonly waitsFor: string | null }]>
  readonly spent: Spending
}

/** The limits of `experimentProgress`. */
const LONGEST_REASON = 2000
const MAX_PLAYING = 10_000

/**
 * Reports the progress of a run of `planned` units, in the file that `status` and the window read, and to its caller.
 */
export function createProgressReport(
  folder: ExperimentFolder,
  queue: RunQueue,
  planned: number,
  before: BeforeRun,
  onProgress: (progress: ExperimentProgress) => void,
) {
  const beganAt = performance.now()
  let clusterWallMs: number | null = null
  let counts: QueueCounts = { waiting: 0, playing: 0, done: 0, failed: 0 }
  /** Keeps the previous counts if the queue does not answer. */
  const count = async (): Promise<QueueCounts> => (counts = await queue.counts().catch(() => counts))
  const wallMs = (): number => clusterWallMs ?? before.wallMs + performance.now() - beganAt
  return {
    wallMs,
    /** Sets the time since publication, for a run that machines share. */
    setClusterWallMs(ms: number): void {
      clusterWallMs = ms
    },
    async write({ state, end, reason, playing, spent }: Snapshot): Promise<ExperimentProgress> {
      const now = await count()
      const done = before.done + now.done
      const failed = before.failed + now.failed
      const msPerUnit = (performance.now() - beganAt) / now.done
      const progress: ExperimentProgress = {
        at: new Date().toISOString(),
        state,
        ...(end && { end }),
        reason: reason && reason.slice(0, LONGEST_REASON),
        planned,
        done,
        failed,
        playing: [...playing].slice(0, MAX_PLAYING).map(([key, { turns, waitsFor }]) => ({
          key,
          turns,
          ...(waitsFor !== null && { waits_for: waitsFor.slice(0, LONGEST_REASON) }),
        })),
        spent,
        wall_ms: wallMs(),
        left_ms:
          now.done === 0 || state === 'ended' || state === 'waiting' ? null : msPerUnit * (planned - done - failed),
      }
      await folder.saveProgress(progress)
      onProgress(progress)
      return progress
    },
    /** The reason for the end of a run that was not stopped, from the counts of the queue. */
    async endReason(): Promise<EndReason> {
      const { waiting, playing, done, failed } = await count()
      if (waiting > 0) return { kind: 'more_waiting' }
      if (playing > 0) return { kind: 'played_elsewhere' }
      if (before.failed + failed > 0) return { kind: 'units_failed', units: before.failed + failed }
      // Recorded arms may lack episodes.
      return { kind: before.done + done === planned ? 'all_played' : 'rest_played' }
    },
  }
}
