import { LONGEST_NAME, MAX_FOREKNOWN } from '../episode/log/event'
import { hintsFor } from '../episode/projections/help'
import { thinkingTexts } from '../episode/projections/thoughts'
import type { EpisodeState, Observation, Turn } from '../episode/state/episode'
import { traitsOf } from '../episode/state/players'

/** Maximum number of words in a name; longer names are sentences. */
const MOST_WORDS = 6

/** False where a person plays, and at levels that grant more than text, place and things. */
export const isForeknowledgeChecked = (state: Pick<EpisodeState, 'manifest'>): boolean =>
  !traitsOf(state).isPerson && ['L0', 'L1', 'L2'].includes(state.manifest?.handicap ?? '')

/**
 * Finds names of rooms and objects that a player says before it was shown them, which suggests that a model knows the
 * story from elsewhere. A name counts if it has at least two words, at least one of which the player has not read.
 */
export class Foreknowledge {
  readonly #names: readonly { readonly name: string; readonly words: readonly string[] }[]
  readonly #read = new Set<string>()
  #turns = 0
  #hasOpening = false

  /** `names` are those of all rooms and objects of the story. */
  constructor(names: readonly string[]) {
    this.#names = [...new Set(names)]
      .map((name) => ({ name, words: wordsOf(name) }))
      .filter(({ words }) => words.length >= 2 && words.length <= MOST_WORDS)
  }

  /** Names that the player said in the open turn and had not read. Call it with the turns in order. */
  namesIn(state: EpisodeState): readonly string[] {
    const { opening, turns, openTurn } = state
    if (!this.#hasOpening) this.#learn(...textsOf(opening), ...knowledgeIn(state))
    this.#hasOpening = true
    for (const turn of turns.slice(this.#turns)) this.#learn(...readBefore(state, turn), ...textsOf(turn.observation))
    this.#turns = turns.length
    if (openTurn === null) return []
    this.#learn(...readBefore(state, openTurn))
    const said = wordsOf(saidIn(openTurn).join('\n'))
    const pairs = pairsIn(said)
    return this.#names
      .filter(({ words }) => words.some((word) => !this.#read.has(word)) && contains(said, pairs, words))
      .map(({ name }) => name.slice(0, LONGEST_NAME))
      .slice(0, MAX_FOREKNOWN)
  }

  #learn(...texts: readonly string[]): void {
    for (const text of texts) for (const word of wordsOf(text)) this.#read.add(word)
  }
}

const wordsOf = (text: string): readonly string[] => text.toLowerCase().match(/[\p{L}\p{N}']+/gu) ?? []

/**
 * Indexes the positions of each pair of adjacent words, because a story may have thousands of names and a model may
 * write thousands of words.
 */
function pairsIn(said: readonly string[]): ReadonlyMap<string, readonly number[]> {
  const places = new Map<string, number[]>()
  for (const [at, word] of said.entries()) {
    const pair = `${word} ${said[at + 1]}`
    const known = places.get(pair)
    if (known) known.push(at)
    else places.set(pair, [at])
  }
  return places
}

function contains(
  said: readonly string[],
  pairs: ReadonlyMap<string, readonly number[]>,
  words: readonly string[],
): boolean {
  const places = pairs.get(`${words[0]} ${words[1]}`) ?? []
  return places.some((at) => words.every((other, offset) => said[at + offset] === other))
}

/** The text and all names of an observation, including those that the level of the run does not grant. */
const textsOf = (observation: Observation | null): readonly string[] =>
  observation === null
    ? []
    : [
        observation.text,
        ...[observation.location, ...(observation.inventory ?? []), ...(observation.visible ?? [])].flatMap(
          (named) => named?.name ?? [],
        ),
      ]

/** The player reads this knowledge of earlier episodes in its prompt, so repeating it is no foreknowledge. */
const knowledgeIn = ({ manifest }: EpisodeState): readonly string[] => {
  const known = manifest?.mind?.knowledge
  return known === undefined ? [] : [known.text, ...known.places.map(({ text }) => text)]
}

/** The texts that a player reads in a turn before it acts: results of tools, and a person's hints. */
const readBefore = (state: EpisodeState, turn: Turn): readonly string[] => [
  ...turn.iterations.flatMap(({ toolCalls }) => toolCalls.map(({ result }) => JSON.stringify(result) ?? '')),
  ...hintsFor(state, turn.number).map(({ text }) => text),
]

const saidIn = (turn: Turn): readonly string[] => [
  ...thinkingTexts(turn),
  turn.action?.reasoning ?? '',
  turn.action?.new_objective ?? '',
  turn.action?.action ?? '',
]
