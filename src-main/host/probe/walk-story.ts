import type { GameState } from '../../story/environment'
import { passPauses } from '../../story/episode/pass-pauses'
import { openEnvironment } from '../../story/live-environment'

/** An exit of a room, by the names that the story gives its rooms. */
export interface Passage {
  readonly from: string
  readonly direction: string
  readonly to: string
}

/** Maximum number of rooms, more than any known story has. A damaged story may have endlessly many. */
const MAX_ROOMS = 300

/**
 * Surveys the rooms that can be reached by walking and opening doors, and returns the passages between them. Passages
 * from rooms that share a name, as in a maze, are left out. Used for measurements, and never for a player.
 */
export function walkStory(story: Uint8Array, seed: number): readonly Passage[] {
  const environment = openEnvironment(story, 'app')
  passPauses(environment, environment.reset({ seed }))
  const start = environment.getLocation()
  if (start === null) return []
  const names = new Map([[start.num, start.name]])
  const found: { readonly from: number; readonly direction: string; readonly to: number }[] = []
  const rooms: [at: number, state: GameState][] = [[start.num, environment.getState()]]
  for (const [from, state] of rooms) {
    environment.setState(state)
    for (const { direction, to, door } of environment.getSurvey()?.exits ?? []) {
      if (to === null) continue
      found.push({ from, direction, to })
      if (names.has(to) || rooms.length >= MAX_ROOMS) continue
      environment.setState(state)
      if (door !== null && door.state !== 'open') environment.step(`open ${door.name}`)
      if (environment.input.kind !== 'line') continue
      environment.step(direction)
      const there = environment.getLocation()
      if (there?.num !== to || environment.gameOver() === true) continue
      names.set(to, there.name)
      rooms.push([to, environment.getState()])
    }
  }
  const all = [...names.values()]
  const isUnique = (room: number) => all.filter((name) => name === names.get(room)).length === 1
  return found.flatMap(({ from, direction, to }) =>
    isUnique(from) && names.has(to) ? [{ from: names.get(from)!, direction, to: names.get(to)! }] : [],
  )
}
