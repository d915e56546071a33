import type { Pair } from '@shared/episode/compare/pair'
import type { Playhead } from '../playhead'

/** `#/episode/<id>/<branch>`, then `/<turn>` or `/<turn>.<event>`. Without a turn or without a branch: live. */
export interface Address {
  readonly episodeId: string
  readonly playhead: Playhead
}

/** The only branch so far; links stay valid when others are added. */
const TRUNK = 'trunk'
const PATTERN = /^#\/episode\/([^/]+)(?:\/trunk(?:\/(\d+)(?:\.(\d+))?)?)?\/?$/

export function formatAddress({ episodeId, playhead }: Address): string {
  const base = `#/episode/${encodeURIComponent(episodeId)}/${TRUNK}`
  if (playhead === 'live') return base
  return playhead.event === null ? `${base}/${playhead.turn}` : `${base}/${playhead.turn}.${playhead.event}`
}

/** `#/compare/<A>/<B>`, then `/<turn>` or `/live`. Without a turn: the first difference. */
export interface ComparisonAddress {
  readonly ids: Pair<string>
  readonly at: ComparedTurn
}

/** Null means the first difference, once it is known. "live" follows the end of both. */
export type ComparedTurn = number | 'live' | null

const COMPARISON = /^#\/compare\/([^/]+)\/([^/]+)(?:\/(\d+|live))?$/

export function formatComparison({ ids, at }: ComparisonAddress): string {
  const base = `#/compare/${encodeURIComponent(ids.a)}/${encodeURIComponent(ids.b)}`
  return at === null ? base : `${base}/${at}`
}

/** Parses the address of a comparison; null for any other address. */
export function parseComparison(hash: string): ComparisonAddress | null {
  const [, a, b, at] = COMPARISON.exec(hash) ?? []
  if (a === undefined || b === undefined) return null
  try {
    const ids = { a: decodeURIComponent(a), b: decodeURIComponent(b) }
    if (at === undefined) return { ids, at: null }
    return { ids, at: at === 'live' ? at : Number(at) }
  } catch {
    return null
  }
}

/** `#/experiments`: all experiments of the data folder; `#/experiments/<name>`: one of them. */
export interface ExperimentsAddress {
  readonly experiment: string | null
}

const EXPERIMENTS = /^#\/experiments(?:\/([A-Za-z0-9][A-Za-z0-9._-]{0,59}))?$/

export const formatExperiments = ({ experiment }: ExperimentsAddress): string =>
  experiment === null ? '#/experiments' : `#/experiments/${experiment}`

/** Parses the address of the experiments; null for any other address. */
export function parseExperiments(hash: string): ExperimentsAddress | null {
  const found = EXPERIMENTS.exec(hash)
  return found === null ? null : { experiment: found[1] ?? null }
}

/** Whether the address names no page. */
export const isEmptyAddress = (hash: string): boolean =>
  parseAddress(hash) === null && parseComparison(hash) === null && parseExperiments(hash) === null

/** Parses the address of an episode; null for any other address. */
export function parseAddress(hash: string): Address | null {
  const [, id, turn, event] = PATTERN.exec(hash) ?? []
  if (id === undefined) return null
  const playhead: Playhead =
    turn === undefined ? 'live' : { turn: Number(turn), event: event === undefined ? null : Number(event) }
  try {
    return { episodeId: decodeURIComponent(id), playhead }
  } catch {
    return null
  }
}
