import { visibleLine, visibleText } from './visible-text'

/** One word for a POSIX shell. Null if it cannot be pasted: a terminal reads control characters inside any quotes. */
export function shellWord(text: string): string | null {
  if (visibleText(text) !== text || text.includes('\t')) return null
  if (/^[\w@%+=:,./-]+$/.test(text)) return text
  return `'${text.replaceAll("'", String.raw`'\''`)}'`
}

/** A word of a command line that a person agrees to: visible as a whole. */
export const quoteVisibly = (word: string): string =>
  /^[\w@%+=:,./\\•-]+$/.test(word) ? word : `'${visibleLine(word.replaceAll("'", String.raw`'\''`))}'`
