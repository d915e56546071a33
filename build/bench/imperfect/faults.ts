/**
 * The mistakes of an imperfect model. Each share is of the turns in which that mistake is possible, drawn from the
 * model's seed: with the same seed and the same messages it makes the same mistakes.
 */
export interface Faults {
  /**
   * The number of turns in its messages that it remembers; it forgets everything that is only in older turns. Null: it
   * remembers everything it ever read.
   */
  readonly window: number | null
  /** Repeats a failed command in place; once begun, it usually continues. */
  readonly repeat: number
  /** Names a thing that is not here. */
  readonly imagine: number
  /** Share of exits it never considers unless the prompt names them. */
  readonly blindExits: number
  /** Takes a wrong turn on a route longer than two steps, unless the prompt names the first step. */
  readonly lost: number
  /** Begins to walk in circles and repeat itself, for dozens of turns. */
  readonly stubborn: number
  /** Ignores the text below the state block, and objections to its actions. */
  readonly deaf: boolean
  /** Share of its notes that are wrong. */
  readonly falseNote: number
}

export const NO_FAULTS: Faults = {
  window: null,
  repeat: 0,
  imagine: 0,
  blindExits: 0,
  lost: 0,
  stubborn: 0,
  deaf: false,
  falseNote: 0,
}

/** Turns in a prompt. */
export const ALL_IN_MESSAGES = Number.MAX_SAFE_INTEGER

/**
 * Together, in the preset `none`, they have the results of real models: refused .25 to .35, share of commands that are
 * not repetitions .42 to .57, longest stalls of 46 to 102 turns (`imperfect-play.long.test.ts`).
 */
export const TYPICAL_FAULTS: Faults = {
  ...NO_FAULTS,
  window: 12,
  repeat: 0.03,
  imagine: 0.1,
  blindExits: 0.05,
  lost: 0.3,
  stubborn: 0.02,
}
