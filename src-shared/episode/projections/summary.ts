import { cutText } from '../../base/whole-characters'
import { furthestLocation } from '../../map/furthest-location'
import type { EpisodeState } from '../state/episode'
import { latestObservation, seedInForce } from '../state/episode'
import { deathsOf } from './deaths'
import { foreknowledgeOf } from './foreknowledge'
import { helpOf } from './help'
import type { EpisodeSummary } from './summary-schema'

export type { EpisodeSummary }

/** Longest text in a summary, in characters: a log from elsewhere may hold a title of a megabyte. */
export const LONGEST_TEXT = 1000
/** Only this many of the most used tools are listed. */
export const MAX_TOOLS = 200

/** Null while the log has no manifest yet. */
export function summarizeEpisode(state: EpisodeState): EpisodeSummary | null {
  const { manifest, turns, totals } = state
  if (manifest === null) return null
  const { title, sha256, release, serial, version } = manifest.game
  const { kind, label, model } = manifest.player
  const latest = latestObservation(state)
  const furthest = furthestLocation(state.map)
  const reason = state.ended?.reason ?? state.control.reason
  return {
    id: clip(manifest.episode_id),
    startedAt: manifest.at,
    game: { title: clip(title), sha256: clip(sha256), release, serial: clip(serial), version },
    player: { kind, label: clip(label), model: model && clip(model) },
    seed: seedInForce(state) ?? manifest.seed,
    handicap: manifest.handicap,
    disguise: manifest.disguise ?? 'none',
    mind: manifest.mind?.preset ?? null,
    unit: manifest.unit ? { experiment: clip(manifest.unit.experiment), arm: clip(manifest.unit.arm) } : null,
    forkedFrom: state.forkedFrom && { ...state.forkedFrom, episodeId: clip(state.forkedFrom.episodeId) },
    turns: turns.length,
    turnLimit: state.turnLimit,
    score: latest?.score ?? null,
    maxScore: latest?.max_score ?? null,
    moves: latest?.moves ?? null,
    deaths: deathsOf(state).length,
    locations: Object.keys(state.map.locations).length,
    furthest: furthest && clip(furthest.name),
    iterations: totals.iterations,
    toolCalls: totals.toolCalls,
    toolUse: turns.some(({ session }) => session !== null) ? countTools(turns) : null,
    llmCalls: totals.llmCalls,
    tokens: { in: totals.tokensIn, out: totals.tokensOut },
    costUsd: totals.costUsd && finite(totals.costUsd),
    problems: totals.problems,
    help: helpOf(state),
    foreknowledge: foreknowledgeOf(state),
    mcpWaitMs: percentilesOf(turns.flatMap(({ session }) => session?.mcp_wait_ms ?? [])),
    turnMs: percentilesOf(turns.flatMap(({ completed }) => completed?.durationMs ?? [])),
    playedMs: playedMsOf(state),
    ended: state.ended?.ended ?? null,
    isPaused: state.ended === null && state.control.mode === 'paused',
    reason: reason && clip(reason),
  }
}

const clip = (long: string): string => cutText(long, LONGEST_TEXT)
/** Prices are numbers, and the sum of two may overflow. */
const finite = (sum: number): number => Math.max(-Number.MAX_VALUE, Math.min(Number.MAX_VALUE, sum))

function playedMsOf({ turns, forkedFrom }: EpisodeState): number {
  const own = turns.slice(forkedFrom?.turn ?? 0)
  return finite(own.reduce((sum, { completed }) => sum + Math.max(0, completed?.durationMs ?? 0), 0))
}

function countTools(turns: EpisodeState['turns']): Readonly<Record<string, number>> {
  const calls = new Map<string, number>()
  for (const { iterations } of turns) {
    for (const { toolCalls } of iterations)
      for (const { toolName } of toolCalls) calls.set(clip(toolName), (calls.get(clip(toolName)) ?? 0) + 1)
  }
  return Object.fromEntries(
    calls.size <= MAX_TOOLS ? calls : [...calls].sort(([, a], [, b]) => b - a).slice(0, MAX_TOOLS),
  )
}

/** The percentile by the nearest-rank method. */
function percentilesOf(values: readonly number[]): EpisodeSummary['turnMs'] {
  const sorted = values.toSorted((a, b) => a - b)
  const at = (share: number) => sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? null
  return { p50: at(0.5), p95: at(0.95) }
}
