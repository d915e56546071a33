import { cutText } from '../../base/whole-characters'
import { furthestLocation } from '../../map/furthest-location'
import type { EpisodeState } from '../state/episode'
import { latestObservation, seedInForce } from '../state/episode'
import { shortPartOf } from '../state/part'
import { changesOfTurn } from '../state/turn-changes'
import { foreknowledgeOf } from './foreknowledge'
import { helpOf } from './help'
import { percentilesOf } from './percentiles'
import { healthOfServers } from './server-health'
import type { EpisodeSummary } from './summary-schema'
import { turnFiguresOf } from './turn-figures'

export type { EpisodeSummary }

/** Longest text in a summary, in characters: a log from elsewhere may have a title of a megabyte. */
export const LONGEST_TEXT = 1000
/** Maximum number of listed tools, the most used first. */
export const MAX_TOOLS = 200

function forkOf({ forkedFrom, turns, reseeds }: EpisodeState): EpisodeSummary['forkedFrom'] {
  if (forkedFrom === null) return null
  const { turn, episodeId, answer } = forkedFrom
  const action = turns[turn]?.action?.action
  const hasOwnSeed = reseeds.some((reseed) => reseed.turn === turn)
  return {
    episodeId: clip(episodeId),
    turn,
    ...(action && { action: clip(action) }),
    ...(hasOwnSeed && { hasOwnSeed }),
    ...(answer !== undefined && { answer }),
  }
}

/** Null if the log has no manifest yet. */
export function summarizeEpisode(state: EpisodeState): EpisodeSummary | null {
  const { manifest, turns, openTurn, totals } = state
  if (manifest === null) return null
  const figures = turnFiguresOf(state)
  const diesNow = openTurn !== null && changesOfTurn(state, openTurn).died
  const { title, sha256, release, serial, version } = manifest.game
  const { kind, label, model } = manifest.player
  const latest = latestObservation(state)
  const furthest = furthestLocation(state.map)
  const part = shortPartOf(state)
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
    knowledge: manifest.mind
      ? { level: manifest.mind.knowledge?.level ?? 'K0', sha256: manifest.mind.knowledge?.sha256 ?? null }
      : null,
    unit: manifest.unit ? { experiment: clip(manifest.unit.experiment), arm: clip(manifest.unit.arm) } : null,
    forkedFrom: forkOf(state),
    ...(part && { part }),
    turns: turns.length,
    turnLimit: state.turnLimit,
    score: latest?.score ?? null,
    maxScore: latest?.max_score ?? null,
    moves: latest?.moves ?? null,
    deaths: figures.deaths + (diesNow ? 1 : 0),
    locations: Object.keys(state.map.locations).length,
    furthest: furthest && clip(furthest.name),
    iterations: totals.iterations,
    toolCalls: totals.toolCalls,
    toolUse: figures.toolUse && mostUsed(figures.toolUse),
    servers: healthOfServers(figures.servers),
    llmCalls: totals.llmCalls,
    tokens: { in: totals.tokensIn, out: totals.tokensOut },
    costUsd: totals.costUsd && finite(totals.costUsd),
    problems: totals.problems,
    help: helpOf(state),
    foreknowledge: foreknowledgeOf(state),
    mcpWaitMs: percentilesOf(figures.mcpWaitsMs),
    turnMs: percentilesOf(figures.durationsMs.filter((ms) => ms !== null)),
    playedMs: playedMsOf(figures.durationsMs.slice(state.forkedFrom?.turn ?? 0)),
    ended: state.ended?.ended ?? null,
    isPaused: state.ended === null && state.control.mode === 'paused',
    reason: reason && clip(reason),
  }
}

const clip = (long: string): string => cutText(long, LONGEST_TEXT)
/** Limits sums of prices, which may overflow. */
const finite = (sum: number): number => Math.max(-Number.MAX_VALUE, Math.min(Number.MAX_VALUE, sum))

const playedMsOf = (durationsMs: readonly (number | null)[]): number =>
  finite(durationsMs.reduce<number>((sum, ms) => sum + Math.max(0, ms ?? 0), 0))

function mostUsed(toolUse: ReadonlyMap<string, number>): Readonly<Record<string, number>> {
  const used = [...toolUse].map(([name, calls]) => [clip(name), calls] as const)
  return Object.fromEntries(
    used.length <= MAX_TOOLS ? used : used.toSorted(([, a], [, b]) => b - a).slice(0, MAX_TOOLS),
  )
}
