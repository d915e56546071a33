import { visibleText } from '@shared/base/visible-text'

const BAR = '  | '

/**
 * Text of an untrusted source as part of a question. Each line, and each piece of a line that is wider than the
 * terminal, follows a bar, so that none can pass for a line or a question of ours. `columns` is undefined where there
 * is no terminal.
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

/** The most columns that a terminal may give to a character. */
function columnsOf(character: string): number {
  if (character === '\t') return 8
  return character >= ' ' && character <= '~' ? 1 : 2
}
