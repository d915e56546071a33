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
/** Longer than this, the piece itself is why the line is wide. */
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

/** Words that hide who acts or what happens again; names say it: the user, the caller, another process, again. */
const OBSCURE = /\b(?:whoever|anew)\b/gi
/** An elliptic comment, such as "Of two values the one." or "By name.": write a sentence with a subject and a verb. */
const ELLIPTIC = /(?:(?:\/\/|\/\*\*?|^\s*\*)\s+(Of)|\/\*\*\s+(And|As|But|By|Most|Nor))\s/

/** Lines of code and documents that need a second reading, a sentence each. Stories and logs have their own words. */
export function obscureWords(sources: readonly Source[]): readonly string[] {
  return sources.flatMap(({ file, text }) => {
    if (!(isCode(file) || file.endsWith('.md')) || file.startsWith('build/lint/')) return []
    return text
      .split('\n')
      .flatMap((line, index) => [
        ...(line.match(OBSCURE) ?? []).map(
          (word) => `${file}:${index + 1} says "${word}": name the actor, or say "again".`,
        ),
        ...(ELLIPTIC.exec(line)?.slice(1) ?? [])
          .filter((word) => word !== undefined)
          .map((word) => `${file}:${index + 1} begins a comment with "${word}": write a sentence.`),
      ])
  })
}
