import type { Disguise, PlayerKind } from '@shared/episode/log/event'
import type { FrozenKnowledge } from '@shared/episode/log/knowledge-schema'
import type { EpisodeLimits } from '@shared/episode/projections/episode-limits'
import type { Price } from '@shared/experiments/experiment-table'
import type { Unit } from '@shared/experiments/plan'
import type { UnitResult } from '@shared/experiments/result'

/** Messages between the process that runs an experiment and its worker processes. */

export interface WorkerSetup {
  readonly appRoot: string
  readonly dataFolder: string
  readonly experiment: string
  readonly mcpConfigFile: string | null
  /** See `keysFor` of the contract. */
  readonly keysFor: string | undefined
  /** Secrets of a window's host by name. They are sent to the process and never written. */
  readonly secrets: Readonly<Record<string, string>>
  /** Endpoints whose requests need the permission of the parent. */
  readonly pacedAddresses: readonly string[]
}

/** A unit to play, from the end of its log if it has one. */
export interface PlayOrder {
  readonly unit: Unit
  readonly settingsFile: string
  readonly story: string
  readonly player: PlayerKind
  readonly disguise: Disguise
  readonly turnLimit: number
  readonly limits: EpisodeLimits
  /** For endpoints that do not report the cost of a call. */
  readonly price: Price | null
  readonly prompt: string | null
  /** The player's knowledge of earlier episodes; null for none. */
  readonly knowledge: FrozenKnowledge | null
  readonly agent: { readonly command: readonly string[]; readonly folder: string } | null
}

export type ToWorker =
  | ({ readonly type: 'begin' } & WorkerSetup)
  | ({ readonly type: 'play' } & PlayOrder)
  /** Resumes an episode that has stalled. */
  | { readonly type: 'resume'; readonly key: string }
  | { readonly type: 'hold'; readonly address: string; readonly untilMs: number }
  | { readonly type: 'pass'; readonly request: number }
  /** Releases one unit, which was cancelled or is played by another machine. */
  | { readonly type: 'release'; readonly key: string }
  /** Releases all units, and ends the process. */
  | { readonly type: 'end' }

export type FromWorker =
  | { readonly type: 'ready' }
  /** A heartbeat. */
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
  /** `isFinal`: another attempt would fail the same way. */
  | { readonly type: 'failed'; readonly key: string; readonly reason: string; readonly isFinal: boolean }
  /** Every unit of the arm would fail the same way. */
  | { readonly type: 'arm_failed'; readonly key: string; readonly reason: string }
  | { readonly type: 'released'; readonly key: string }
  /** The endpoint cannot be reached; the episode is paused. */
  | { readonly type: 'stalled'; readonly key: string; readonly reason: string }
  | { readonly type: 'hold'; readonly address: string; readonly ms: number }
  /** Asks for permission to send a request. */
  | { readonly type: 'pass'; readonly request: number; readonly address: string }
