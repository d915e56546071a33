import { visibleJson, visibleText } from '@shared/base/visible-text'

/** A stream of text, such as standard output. */
interface Output {
  write(text: string): unknown
}

/**
 * The only way to a terminal: no text of an untrusted source can be a command to it. Standard output that a program
 * reads is written elsewhere.
 */
export interface Terminal {
  readonly printLine: (text: string) => void
  /** One object on one line. */
  readonly printJson: (value: unknown) => void
  /** The user types the answer behind it, so no line end follows. */
  readonly printPrompt: (question: string) => void
  /** On standard error. */
  readonly printError: (text: string) => void
}

export const openTerminal = (out: Output, err: Output): Terminal => ({
  printLine: (text) => void out.write(`${visibleText(text)}\n`),
  printJson: (value) => void out.write(`${visibleJson(value)}\n`),
  printPrompt: (question) => void out.write(visibleText(question)),
  printError: (text) => void err.write(`${visibleText(text)}\n`),
})

let errorListener: ((text: string) => void) | null = null

/** For a program whose standard error may be invisible: the listener gets the text of every error that is printed. */
export function onPrintedError(listener: (text: string) => void): void {
  errorListener = listener
}

/** That of this process, whose streams are opened at the first use. */
export const processTerminal: Terminal = openTerminal(
  { write: (text) => process.stdout.write(text) },
  {
    write: (text) => {
      process.stderr.write(text)
      errorListener?.(text.slice(0, -1))
    },
  },
)

export const { printLine, printError } = processTerminal
