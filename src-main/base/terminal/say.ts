import { visibleJson, visibleText } from '@shared/base/visible-text'

/**
 * The only way to a terminal: whatever is said, no guest's text in it is a command to it. Standard output that a
 * program reads is written elsewhere.
 */

export const say = (text: string): void => void process.stdout.write(`${visibleText(text)}\n`)

/** One object on one line. */
export const sayJson = (value: unknown): void => void process.stdout.write(`${visibleJson(value)}\n`)

/** What the answer is typed behind. */
export const sayBeforeAnswer = (question: string): void => void process.stdout.write(visibleText(question))

let hearer: ((text: string) => void) | null = null

/** For a program whose standard error nobody may see: it hears all that is complained of, as it is written there. */
export function hearComplaints(hear: (text: string) => void): void {
  hearer = hear
}

/** On standard error. */
export function complain(text: string): void {
  const visible = visibleText(text)
  process.stderr.write(`${visible}\n`)
  hearer?.(visible)
}
