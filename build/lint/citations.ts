import { posix } from 'node:path'
import { isCode, type Source } from './sources.ts'

/** A path, but no pattern, that a comment or a document names: `docs/game.md`, `llm/key-addresses.ts`. */
const NAMED = /(?<![\w./@*-])(?:[\w-]+\/)*[\w.-]+\.(?:md|tsx?|mjs|html)(?![\w-])/g
/** Names that a reader of ours will not look for in the tree: in the reader's own folders, or in other projects. */
const ELSEWHERE = /^(?:episode|server|index|NAME)\.(?:md|ts|mjs|html)$/

/** The files that comments and documents name and that are not there, a sentence each. */
export function deadCitations(sources: readonly Source[]): readonly string[] {
  const files = sources.map(({ file }) => file)
  return sources.flatMap(({ file, text }) =>
    citedIn(file, text).flatMap(({ line, name }) =>
      ELSEWHERE.test(name) || isThere(name, file, files) ? [] : [`${file}:${line} names ${name}, which is not there.`],
    ),
  )
}

function citedIn(file: string, text: string): readonly { readonly line: number; readonly name: string }[] {
  const isDocument = file.endsWith('.md')
  if (!isDocument && !isCode(file)) return []
  return text.split('\n').flatMap((line, index) => {
    const prose = isDocument ? line.replace(/https?:\S+/g, '') : commentOf(line).replace(/https?:\S+/g, '')
    return [...prose.matchAll(NAMED)].map(([name]) => ({ line: index + 1, name }))
  })
}

const commentOf = (line: string): string => /^\s*(?:\/\/|\/\*\*?|\*)(?<said>.*)$/.exec(line)?.groups?.['said'] ?? ''

/** By its path from the root, from the folder of who names it, or by the end of its path. */
function isThere(name: string, from: string, files: readonly string[]): boolean {
  const beside = posix.join(posix.dirname(from), name)
  return files.some((file) => file === name || file === beside || file.endsWith(`/${name}`))
}
