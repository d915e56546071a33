import { useMemo } from 'react'
import { type Judgement, judgementsOf } from '@shared/episode/projections/judgement'
import { type Marker, markersOf, PROBLEM_KINDS } from '@shared/episode/projections/markers'
import { firstTurnOf } from '@shared/episode/state/part'
import { useDelayedFrame } from '../../kit/browser/next-frame'
import { goToTurn, useEpisode, useAllTurns } from './episode-store'
import { turnOf } from './playhead'

/** Markers of all turns, including those after the playhead. */
export function useMarkers(): readonly Marker[] {
  const turns = useAllTurns()
  const opening = useEpisode(({ history }) => history.latest.opening)
  const manifest = useEpisode(({ history }) => history.latest.manifest)
  const hints = useEpisode(({ history }) => history.latest.hints)
  const mind = useEpisode(({ history }) => history.latest.mind)
  const objectives = useEpisode(({ history }) => history.latest.objectives)
  const map = useDelayedFrame(useEpisode(({ history }) => history.latest.map))
  return useMemo(
    () => markersOf({ turns, opening, manifest, hints, mind, objectives, map }),
    [turns, opening, manifest, hints, mind, objectives, map],
  )
}

export type MarkerFilter = (marker: Marker) => boolean
export const isProblem: MarkerFilter = ({ kind }) => PROBLEM_KINDS.has(kind)
export const isScoreChange: MarkerFilter = ({ kind }) => kind === 'score_gain' || kind === 'score_loss'

/** Moves to the next (1) or previous (-1) turn that has a matching marker or is in `others`. False if there is none. */
export function goToMarker(by: 1 | -1, filter: MarkerFilter, others: readonly number[] = []): boolean {
  const { history, playhead } = useEpisode.getState()
  const here = turnOf(history, playhead)
  const turns = [
    ...markersOf(history.latest)
      .filter(filter)
      .map(({ turn }) => turn),
    ...others,
  ].sort((a, b) => a - b)
  const turn = by === 1 ? turns.find((at) => at > here) : turns.findLast((at) => at < here)
  if (turn !== undefined) goToTurn(turn)
  return turn !== undefined
}

/** Goes to the next turn that the user judged like this, wrapping around. False if there is none. */
export function cycleJudged(judgement: Judgement): boolean {
  const { history, playhead } = useEpisode.getState()
  const here = turnOf(history, playhead)
  const from = firstTurnOf(history.latest)
  const turns = judgementsOf(history.latest).flatMap((each, index) =>
    each === judgement && index + 1 >= from ? [index + 1] : [],
  )
  const turn = turns.find((at) => at > here) ?? turns[0]
  if (turn !== undefined) goToTurn(turn)
  return turn !== undefined
}

const isError: MarkerFilter = ({ kind }) => kind === 'error'

/** Goes to the next turn with an error, wrapping around. */
export function cycleErrors(): void {
  const first = markersOf(useEpisode.getState().history.latest).find(isError)
  if (!goToMarker(1, isError) && first) goToTurn(first.turn)
}
