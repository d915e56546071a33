import type { GameEnvironment } from '../../story/environment'

/** As the host's contract has it: more is no command. */
export const MAX_ACTION_LENGTH = 1000

/** Throws an Error for what no keyboard sends in one command: the game is not touched by it. */
export function checkAction(environment: GameEnvironment, action: string): void {
  if (environment.input.kind === 'ended')
    throw new Error('The game has ended. Restore a saved game, or connect anew to play from the start.')
  if (action.length > MAX_ACTION_LENGTH)
    throw new Error(`The action is ${action.length} characters long; the longest is ${MAX_ACTION_LENGTH}.`)
  const control = /\p{Cc}/u.exec(action)?.[0]
  if (control !== undefined)
    throw new Error(
      `The action holds the control character U+${control.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}; it takes one line of plain text.`,
    )
  if (action.trim() === '' && environment.input.kind === 'line')
    throw new Error('The action is empty; it takes one command, such as "look".')
}

/**
 * The words that the story's dictionary does not hold, so that the parser must refuse them. Only plain words are
 * judged: what is quoted, numbers and names with accents are left to the story.
 */
export function unknownWords(environment: GameEnvironment, action: string): readonly string[] {
  // Z-Machine Standard 13.3, 13.4: words are told apart by their first six or nine letters.
  const significant = environment.story.version <= 3 ? 6 : 9
  const known = new Set(environment.getDictionary().map(({ word }) => word.slice(0, significant)))
  const words =
    action
      .toLowerCase()
      .replace(/".*$/, '')
      .match(/[\p{L}\p{N}'-]+/gu) ?? []
  return words.filter((word) => /^[a-z]+$/.test(word) && !known.has(word.slice(0, significant)))
}
