import { isCode, isDocument, type Source } from './sources.ts'

const WIDTH = 120

/** A line may be wider only because of one piece that cannot be broken: a text, a pattern, a title. */
const UNBREAKABLE = [
  /'(?:[^'\\]|\\.)*'/g,
  /"(?:[^"\\]|\\.)*"/g,
  /`(?:[^`\\]|\\.)*`?/g,
  /\/(?:[^/\\\n[]|\\.|\[(?:[^\]\\]|\\.)*\])+\/[a-z]*/g,
  />[^<>{}]+</g,
]
/** If a piece is longer than this, the line may be wide. */
const LONG_PIECE = 60
/** An address, for example. */
const HAS_LONG_WORD = /\S{100}/

/** The lines of code, styles and documents that are too wide, a sentence each. Fixtures and locks are data. */
export function wideLines(sources: readonly Source[]): readonly string[] {
  return sources.flatMap(({ file, text }) => {
    const isSource = isCode(file) || file.endsWith('.css')
    if (!isSource && !isDocument(file)) return []
    const lines = text.split('\n')
    return lines.flatMap((line, index) => {
      if (line.length <= WIDTH) return []
      const isAllowed = isSource
        ? isWideByOnePiece(line) || isInsideText(lines, index)
        : line.startsWith('|') || HAS_LONG_WORD.test(line)
      return isAllowed ? [] : [`${file}:${index + 1} is ${line.length} columns wide, of ${WIDTH} at most.`]
    })
  })
}

function isWideByOnePiece(line: string): boolean {
  if (/^\s*(?:\/\/|\/?\*)/.test(line)) return HAS_LONG_WORD.test(line)
  return UNBREAKABLE.some((piece) => (line.match(piece) ?? []).some((match) => match.length > LONG_PIECE))
}

/** True inside a multi-line template: the number of backticks before the line is odd. */
function isInsideText(lines: readonly string[], index: number): boolean {
  const before = lines.slice(0, index).join('\n').replace(/\\`/g, '')
  return (before.match(/`/g) ?? []).length % 2 === 1
}
