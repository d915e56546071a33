import { emptyEpisode, type EpisodeState, type Observation, type Turn } from '@shared/episode/episode'
import { emptyMap, recordMove, type WorldMap } from '@shared/map/world-map'

/** Short walks for the tests of this folder. */
export type Step = readonly [action: string, id: number, name: string]

export const WALK: readonly Step[] = [
  ['', 1, 'West of House'],
  ['n', 2, 'North of House'],
  ['look', 2, 'North of House'],
  ['e', 3, '<img src=x onerror=alert(1)>'],
  ['n', 3, '<img src=x onerror=alert(1)>'],
  ['w', 2, 'North of House'],
]

function observationAt([, id, name]: Step): Observation {
  return {
    text: '',
    prompt: '>',
    input: 'line',
    notices: [],
    fault: false,
    location: { id, name },
    score: 0,
    max_score: null,
    moves: null,
    inventory: [],
    visible: [{ id: 90 + id, name: `thing ${id}` }],
    victory: false,
    game_over: false,
  }
}

/** The state after each step; the first is the opening. */
export function statesOf(steps: readonly Step[]): readonly EpisodeState[] {
  let map: WorldMap = emptyMap
  const turns: Turn[] = []
  return steps.map((step, number) => {
    const [action, id, name] = step
    map = recordMove(map, { turn: number, action: number === 0 ? null : action, here: { id, name }, walked: true })
    if (number > 0) {
      turns.push({
        number,
        startedAt: '',
        firstSeq: 0,
        lastSeq: 0,
        session: null,
        iterations: [],
        action: { action, reasoning: '', new_objective: null, source: 'model' },
        observation: observationAt(step),
        problems: [],
        completed: null,
      })
    }
    return { ...emptyEpisode, opening: observationAt(steps[0] as Step), turns: [...turns], map }
  })
}
