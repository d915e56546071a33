import actor from './prompts/actor.md?raw'

/** The longest that a person may put in its place, in characters. */
export const LONGEST_PROMPT = 20_000

/** What every model player is told once. It knows no story: nothing in it may help in one game only. */
export const SYSTEM_PROMPT = actor.trim()
