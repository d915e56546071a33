import type { Observation } from '@shared/episode/state/episode'
import { moveOf } from '@shared/episode/state/move'
import { classifyOutcome, printedText } from '@shared/episode/state/outcome'
import { emptyMap, recordMove, type WorldMap } from '@shared/map/world-map'
import { hasTitle } from '../../explorer/memory/location-text'

export interface Step {
  readonly number: number
  /** Null at the beginning, and after a restore or an undo. */
  readonly action: string | null
  readonly before: Observation
  /** The observation after it, without names that the story has not printed yet. */
  readonly after: Observation
}

interface SeenObject {
  readonly name: string
  /** The room where it was last seen; null if it is carried. */
  readonly place: string | null
  readonly step: number
}

/** An action that scored, or that was refused and may succeed later. */
interface Goal {
  readonly kind: 'scored' | 'refused'
  readonly place: string | null
  readonly action: string
  readonly text: string
  readonly points: number
}

const MAX_GOALS = 100

/** The state of the world, derived from the steps of a game one by one. */
export class Findings {
  #map: WorldMap = emptyMap
  /** The latest full description of each location, by object number. */
  readonly descriptions = new Map<number, string>()
  /** The last location of each object, by its number. */
  readonly objects = new Map<number, SeenObject>()
  readonly goals: Goal[] = []

  get map(): WorldMap {
    return this.#map
  }

  takeIn(step: Step): void {
    const { number, action, after } = step
    const { location } = after
    this.#map = recordMove(this.#map, moveOf(number, action, after))
    const text = printedText(after).trim()
    if (location && hasTitle(text, location.name))
      this.descriptions.set(
        location.id,
        fuller(this.descriptions.get(location.id), text.slice(text.indexOf(location.name))),
      )
    for (const { id, name } of after.visible ?? [])
      this.objects.set(id, { name, place: location?.name ?? null, step: number })
    for (const { id, name } of after.inventory ?? []) this.objects.set(id, { name, place: null, step: number })
    if (action !== null) this.#noteGoal(action, step)
  }

  #noteGoal(action: string, { before, after }: Step): void {
    const points = (after.score ?? 0) - (before.score ?? 0)
    const refused = classifyOutcome(action, before, after) === 'refused' ? 'refused' : null
    const kind = points > 0 ? 'scored' : refused
    const place = before.location?.name ?? null
    if (
      kind === null ||
      this.goals.some((goal) => goal.kind === kind && goal.action === action && goal.place === place)
    )
      return
    this.goals.push({ kind, place, action, text: printedText(after).trim().slice(0, 200), points })
    if (this.goals.length > MAX_GOALS) this.goals.shift()
  }
}

/**
 * The fuller description of a location. A return prints only its name, perhaps with objects. A full description
 * contains the longest line of the old one, or another line of at least half its length.
 */
function fuller(before: string | undefined, now: string): string {
  if (before === undefined) return now
  const [old, present] = [before, now].map((text) => text.split('\n').slice(1))
  const longest = Math.max(0, ...(old ?? []).map(({ length }) => length))
  return present?.some((line) => (old?.includes(line) ? line.length === longest : line.length * 2 >= longest))
    ? now
    : before
}
