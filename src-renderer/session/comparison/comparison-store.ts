import { create } from 'zustand'
import { type Comparison, compareEpisodes } from '@shared/episode/compare/compare-episodes'
import { mapPair, type Pair, type Side, SIDES } from '@shared/episode/compare/pair'
import type { EpisodeState } from '@shared/episode/state/episode'
import { createEpisodeStore, type EpisodeView, isFullyRead, useEpisode } from '../episode/episode-store'
import { type Address, type ComparedTurn, type ComparisonAddress, formatComparison } from '../episode/links/address'
import { atTurn } from '../episode/playhead'
import { closeExperiments, type OpenExperiments, useExperiments } from '../experiments/experiments-store'
import { focusRegion } from '../view/regions'

export interface OpenComparison extends ComparisonAddress {
  readonly sides: Pair<EpisodeView>
  /** The episode or the page of experiments that was open before. */
  readonly cameFrom: Address | OpenExperiments | null
}

/** An episode, a comparison or the experiments page is open, never two of them. */
export const useComparison = create<{ readonly open: OpenComparison | null }>()(() => ({ open: null }))

const close = () => {
  if (useComparison.getState().open !== null) useComparison.setState({ open: null })
}
useEpisode.subscribe(({ id }) => {
  if (id !== null) close()
})
useExperiments.subscribe(({ open }) => {
  if (open !== null) close()
})

export function openComparison(ids: Pair<string>, at: ComparedTurn = null): void {
  const { open } = useComparison.getState()
  if (open?.ids.a === ids.a && open.ids.b === ids.b) return goToCompared(at)
  const { id, playhead } = useEpisode.getState()
  const cameFrom = id === null ? (open?.cameFrom ?? useExperiments.getState().open) : { episodeId: id, playhead }
  const sides = mapPair(ids, onShow)
  for (const side of SIDES) sides[side].store.getState().open(ids[side], 'live')
  // Opened before the other page closes, which may render at once: without an open page the address would be cleared.
  useComparison.setState({ open: { ids, at, sides, cameFrom } })
  useEpisode.getState().close()
  closeExperiments()
}

const onShow = (): EpisodeView => ({
  store: createEpisodeStore(),
  goToTurn: goToCompared,
  addressOf(turn) {
    const { open } = useComparison.getState()
    return open ? formatComparison({ ...open, at: turn }) : ''
  },
  isCompared: true,
})

/** Returns to the previous page, or opens the first side if a link led here. */
export function leaveComparison(): void {
  const { open } = useComparison.getState()
  if (open === null) return
  const { cameFrom } = open
  if (cameFrom === null) return openSide('a')
  if ('episodeId' in cameFrom) useEpisode.getState().open(cameFrom.episodeId, cameFrom.playhead)
  else useExperiments.setState({ open: cameFrom })
  focusRegion('story')
}

export function openSide(side: Side): void {
  const { open } = useComparison.getState()
  if (open === null) return
  useEpisode.getState().open(open.ids[side], open.sides[side].store.getState().playhead)
  focusRegion('story')
}

export function swapSides(): void {
  const { open } = useComparison.getState()
  if (open === null) return
  const swapped = <Value>({ a, b }: Pair<Value>) => ({ a: b, b: a })
  useComparison.setState({ open: { ...open, ids: swapped(open.ids), sides: swapped(open.sides) } })
}

export function goToCompared(at: ComparedTurn): void {
  const { open } = useComparison.getState()
  if (open === null) return
  const isBeyond = typeof at === 'number' && at >= lastTurn(open) && bothAreRead(open)
  useComparison.setState({ open: { ...open, at: isBeyond ? 'live' : at } })
  placePlayheads()
}

export function stepCompared(turns: number): void {
  const { open } = useComparison.getState()
  const at = open && turnCompared(open)
  if (at !== null) goToCompared(Math.max(0, at + turns))
}

/** Goes to the next (1) or previous (-1) turn in which the two episodes differ. False if there is none. */
export function stepDiffering(by: 1 | -1): boolean {
  const { open } = useComparison.getState()
  const at = open && turnCompared(open)
  if (open === null || at === null) return false
  const { differing } = comparisonOf(open)
  const to = by === 1 ? differing.find((turn) => turn > at) : differing.findLast((turn) => turn < at)
  if (to !== undefined) goToCompared(to)
  return to !== undefined
}

/** Moves both sides to the shown turn, or to their ends. */
export function placePlayheads(): void {
  const { open } = useComparison.getState()
  if (open === null) return
  const turn = turnCompared(open)
  for (const side of SIDES) {
    const episode = stateOf(open, side)
    const playhead = open.at === 'live' || turn === null ? 'live' : atTurn(episode.history, turn, isFullyRead(episode))
    const { playhead: now } = episode
    if (now === playhead || (now !== 'live' && playhead !== 'live' && now.turn === playhead.turn)) continue
    episode.movePlayhead(playhead)
  }
}

const bothAreRead = (open: OpenComparison): boolean => SIDES.every((side) => isFullyRead(stateOf(open, side)))

const stateOf = ({ sides }: OpenComparison, side: Side) => sides[side].store.getState()

export const lastTurn = (open: OpenComparison): number =>
  Math.max(...SIDES.map((side) => stateOf(open, side).history.latest.turns.length))

/** The shown turn; null until the first difference is known. */
export function turnCompared(open: OpenComparison): number | null {
  if (open.at === 'live') return lastTurn(open)
  if (open.at !== null) return bothAreRead(open) ? Math.min(open.at, lastTurn(open)) : open.at
  return firstDifferenceIsKnown(open) ? (comparisonOf(open).divergesAt ?? lastTurn(open)) : null
}

/** True once both sides are read up to the first difference, or completely. */
export function firstDifferenceIsKnown(open: OpenComparison): boolean {
  const { divergesAt } = comparisonOf(open)
  return SIDES.every((side) => {
    const episode = stateOf(open, side)
    const { opening, turns } = episode.history.latest
    return isFullyRead(episode) || (divergesAt !== null && opening !== null && turns.length >= divergesAt)
  })
}

export const comparisonOf = ({ sides }: OpenComparison): Comparison =>
  comparing(mapPair(sides, ({ store }) => store.getState().history.latest))

let known: { readonly of: readonly unknown[]; readonly comparison: Comparison } | null = null

/** Recomputed when a turn ends or a problem occurs, not for each piece of a draft. */
function comparing(states: Pair<EpisodeState>): Comparison {
  const of = SIDES.flatMap((side) => {
    const { manifest, turnLimit, pauseRules, reseeds, opening, turns, map, hints, discarded, mind, objectives } =
      states[side]
    const { problems } = states[side].totals
    return [manifest, turnLimit, pauseRules, reseeds, opening, turns, map, hints, discarded, mind, objectives, problems]
  })
  if (known?.of.every((part, index) => part === of[index])) return known.comparison
  known = { of, comparison: compareEpisodes(states) }
  return known.comparison
}
