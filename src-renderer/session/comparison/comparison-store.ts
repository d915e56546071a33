import { type Comparison, compareEpisodes } from '@shared/episode/compare/compare-episodes'
import { mapPair, type Pair, type Side, SIDES } from '@shared/episode/compare/pair'
import type { EpisodeState } from '@shared/episode/state/episode'
import { create } from 'zustand'
import { type Address, type ComparedTurn, type ComparisonAddress, formatComparison } from '../episode/address'
import { createEpisodeStore, type EpisodeOnShow, isRead, useEpisode } from '../episode/episode-store'
import { atTurn } from '../episode/playhead'
import { focusRegion } from '../view/regions'

/** Two episodes side by side under one playhead; each is read as the open one is, into a store of its own. */
export interface OpenComparison extends ComparisonAddress {
  readonly sides: Pair<EpisodeOnShow>
  /** What was open before, to go back to. */
  readonly cameFrom: Address | null
}

/** Instead of the open episode: there is one or the other. */
export const useComparison = create<{ readonly open: OpenComparison | null }>()(() => ({ open: null }))

useEpisode.subscribe(({ id }) => {
  if (id !== null && useComparison.getState().open !== null) useComparison.setState({ open: null })
})

/** Shows two episodes side by side, at the turn where they part unless another is named. Back leads where one was. */
export function openComparison(ids: Pair<string>, at: ComparedTurn = null): void {
  const { open } = useComparison.getState()
  if (open?.ids.a === ids.a && open.ids.b === ids.b) return goToCompared(at)
  const { id, playhead } = useEpisode.getState()
  const cameFrom = id === null ? (open?.cameFrom ?? null) : { episodeId: id, playhead }
  const sides = mapPair(ids, onShow)
  for (const side of SIDES) sides[side].store.getState().open(ids[side], 'live')
  useEpisode.getState().close()
  useComparison.setState({ open: { ids, at, sides, cameFrom } })
}

const onShow = (): EpisodeOnShow => ({
  store: createEpisodeStore(),
  goToTurn: goToCompared,
  addressOf(turn) {
    const { open } = useComparison.getState()
    return open ? formatComparison({ ...open, at: turn }) : ''
  },
  isCompared: true,
})

/** Back to what was open before; of a comparison that a link led to, to its first episode. */
export function leaveComparison(): void {
  const { open } = useComparison.getState()
  if (open === null) return
  if (open.cameFrom === null) return openSide('a')
  useEpisode.getState().open(open.cameFrom.episodeId, open.cameFrom.playhead)
  focusRegion('story')
}

/** One of the two by itself, at the turn that is looked at. */
export function openSide(side: Side): void {
  const { open } = useComparison.getState()
  if (open === null) return
  useEpisode.getState().open(open.ids[side], open.sides[side].store.getState().playhead)
  focusRegion('story')
}

export function swapSides(): void {
  const { open } = useComparison.getState()
  if (open === null) return
  const exchanged = <Value>({ a, b }: Pair<Value>) => ({ a: b, b: a })
  useComparison.setState({ open: { ...open, ids: exchanged(open.ids), sides: exchanged(open.sides) } })
}

export function goToCompared(at: ComparedTurn): void {
  const { open } = useComparison.getState()
  if (open === null) return
  const isBeyond = typeof at === 'number' && at >= lastTurn(open) && bothAreRead(open)
  useComparison.setState({ open: { ...open, at: isBeyond ? 'live' : at } })
  placePlayheads()
}

/** `turns` further than the playhead is, back if negative. */
export function stepCompared(turns: number): void {
  const { open } = useComparison.getState()
  const at = open && turnCompared(open)
  if (at !== null) goToCompared(Math.max(0, at + turns))
}

/** To the next turn in which the two differ, or the one before. False if there is none. */
export function stepDiffering(by: 1 | -1): boolean {
  const { open } = useComparison.getState()
  const at = open && turnCompared(open)
  if (open === null || at === null) return false
  const { differing } = comparisonOf(open)
  const to = by === 1 ? differing.find((turn) => turn > at) : differing.findLast((turn) => turn < at)
  if (to !== undefined) goToCompared(to)
  return to !== undefined
}

/** Brings either episode to the turn that is looked at, or as far as it goes. */
export function placePlayheads(): void {
  const { open } = useComparison.getState()
  if (open === null) return
  const turn = turnCompared(open)
  for (const side of SIDES) {
    const episode = stateOf(open, side)
    const playhead = open.at === 'live' || turn === null ? 'live' : atTurn(episode.history, turn, isRead(episode))
    const { playhead: now } = episode
    if (now === playhead || (now !== 'live' && playhead !== 'live' && now.turn === playhead.turn)) continue
    episode.movePlayhead(playhead)
  }
}

const bothAreRead = (open: OpenComparison): boolean => SIDES.every((side) => isRead(stateOf(open, side)))

const stateOf = ({ sides }: OpenComparison, side: Side) => sides[side].store.getState()

/** Of the one that goes further. */
export const lastTurn = (open: OpenComparison): number =>
  Math.max(...SIDES.map((side) => stateOf(open, side).history.latest.turns.length))

/** The turn that is looked at; null while it is not known where the two part. */
export function turnCompared(open: OpenComparison): number | null {
  if (open.at === 'live') return lastTurn(open)
  if (open.at !== null) return bothAreRead(open) ? Math.min(open.at, lastTurn(open)) : open.at
  return partingIsKnown(open) ? (comparisonOf(open).partsAt ?? lastTurn(open)) : null
}

/** As soon as both have been read up to there, or both are read. */
export function partingIsKnown(open: OpenComparison): boolean {
  const { partsAt } = comparisonOf(open)
  return SIDES.every((side) => {
    const episode = stateOf(open, side)
    const { opening, turns } = episode.history.latest
    return isRead(episode) || (partsAt !== null && opening !== null && turns.length >= partsAt)
  })
}

export const comparisonOf = ({ sides }: OpenComparison): Comparison =>
  comparing(mapPair(sides, ({ store }) => store.getState().history.latest))

let known: { readonly of: readonly unknown[]; readonly comparison: Comparison } | null = null

/** Made anew when a turn ends, and not for each piece of a draft. */
function comparing(states: Pair<EpisodeState>): Comparison {
  const of = SIDES.flatMap((side) => {
    const { manifest, opening, turns, map } = states[side]
    return [manifest, opening, turns, map]
  })
  if (known?.of.every((part, index) => part === of[index])) return known.comparison
  known = { of, comparison: compareEpisodes(states) }
  return known.comparison
}
