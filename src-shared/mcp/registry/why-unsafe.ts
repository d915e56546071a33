import { visibleLine } from '../../base/visible-text'
import { type Answers, formsReference, type Part } from './input-fields'

/** Why texts of a publisher are refused, or null. Only a person may refer to variables and secrets of this computer. */
export function whyUnsafe(texts: readonly string[]): string | null {
  for (const text of texts) {
    if (visibleLine(text) !== text) return `Its publisher wrote invisible characters: “${visibleLine(text, 200)}”.`
    if (/\$\{|^env:/.test(text)) return `Its publisher refers to a value of this computer: “${visibleLine(text, 200)}”.`
  }
  return null
}

/** Why the answers are refused, or null: pieces that are harmless alone can form a reference together. */
export function whyFormed(parts: readonly Part[], answers: Answers): string | null {
  const part = parts.find((each) => formsReference(each, answers))
  return part ? `With these values “${visibleLine(part.title, 100)}” refers to a value of this computer.` : null
}
