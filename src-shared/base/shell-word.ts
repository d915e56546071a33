import { visibleText } from './visible-text'

/**
 * A text as one word for a POSIX shell (sh, bash, zsh), which runs none of it. Null for a text that cannot be pasted:
 * control characters that a terminal reads as keys would escape from any quotes.
 */
export function shellWord(text: string): string | null {
  if (visibleText(text) !== text || text.includes('\t')) return null
  if (/^[\w@%+=:,./-]+$/.test(text)) return text
  return `'${text.replaceAll("'", String.raw`'\''`)}'`
}
