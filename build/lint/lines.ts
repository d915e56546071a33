import { isCode, type Source } from './sources.ts'

const WIDTH = 120

/** A line may be wider only because of one piece that cannot be broken: a text, a pattern, a title. */
const UNBREAKABLE = [
  /'(?:[^'\\]|\\.)*'/g,
  /"(?:[^"\\]|\\.)*"/g,
  /`(?:[^`\\]|\\.)*`?/g,
  /\/(?:[^/\\\n[]|\\.|\[(?:[^\]\\]|\\.)*\])+\/[a-z]*/g,
  />[^<>{}]+</g,
]
/** Longer than this, the piece itself is why the line is wide. */
const LONG_PIECE = 60

/** The lines of code that are too wide, a sentence each. Data, such as fixtures and locks, is not code. */
export function wideLines(sources: readonly Source[]): readonly string[] {
  return sources
    .filter(({ file }) => isCode(file))
    .flatMap(({ file, text }) => {
      const lines = text.split('\n')
      return lines.flatMap((line, index) => {
        if (line.length <= WIDTH || isWideByOnePiece(line) || isInsideText(lines, index)) return []
        return [`${file}:${index + 1} is ${line.length} columns wide, of ${WIDTH} at most.`]
      })
    })
}

function isWideByOnePiece(line: string): boolean {
  if (/^\s*(?:\/\/|\/?\*)/.test(line)) return /\S{100}/.test(line)
  return UNBREAKABLE.some((piece) => (line.match(piece) ?? []).some((match) => match.length > LONG_PIECE))
}

/** True inside a multi-line template: the number of backticks before the line is odd. */
function isInsideText(lines: readonly string[], index: number): boolean {
  const before = lines.slice(0, index).join('\n').replace(/\\`/g, '')
  return (before.match(/`/g) ?? []).length % 2 === 1
}
