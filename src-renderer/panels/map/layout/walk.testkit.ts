import { emptyEpisode, type EpisodeState, type Observation, type Turn } from '@shared/episode/state/episode'
import { plainObservation, plainTurn } from '@shared/episode/state/plain-turn.testkit'
import { emptyMap, recordMove, type WorldMap } from '@shared/map/world-map'

export type Step = readonly [action: string, id: number, name: string]

export const WALK: readonly Step[] = [
  ['', 1, 'West of House'],
  ['n', 2, 'North of House'],
  ['look', 2, 'North of House'],
  ['e', 3, '<img src=x onerror=alert(1)>'],
  ['n', 3, '<img src=x onerror=alert(1)>'],
  ['w', 2, 'North of House'],
]

const observationAt = ([, id, name]: Step): Observation =>
  plainObservation('', { location: { id, name }, moves: null, visible: [{ id: 90 + id, name: `thing ${id}` }] })

/** The state after each step; the first is the opening. */
export function statesOf(steps: readonly Step[]): readonly EpisodeState[] {
  let map: WorldMap = emptyMap
  const turns: Turn[] = []
  return steps.map((step, number) => {
    const [action, id, name] = step
    map = recordMove(map, { turn: number, action: number === 0 ? null : action, here: { id, name }, walked: true })
    if (number > 0) turns.push(plainTurn(number, action, observationAt(step)))
    return { ...emptyEpisode, opening: observationAt(steps[0] as Step), turns: [...turns], map }
  })
}
