import { visibleLine } from '../../base/visible-text'
import { type Answers, formsReference, type Part } from './input-fields'

/** An entry may refer to variables and secrets of this computer, but not on behalf of its publisher. */
export function whyUnsafe(texts: readonly string[]): string | null {
  for (const text of texts) {
    if (visibleLine(text) !== text) return `Its publisher wrote invisible characters: “${visibleLine(text, 200)}”.`
    if (/\$\{|^env:/.test(text)) return `Its publisher refers to a value of this computer: “${visibleLine(text, 200)}”.`
  }
  return null
}

/** Pieces that are harmless one by one can form a reference together. */
export function whyFormed(parts: readonly Part[], answers: Answers): string | null {
  const part = parts.find((each) => formsReference(each, answers))
  return part ? `With these values “${visibleLine(part.title, 100)}” refers to a value of this computer.` : null
}
