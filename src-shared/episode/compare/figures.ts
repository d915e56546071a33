import { deathsOf } from '../projections/deaths'
import { type Helped, helpOf } from '../projections/help'
import type { EpisodeState, Totals, Turn } from '../state/episode'
import { modelCallsOf, usageIn } from '../state/model-calls'

export interface Figures {
  readonly turns: number
  readonly score: number | null
  readonly maxScore: number | null
  readonly rooms: number
  readonly deaths: number
  readonly moves: number | null
  /** Number of turns, hints, notes and discarded answers by which a person helped. */
  readonly help: number
}

/**
 * Tokens, cost and time of turns. Model calls that an MCP server requested are not included, because they belong to no
 * turn.
 */
export interface Spent extends Omit<Totals, 'iterations'> {
  readonly durationMs: number
}

/** A value after each turn, `[0]` after the opening; null if the machine could not determine it. */
export type Curve = readonly (number | null)[]

type Played = Pick<EpisodeState, 'opening' | 'turns' | 'map'>

export function figuresOf(state: Played & Helped): Figures {
  const { opening, turns, map } = state
  const { score = null, max_score: maxScore = null, moves = null } = turns.at(-1)?.observation ?? opening ?? {}
  return {
    turns: turns.length,
    score,
    maxScore,
    rooms: Object.keys(map.locations).length,
    deaths: deathsOf({ opening, turns, openTurn: null }).length,
    moves,
    help: sum(Object.values(helpOf(state) ?? {})),
  }
}

/** The sum over the turns from `from` on, including turns that a fork copied. */
export function spentFrom({ turns }: Played, from: number): Spent {
  const played = turns.slice(Math.max(0, from - 1))
  const usage = played.map(usageIn)
  const prices = usage.flatMap(({ costUsd }) => costUsd ?? [])
  return {
    durationMs: sum(played.map(({ completed }) => completed?.durationMs ?? 0)),
    llmCalls: sum(played.map((turn) => modelCallsOf(turn).length)),
    toolCalls: sum(played.flatMap(({ iterations }) => iterations.map(({ toolCalls }) => toolCalls.length))),
    tokensIn: sum(usage.map(({ tokensIn }) => tokensIn ?? 0)),
    tokensOut: sum(usage.map(({ tokensOut }) => tokensOut ?? 0)),
    costUsd: prices.length > 0 ? sum(prices) : null,
    problems: sum(played.map(({ problems }: Turn) => problems.length)),
  }
}

const sum = (values: readonly number[]): number => values.reduce((all, value) => all + value, 0)

/**
 * The number of problems of an episode, with those of attempts at a turn that were given up. A fork's totals exclude
 * the turns that it shares with its parent.
 */
export const problemsOf = ({
  totals,
  turns,
  forkedFrom,
}: Pick<EpisodeState, 'totals' | 'turns' | 'forkedFrom'>): number =>
  totals.problems + sum(turns.slice(0, forkedFrom?.turn ?? 0).map(({ problems }) => problems.length))

export const scoreCurve = ({ opening, turns }: Played): Curve =>
  [opening, ...turns.map(({ observation }) => observation)].map((observation) => observation?.score ?? null)

/** Number of rooms found by the end of each turn. */
export function roomCurve({ turns, map }: Played): Curve {
  const found = turns.map(() => 0)
  let atStart = 0
  for (const { firstTurn } of Object.values(map.locations)) {
    if (firstTurn === 0) atStart++
    else if (firstTurn <= turns.length) found[firstTurn - 1] = (found[firstTurn - 1] ?? 0) + 1
  }
  let rooms = atStart
  return [atStart, ...found.map((more) => (rooms += more))]
}
