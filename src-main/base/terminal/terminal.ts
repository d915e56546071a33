import { visibleJson, visibleText } from '@shared/base/visible-text'

interface Output {
  write(text: string): unknown
}

/** The only way to write to a terminal. Text of an untrusted source never acts as a terminal command. */
export interface Terminal {
  readonly printLine: (text: string) => void
  /** Prints an object as JSON on one line. */
  readonly printJson: (value: unknown) => void
  /** Prints no line end, because the user types the answer after the question. */
  readonly printPrompt: (question: string) => void
  /** Prints to standard error. */
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

/** The terminal of this process; its streams are opened at the first use. */
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

/** For a program that outlives its terminal: text for a closed terminal is lost, and no write fails. */
export function outliveTerminal(): void {
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {})
}

const BAR = '  | '

/**
 * Text of an untrusted source as part of a question. Each line, and each piece of a line that is wider than the
 * terminal, follows a bar, so that none looks like a line or a question of the app. `columns` is undefined if there is
 * no terminal.
 */
export const quoteForTerminal = (text: string, columns: number | undefined): string =>
  visibleText(text)
    .split('\n')
    .flatMap((line) => piecesOf(line, columns))
    .map((piece) => `${BAR}${piece}`)
    .join('\n')

function piecesOf(line: string, columns: number | undefined): readonly string[] {
  const room = Math.max(20, (columns ?? Infinity) - BAR.length - 1)
  const pieces: string[] = []
  let piece = ''
  let width = 0
  for (const character of line) {
    const added = columnsOf(character)
    if (width + added > room) {
      pieces.push(piece)
      piece = ''
      width = 0
    }
    piece += character
    width += added
  }
  return [...pieces, piece]
}

/** Maximum width of a character in any terminal, in columns. */
function columnsOf(character: string): number {
  if (character === '\t') return 8
  return character >= ' ' && character <= '~' ? 1 : 2
}
