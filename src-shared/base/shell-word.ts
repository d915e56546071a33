import { visibleText } from './visible-text'

/**
 * A text as one word for a POSIX shell (sh, bash, zsh), which runs nothing of it. Null for one that cannot be pasted:
 * signs that a terminal takes for keys would get out of any quotes on the way there.
 */
export function shellWord(text: string): string | null {
  if (visibleText(text) !== text || text.includes('\t')) return null
  if (/^[\w@%+=:,./-]+$/.test(text)) return text
  return `'${text.replaceAll("'", String.raw`'\''`)}'`
}
