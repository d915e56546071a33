import actor from './prompts/actor.md?raw'

/** The system prompt of every model player. It names no story: nothing in it may help in one game only. */
export const SYSTEM_PROMPT = actor.trim()
