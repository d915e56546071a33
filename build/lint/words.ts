import { isCode, type Source } from './sources.ts'

/** Words that hide the actor or the repetition; name it instead: the user, the caller, another process, again. */
const OBSCURE = /\b(?:whoever|anew)\b/gi
/** An elliptic comment: "Of two values the one.", "By name.", "What is left.". Write a sentence, or name the thing. */
const ELLIPTIC = /(?:(?:\/\/|\/\*\*?|^\s*\*)\s+(Of|What(?!.*\?))|\/\*\*\s+(And|As|But|By|Most|Nor))\s/

/** Obscure lines of code, styles and documents, a sentence each. Stories and logs have their own words. */
export function obscureWords(sources: readonly Source[]): readonly string[] {
  return sources.flatMap(({ file, text }) => {
    if (!(isCode(file) || /\.(?:md|css)$/.test(file)) || file.startsWith('build/lint/')) return []
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
