import { posix } from 'node:path'
import { isCode, type Source } from './sources.ts'

/** A path, not a pattern, that a comment or a document names: `docs/game.md`, `llm/key-grants.ts`. */
const NAMED = /(?<![\w./@*-])(?:[\w-]+\/)*[\w.-]+\.(?:md|tsx?|mjs|html)(?![\w-])/g
/** A path from the root that a document names: a file of any kind, or a folder. */
const ROOTED = /(?<![\w./@-])(?:src-main|src-shared|src-renderer|build|e2e|docs|examples)(?:\/[\w.@-]+)+(?![\w*{<-])/g
/** Placeholders, and names of files outside of the tree: in the user's folders, or in other projects. */
const ELSEWHERE = /^(?:episode|server|index|Memories)\.(?:md|ts|mjs|html)$|NAME/

/**
 * The files and folders that comments and documents name and that do not exist, a sentence each. `files`: all of the
 * tree. A document writes NAME in the path of a file that is still to be made.
 */
export function deadCitations(sources: readonly Source[], files: readonly string[]): readonly string[] {
  const folders = new Set(files.flatMap(foldersOf))
  return sources.flatMap(({ file, text }) =>
    citedIn(file, text).flatMap(({ line, name }) =>
      ELSEWHERE.test(name) || folders.has(name) || isThere(name, file, files)
        ? []
        : [`${file}:${line} names ${name}, which is not there.`],
    ),
  )
}

const foldersOf = (file: string): readonly string[] =>
  file.split('/').flatMap((_, depth, names) => (depth === 0 ? [] : [names.slice(0, depth).join('/')]))

function citedIn(file: string, text: string): readonly { readonly line: number; readonly name: string }[] {
  const isDocument = file.endsWith('.md')
  if (!isDocument && !isCode(file)) return []
  const patterns = isDocument ? [NAMED, ROOTED] : [NAMED]
  return text.split('\n').flatMap((line, index) => {
    const prose = (isDocument ? line : commentOf(line)).replace(/https?:\S+/g, '')
    const names = patterns.flatMap((pattern) => [...prose.matchAll(pattern)].map(([name]) => name.replace(/\.$/, '')))
    return [...new Set(names)].map((name) => ({ line: index + 1, name }))
  })
}

const commentOf = (line: string): string =>
  /^\s*(?:\/\/|\/\*\*?|\*)(?<comment>.*)$/.exec(line)?.groups?.['comment'] ?? ''

/** A file may be named by its path from the root, its path from the naming file, or the end of its path. */
function isThere(name: string, from: string, files: readonly string[]): boolean {
  const beside = posix.join(posix.dirname(from), name)
  return files.some((file) => file === name || file === beside || file.endsWith(`/${name}`))
}
