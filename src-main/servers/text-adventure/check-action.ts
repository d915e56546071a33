import type { GameEnvironment } from '../../story/environment'

/** The limit of the host's contract. */
const MAX_ACTION_LENGTH = 1000

/** Throws an Error for an action that cannot be played; the game is unchanged. */
export function checkAction(environment: GameEnvironment, action: string): void {
  if (environment.input.kind === 'ended')
    throw new Error('The game has ended. Restore a saved game, or connect again to play from the start.')
  if (action.length > MAX_ACTION_LENGTH)
    throw new Error(`The action has ${action.length} characters; at most ${MAX_ACTION_LENGTH} are allowed.`)
  const control = /\p{Cc}/u.exec(action)?.[0]
  if (control !== undefined)
    throw new Error(
      `The action contains the control character U+${control.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}; it must be one line of plain text.`,
    )
  if (action.trim() === '' && environment.input.kind === 'line')
    throw new Error('The action is empty; it must be one command, such as "look".')
}

/**
 * The words that are not in the story's dictionary, which the parser would refuse. Only plain words are checked: quoted
 * text, numbers and names with accents are left to the story.
 */
export function unknownWords(environment: GameEnvironment, action: string): readonly string[] {
  // Z-Machine Standard §13.3, §13.4: words are compared by their first six or nine letters.
  const significant = environment.story.version <= 3 ? 6 : 9
  const known = new Set(environment.getDictionary().map(({ word }) => word.slice(0, significant)))
  const words =
    action
      .toLowerCase()
      .replace(/".*$/, '')
      .match(/[\p{L}\p{N}'-]+/gu) ?? []
  return words.filter((word) => /^[a-z]+$/.test(word) && !known.has(word.slice(0, significant)))
}
