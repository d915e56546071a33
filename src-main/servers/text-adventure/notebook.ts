import { isNamed, wordsOf } from '@shared/episode/state/build-state-block'
import type { Observation } from '@shared/episode/state/episode'
import { printedText } from '@shared/episode/state/outcome'
import { Findings, type Step } from './findings'

export interface HistoryEntry {
  /** Null for the text before the first action. */
  readonly action: string | null
  readonly text: string
  readonly place: number | null
}

/** Length of the history according to the requirements. */
const HISTORY_LENGTH = 50
const TRANSCRIPT_LENGTH = 5000
/** Maximum number of steps that `findings` has not read. */
const MAX_UNREAD = 500

/** The moves of a client and its findings, from the printed text and the facts of the game. */
export class Notebook {
  #observation: Observation
  #known: Observation
  #step = 0
  /** The latest actions with their replies, oldest first: at most `HISTORY_LENGTH`. */
  readonly history: HistoryEntry[] = []
  /** The latest part of the play, up to `TRANSCRIPT_LENGTH` entries. */
  readonly transcript: HistoryEntry[] = []
  readonly #printed = new Set<string>()
  readonly #findings = new Findings()
  readonly #unread: Step[] = []

  constructor(opening: Observation) {
    this.#observation = opening
    this.#known = this.#gather(null, opening)
  }

  get step(): number {
    return this.#step
  }

  get observation(): Observation {
    return this.#observation
  }

  /** The latest observation, with known names only. */
  get known(): Observation {
    return this.#known
  }

  /** Derived on demand, because many clients only play, and every action would have to wait for it. */
  get findings(): Findings {
    for (const step of this.#unread.splice(0)) this.#findings.takeIn(step)
    return this.#findings
  }

  /** The latest full description of the current location; null if it never was described. */
  get description(): string | null {
    const { location } = this.#observation
    return (location && this.findings.descriptions.get(location.id)) ?? null
  }

  /** Adds a step; `action` null means that the game was restored or an action undone. */
  note(action: string | null, observation: Observation): void {
    this.#step++
    this.#known = this.#gather(action, observation)
    this.#observation = observation
    const entry = this.transcript.at(-1)
    if (action !== null && entry) keepLatest(this.history, entry, HISTORY_LENGTH)
  }

  /** The observation without names that the story has not printed. */
  asKnown(observation: Observation): Observation {
    return { ...observation, visible: observation.visible?.filter((object) => isNamed(object, this.#printed)) ?? null }
  }

  #gather(action: string | null, observation: Observation): Observation {
    const text = printedText(observation).trim()
    keepLatest(this.transcript, { action, text, place: observation.location?.id ?? null }, TRANSCRIPT_LENGTH)
    for (const word of wordsOf(text)) this.#printed.add(word)
    const known = this.asKnown(observation)
    if (this.#unread.push({ number: this.#step, action, before: this.#observation, after: known }) > MAX_UNREAD)
      void this.findings
    return known
  }
}

function keepLatest<Item>(list: Item[], item: Item, most: number): void {
  if (list.push(item) > most) list.shift()
}
