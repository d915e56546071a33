import type { EpisodeState, Hint, Turn } from '../state/episode'
import { isPlayCall, readsHints, traitsOf } from '../state/players'

/** A person's help to the player of an episode. Without help, the result is the player's alone. */
export interface Help {
  /** Number of turns whose action a person entered. */
  readonly turns: number
  readonly hints: number
  /** Number of the player's answers that were discarded so that it answers again. */
  readonly discarded: number
  /** Number of times a person wrote, set or closed a note or an objective. */
  readonly notes: number
}

export type Helped = Pick<EpisodeState, 'manifest' | 'turns' | 'hints' | 'discarded' | 'mind' | 'objectives'>

/** Null without help, or if a person is the player. */
export function helpOf(state: Helped): Help | null {
  if (traitsOf(state).isPerson) return null
  const help: Help = {
    turns: state.turns.filter(isTakenOver).length,
    hints: state.hints.length,
    discarded: state.discarded,
    notes: turnsOfNotes(state).length,
  }
  return help.turns + help.hints + help.discarded + help.notes > 0 ? help : null
}

/** The turns after which a person wrote, set or closed a note or an objective, with one item for each time. */
const turnsOfNotes = ({ mind, objectives }: Pick<EpisodeState, 'mind' | 'objectives'>): readonly number[] =>
  [...mind.notes, ...objectives].flatMap(({ by, turn, closed }) => [
    ...(by === 'person' ? [turn] : []),
    ...(closed?.by === 'person' && !('why' in closed && closed.why === 'superseded') ? [closed.turn] : []),
  ])

/** True if a person entered the action. In an episode of a person, that is true of every action. */
export const isTakenOver = ({ action }: Pick<Turn, 'action'>): boolean => action?.source === 'human'

/** Whether a turn of an agent's episode had help: an action, a hint or a note. */
export const isHelped = (
  state: Pick<EpisodeState, 'manifest' | 'hints' | 'mind' | 'objectives'>,
  turn: Turn,
): boolean =>
  !traitsOf(state).isPerson &&
  (isTakenOver(turn) ||
    hintsFor(state, turn.number).length > 0 ||
    // A note is in the prompt of the next turn.
    turnsOfNotes(state).includes(turn.number - 1))

export const hintsFor = ({ hints }: Pick<EpisodeState, 'hints'>, turn: number): readonly Hint[] =>
  hints.filter((hint) => hint.turn === turn)

/** The turn whose action a person can enter: the current one or, once its action is being played, the next. */
export function turnToEnter(state: Pick<EpisodeState, 'manifest' | 'turns' | 'openTurn'>): number {
  const { turns, openTurn } = state
  const isPlayed = openTurn !== null && (openTurn.action !== null || (traitsOf(state).playsByTools && plays(openTurn)))
  return turns.length + (isPlayed ? 2 : 1)
}

/** Whether a tool call plays the turn's action, or has played it. */
const plays = ({ iterations }: Turn): boolean =>
  iterations.some(({ toolCalls }) =>
    toolCalls.some((call) => isPlayCall(call) && call.status !== 'failed' && call.status !== 'skipped'),
  )

/**
 * The reason why the last turn cannot be answered again; null if it can. Turns copied from a parent cannot be
 * discarded.
 */
export function whyNotAgain(state: Pick<EpisodeState, 'manifest' | 'turns' | 'forkedFrom'>): NotAgain | null {
  const last = state.turns.at(-1)
  if (traitsOf(state).isPerson) return 'isPerson'
  if (last === undefined) return 'noTurn'
  if (last.number <= (state.forkedFrom?.turn ?? 0)) return 'isOfParent'
  return readsHints(state) || isTakenOver(last) ? null : 'noOther'
}

/** `noOther`: the player would give the same answer. */
type NotAgain = 'isPerson' | 'noTurn' | 'isOfParent' | 'noOther'

/** Formats help as a phrase: "2 turns, 1 hint, 1 answer discarded". */
export const formatHelp = ({ turns, hints, discarded, notes }: Help): string =>
  [
    ...(turns > 0 ? [`${turns} ${turns === 1 ? 'turn' : 'turns'}`] : []),
    ...(hints > 0 ? [`${hints} ${hints === 1 ? 'hint' : 'hints'}`] : []),
    ...(notes > 0 ? [`${notes} ${notes === 1 ? 'note' : 'notes'}`] : []),
    ...(discarded > 0 ? [`${discarded} ${discarded === 1 ? 'answer' : 'answers'} discarded`] : []),
  ].join(', ')

/** A hint as one line: its text, or the MCP resource whose text was attached. Hidden characters remain. */
export const hintLine = ({ text, source }: Pick<Hint, 'text' | 'source'>): string =>
  source?.kind === 'resource' ? `${source.name} of ${source.server_name}` : text
