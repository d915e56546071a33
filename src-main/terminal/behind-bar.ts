import { visibleText } from '@shared/visible-text'

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
    // Some take two columns, and a tab as many as eight; whoever is not sure leaves room.
    const needs = sign >= ' ' && sign <= '~' ? 1 : sign === '\t' ? 8 : 2
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
