import { deathsOf } from './deaths'
import type { EpisodeState } from './episode'
import { latestObservation } from './episode'

/** p50 and p95 in milliseconds; null where nothing was measured. */
export interface Percentiles {
  readonly p50: number | null
  readonly p95: number | null
}

/** What an episode came to, as the library lists it and `zorkgpt play --json` prints it. */
export interface EpisodeSummary {
  readonly id: string
  readonly startedAt: string
  readonly game: { readonly title: string; readonly sha256: string; readonly release: number; readonly serial: string; readonly version: number }
  readonly player: { readonly kind: string; readonly label: string; readonly model: string | null }
  readonly seed: number
  /** Set if the first turns were copied from another episode; null if this one began by itself. */
  readonly forkedFrom: { readonly episodeId: string; readonly turn: number } | null
  readonly turns: number
  readonly turnLimit: number | null
  readonly score: number | null
  readonly maxScore: number | null
  readonly moves: number | null
  readonly deaths: number
  readonly locations: number
  readonly iterations: number
  readonly toolCalls: number
  /** How often each tool was called, by its name `server.tool`; null if the episode had no tools to call. */
  readonly toolUse: Readonly<Record<string, number>> | null
  readonly llmCalls: number
  readonly tokens: { readonly in: number; readonly out: number }
  readonly costUsd: number | null
  readonly problems: number
  readonly mcpWaitMs: Percentiles
  readonly turnMs: Percentiles
  /** How it ended; null while it has not. */
  readonly ended: string | null
  /** It has not ended, and waits to be let go on: also if nobody is there who could. */
  readonly isPaused: boolean
  readonly reason: string | null
}

/** Null while the log has no manifest yet. */
export function summarizeEpisode(state: EpisodeState): EpisodeSummary | null {
  const { manifest, turns, totals } = state
  if (manifest === null) return null
  const { title, sha256, release, serial, version } = manifest.game
  const { kind, label, model } = manifest.player
  const latest = latestObservation(state)
  return {
    id: manifest.episode_id,
    startedAt: manifest.at,
    game: { title, sha256, release, serial, version },
    player: { kind, label, model },
    seed: manifest.seed,
    forkedFrom: state.forkedFrom,
    turns: turns.length,
    turnLimit: state.turnLimit,
    score: latest?.score ?? null,
    maxScore: latest?.max_score ?? null,
    moves: latest?.moves ?? null,
    deaths: deathsOf(state).length,
    locations: Object.keys(state.map.locations).length,
    iterations: totals.iterations,
    toolCalls: totals.toolCalls,
    toolUse: turns.some(({ session }) => session !== null) ? countTools(turns) : null,
    llmCalls: totals.llmCalls,
    tokens: { in: totals.tokensIn, out: totals.tokensOut },
    costUsd: totals.costUsd,
    problems: totals.problems,
    mcpWaitMs: percentiles(turns.flatMap(({ session }) => session?.mcp_wait_ms ?? [])),
    turnMs: percentiles(turns.flatMap(({ completed }) => completed?.durationMs ?? [])),
    ended: state.ended?.ended ?? null,
    isPaused: state.ended === null && state.control.mode === 'paused',
    reason: state.ended?.reason ?? state.control.reason,
  }
}

function countTools(turns: EpisodeState['turns']): Readonly<Record<string, number>> {
  const calls = new Map<string, number>()
  for (const { iterations } of turns) {
    for (const { toolCalls } of iterations) for (const { toolName } of toolCalls) calls.set(toolName, (calls.get(toolName) ?? 0) + 1)
  }
  return Object.fromEntries(calls)
}

/** Nearest rank. */
function percentiles(values: readonly number[]): Percentiles {
  const sorted = values.toSorted((a, b) => a - b)
  const at = (share: number) => sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? null
  return { p50: at(0.5), p95: at(0.95) }
}
