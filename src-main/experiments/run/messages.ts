import type { PlayerKind } from '@shared/episode/log/event'
import type { Price } from '@shared/experiments/experiment-table'
import type { Unit } from '@shared/experiments/plan'
import type { UnitResult } from '@shared/experiments/result'
import type { EpisodeLimits } from '@shared/episode/projections/episode-limits'

/** What the program that runs an experiment and its workers, which are processes of their own, tell each other. */

export interface WorkerSetup {
  readonly appRoot: string
  readonly dataFolder: string
  readonly experiment: string
  readonly mcpConfigFile: string | null
  /** See `keysFor` of the contract. */
  readonly keysFor: string | undefined
  /** Requests there are counted by the parent. */
  readonly pacedAddresses: readonly string[]
}

/** One unit to be played, or to be gone on with where its log ends. */
export interface PlayOrder {
  readonly unit: Unit
  readonly settingsFile: string
  readonly story: string
  readonly player: PlayerKind
  readonly turnLimit: number
  readonly limits: EpisodeLimits
  /** Of the model, where its endpoint does not tell what a call cost. */
  readonly price: Price | null
  readonly prompt: string | null
  readonly agent: { readonly command: readonly string[]; readonly folder: string } | null
}

export type ToWorker =
  | ({ readonly type: 'begin' } & WorkerSetup)
  | ({ readonly type: 'play' } & PlayOrder)
  /** An episode that waits, because its endpoint could not be asked, goes on. */
  | { readonly type: 'resume'; readonly key: string }
  | { readonly type: 'hold'; readonly address: string; readonly untilMs: number }
  | { readonly type: 'pass'; readonly request: number }
  /** It is played elsewhere by now, or nobody wants it any more. */
  | { readonly type: 'release'; readonly key: string }
  /** Lets go of all episodes where they are, and ends. */
  | { readonly type: 'end' }

export type FromWorker =
  | { readonly type: 'ready' }
  /** Said from time to time, for as long as it can say anything. */
  | { readonly type: 'alive' }
  | {
      readonly type: 'progress'
      readonly key: string
      readonly turns: number
      readonly tokensIn: number
      readonly tokensOut: number
      readonly costUsd: number | null
    }
  | { readonly type: 'done'; readonly key: string; readonly result: UnitResult }
  /** `isOfArm`: no other unit of the arm could be played either. */
  | { readonly type: 'failed'; readonly key: string; readonly reason: string; readonly isOfArm: boolean }
  | { readonly type: 'released'; readonly key: string }
  /** The endpoint cannot be asked now. */
  | { readonly type: 'stalled'; readonly key: string; readonly reason: string }
  | { readonly type: 'hold'; readonly address: string; readonly ms: number }
  /** A request wants to leave. */
  | { readonly type: 'pass'; readonly request: number; readonly address: string }
