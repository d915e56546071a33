/** The longest system prompt that a user may enter, in characters. */
export const LONGEST_PROMPT = 20_000
