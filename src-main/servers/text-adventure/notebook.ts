import { isNamed, wordsOf } from '@shared/episode/build-state-block'
import type { Observation } from '@shared/episode/episode'
import { classifyOutcome, printedText } from '@shared/episode/outcome'
import { emptyMap, moveOf, recordMove, type WorldMap } from '@shared/map/world-map'
import { hasTitle } from '../../explorer/room-text'

export interface HistoryEntry {
  /** Null for what was printed before the first action. */
  readonly action: string | null
  readonly text: string
  readonly place: number | null
}

export interface SeenObject {
  readonly name: string
  /** Where it was seen last; null: it is carried. */
  readonly place: string | null
  readonly step: number
}

/** What seems worth coming back to: an action that scored, or one that was refused. */
export interface Goal {
  readonly kind: 'scored' | 'refused'
  readonly place: string | null
  readonly action: string
  readonly text: string
  readonly points: number
}

/** Document 003, "GameState Class". */
export const HISTORY_LENGTH = 50
const TRANSCRIPT_LENGTH = 5000
const MAX_GOALS = 100

/** What a client has found out in its game: gathered from what the game printed and the facts behind it. */
export class Notebook {
  #observation: Observation
  #step = 0
  #map: WorldMap = emptyMap
  /** The latest actions with their replies, oldest first: at most `HISTORY_LENGTH`. */
  readonly history: HistoryEntry[] = []
  /** The whole play, as far as `TRANSCRIPT_LENGTH` goes back. */
  readonly transcript: HistoryEntry[] = []
  /** How the text described each place when it last did, by object number. */
  readonly descriptions = new Map<number, string>()
  /** Where each object was last, by its number. */
  readonly objects = new Map<number, SeenObject>()
  readonly goals: Goal[] = []
  readonly printed = new Set<string>()

  constructor(opening: Observation) {
    this.#observation = opening
    this.#gather(null, opening)
  }

  get step(): number {
    return this.#step
  }

  get observation(): Observation {
    return this.#observation
  }

  get map(): WorldMap {
    return this.#map
  }

  /** Takes in one more step; `action` null means that the game was put elsewhere, by restoring or taking back. */
  note(action: string | null, observation: Observation): void {
    const before = this.#observation
    this.#step++
    this.#observation = observation
    const entry = this.#gather(action, observation)
    if (action === null) return
    keepLatest(this.history, entry, HISTORY_LENGTH)
    this.#noteGoal(action, before, observation)
  }

  #gather(action: string | null, observation: Observation): HistoryEntry {
    const { location } = observation
    const text = printedText(observation).trim()
    const entry: HistoryEntry = { action, text, place: location?.id ?? null }
    keepLatest(this.transcript, entry, TRANSCRIPT_LENGTH)
    this.#map = recordMove(this.#map, moveOf(this.#step, action, observation))
    if (location && hasTitle(text, location.name)) this.descriptions.set(location.id, text.slice(text.indexOf(location.name)))
    for (const word of wordsOf(text)) this.printed.add(word)
    this.#noteObjects(observation)
    return entry
  }

  #noteObjects({ location, visible, inventory }: Observation): void {
    for (const object of visible ?? []) if (isNamed(object, this.printed)) this.objects.set(object.id, { name: object.name, place: location?.name ?? null, step: this.#step })
    for (const { id, name } of inventory ?? []) this.objects.set(id, { name, place: null, step: this.#step })
  }

  #noteGoal(action: string, before: Observation, after: Observation): void {
    const points = (after.score ?? 0) - (before.score ?? 0)
    const kind = points > 0 ? 'scored' : classifyOutcome(action, before, after) === 'refused' ? 'refused' : null
    const place = before.location?.name ?? null
    if (kind === null || this.goals.some((goal) => goal.kind === kind && goal.action === action && goal.place === place)) return
    keepLatest(this.goals, { kind, place, action, text: printedText(after).trim().slice(0, 200), points }, MAX_GOALS)
  }
}

function keepLatest<Item>(list: Item[], item: Item, most: number): void {
  if (list.push(item) > most) list.shift()
}
