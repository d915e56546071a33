import { visibleText } from '@shared/base/visible-text'

const BAR = '  | '

/**
 * What a guest says, as part of a question: it never begins a line of the terminal, so that none of it passes for a
 * line or a question of ours. Of a line that is longer than the terminal is wide each piece stands behind a bar of its
 * own; `columns` undefined: there is no terminal.
 */
export const behindBar = (text: string, columns: number | undefined): string =>
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
  for (const sign of line) {
    const needs = columnsOf(sign)
    if (width + needs > room) {
      pieces.push(piece)
      piece = ''
      width = 0
    }
    piece += sign
    width += needs
  }
  return [...pieces, piece]
}

/** The most columns that a terminal may give to a sign. */
function columnsOf(sign: string): number {
  if (sign === '\t') return 8
  return sign >= ' ' && sign <= '~' ? 1 : 2
}
