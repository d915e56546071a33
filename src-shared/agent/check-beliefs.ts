import { cutText } from '../base/whole-characters'
import { type BeliefCheck, LONGEST_NOTE } from '../episode/log/mind-events'
import { isLive, type MindNote } from '../episode/log/mind-state'
import { latestBeliefs } from '../episode/projections/beliefs'
import type { EpisodeState, Turn } from '../episode/state/episode'
import { FAILURES } from '../episode/state/failures'
import type { Outcome } from '../episode/state/state-block'
import { directionOf } from '../map/direction'
import type { ObjectLocation } from '../map/location-survey'
import { isSameName, wordsIn } from './parts/likeness'
import { placesOf } from './parts/places'
import { type MindView, viewOf } from './view'

/**
 * The objects of which an open note claims to know the location. The caller looks up their locations in the game's
 * memory. Empty without a mind.
 */
export const objectsBelieved = ({ manifest, mind }: Pick<EpisodeState, 'manifest' | 'mind'>): readonly string[] =>
  manifest?.mind === undefined
    ? []
    : [...new Set(mind.notes.filter((note) => isLive(note) && note.kind === 'object_at').map(({ subject }) => subject))]

/**
 * Compares the player's beliefs at the end of the open turn with the game's memory. For the user only: no prompt may be
 * built from the result. A note is reported if its verdict changed or the turn's action names its subject; a prediction
 * is always reported.
 */
export function checkBeliefs(state: EpisodeState, found: readonly ObjectLocation[]): readonly BeliefCheck[] {
  const { openTurn } = state
  if (openTurn === null || state.manifest?.mind === undefined) return []
  const view = viewOf({ ...state, turns: [...state.turns, openTurn], openTurn: null })
  const known = latestBeliefs(state.turns)
  const named = wordsIn(openTurn.action?.action ?? '')
  const notes = state.mind.notes.filter(isLive).flatMap((note) => {
    const truth = truthOf(note, state, found)
    if (truth === undefined) return []
    const before = known.get(note.id)
    const check = { ...claimOf(note, view), truth: truth.text, ...verdictOf(truth.isRight, before, openTurn.number) }
    const isTold = before?.verdict !== check.verdict || [...wordsIn(note.subject)].some((word) => named.has(word))
    return isTold ? [check] : []
  })
  return [...notes, ...predictionsOf(openTurn, view)]
}

interface Truth {
  readonly text: string | null
  /** Null if it cannot be decided. */
  readonly isRight: boolean | null
}

/** Undefined unless the note is about the place of an object, or about an exit of a location. */
function truthOf(note: MindNote, state: EpisodeState, found: readonly ObjectLocation[]): Truth | undefined {
  if (note.kind === 'object_at') {
    const meant = found.filter(({ asked }) => asked === note.subject)
    if (meant.length === 0) return { text: null, isRight: null }
    return {
      text: clip(meant.map(formatPlace).join('; ')),
      isRight: meant.some((one) => isAtNotedPlace(note, one, state)),
    }
  }
  if (note.kind !== 'exit' || note.place === null) return undefined
  const direction = directionOf(note.subject)
  const survey = state.surveys.findLast(({ location }) => location === note.place)
  if (direction === null || !survey?.exits) return { text: null, isRight: null }
  const exit = survey.exits.find((one) => one.direction === direction)
  if (exit === undefined) return { text: 'It leads nowhere.', isRight: false }
  const to = exit.to === null ? undefined : state.map.locations[exit.to]
  // The player cannot know the name of a room that it has not seen.
  return to === undefined
    ? { text: null, isRight: null }
    : { text: clip(to.name), isRight: isSameName(to.name, note.value) }
}

const formatPlace = ({ location, isHeld }: ObjectLocation): string => {
  if (isHeld) return 'The player has it.'
  return location === null ? 'It is nowhere.' : `It is in ${location.name}.`
}

/**
 * Whether the object is in the place that the note names. If the note names no known place, the place where it was
 * written counts.
 */
function isAtNotedPlace(
  { value, place }: MindNote,
  { location, isHeld }: ObjectLocation,
  { map }: EpisodeState,
): boolean {
  if (isHeld || location === null) return false
  const namesPlace = Object.values(map.locations).some(({ name }) => isSameName(name, value))
  return namesPlace ? isSameName(location.name, value) : location.id === place
}

/**
 * A wrong claim is `stale` if it was right before, otherwise `never_true`. For a stale claim, `since` is the turn in
 * which it was first found wrong.
 */
function verdictOf(
  isRight: boolean | null,
  before: BeliefCheck | undefined,
  turn: number,
): Pick<BeliefCheck, 'verdict' | 'since'> {
  if (isRight === null) return { verdict: 'unknowable' }
  if (isRight) return { verdict: 'right' }
  if (before?.verdict === 'right') return { verdict: 'stale', since: turn }
  return before?.verdict === 'stale' ? { verdict: 'stale', since: before.since ?? turn } : { verdict: 'never_true' }
}

function claimOf(
  { id, text, subject, place }: MindNote,
  { blocks }: MindView,
): Pick<BeliefCheck, 'source' | 'claim' | 'told'> {
  const seenIn = [...placesOf(blocks).values()].find(({ objects }) => objects.some((name) => isSameName(name, subject)))
  const told = seenIn === undefined || seenIn.id === place ? null : `It was last seen in ${seenIn.name}.`
  return { source: id, claim: text, told: told && clip(told) }
}

/** The predictions of actor and critic, compared with the outcome of the turn. */
function predictionsOf({ action, proposals = [] }: Turn, { blocks }: MindView): readonly BeliefCheck[] {
  const outcome = blocks.at(-1)?.last?.outcome
  const predicted = proposals.flatMap(({ action: proposed, verdicts }) =>
    proposed === action?.action ? verdicts.flatMap((verdict) => verdict.predicted ?? []) : [],
  )
  const said: readonly (readonly [string, string | undefined])[] = [
    ['expect', action?.expect],
    ['critic', predicted.at(-1)],
  ]
  return said.flatMap(([source, claim]): readonly BeliefCheck[] => {
    if (claim === undefined || claim === '' || outcome === undefined) return []
    const expected = EXPECTED.find(([pattern]) => pattern.test(claim))?.[1]
    const isRight = expected === undefined ? null : expected.includes(outcome)
    return [{ source, claim: clip(claim), told: null, truth: outcome, ...verdictOf(isRight, undefined, 0) }]
  })
}

/**
 * Patterns of words with the outcomes that they predict, the clearest first. A claim that matches none is undecidable.
 */
const EXPECTED: readonly (readonly [RegExp, readonly Outcome[]])[] = [
  [/\b(?:refus|fail|reject|not work|won't|will not|nothing|no effect|can't|cannot|wall)/i, [...FAILURES]],
  [/\b(?:die|dies|death|killed)\b/i, ['died', 'game_over']],
  [/\b(?:take|taken|pick up|hold|carry|get)\b/i, ['took']],
  [/\b(?:open|opens|opened|unlock|unlocks|reveal)/i, ['opened_or_revealed']],
  [/\b(?:new (?:room|place|location|area)|arrive|reach|enter|lead|leads|move to|go to)\b/i, ['moved']],
]

const clip = (text: string): string => cutText(text, LONGEST_NOTE)
