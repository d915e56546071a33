import { visibleLine, visibleText } from './visible-text'

/**
 * Quotes one word for a POSIX shell. Null if it has control characters, which a terminal interprets even inside quotes.
 */
export function shellWord(text: string): string | null {
  if (visibleText(text) !== text || text.includes('\t')) return null
  if (/^[\w@%+=:,./-]+$/.test(text)) return text
  return `'${text.replaceAll("'", String.raw`'\''`)}'`
}

/** Quotes a word of a command line for the user's consent, with hidden characters made visible. */
export const quoteVisibly = (word: string): string =>
  /^[\w@%+=:,./\\•-]+$/.test(word) ? word : `'${visibleLine(word.replaceAll("'", String.raw`'\''`))}'`
