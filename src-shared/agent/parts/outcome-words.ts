import type { Outcome } from '../../episode/state/state-block'

/** The wording of each outcome in a prompt. */
export const OUTCOME_WORDS: Readonly<Record<Outcome, string>> = {
  unknown_word: 'not understood',
  not_visible: 'not here',
  ambiguous: 'ambiguous',
  refused: 'refused',
  no_op: 'no effect',
  took: 'taken',
  opened_or_revealed: 'opened or revealed something',
  moved: 'moved',
  dark: 'dark',
  attacked: 'fought',
  died: 'died',
  game_over: 'the end',
  question: 'asked back',
  other: 'done',
}
