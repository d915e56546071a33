import { posix } from 'node:path'

export interface Import {
  readonly from: string
  /** The path of our own file from the root, or the specifier of a package. */
  readonly to: string
  /** True for an import of types alone, which causes no cycle in the running program. */
  readonly isOfTypes: boolean
  /** True for an import on demand, by `import()`. */
  readonly isLater: boolean
}

const DECLARATION = /(?:^|[;}]|\*\/)\s*(?:import|export)\b(?<names>[^'"`;]*?)\bfrom\s*["'`](?<of>[^"'`]+)["'`]/gm
const BARE = /(?:^|[;}])\s*import\s*["'`](?<of>[^"'`]+)["'`]/gm
const DYNAMIC = /\bimport\(\s*["'`](?<of>[^"'`]+)["'`]\s*\)/g

/** Every import of a file. `files`: all files, by which a specifier without an ending is resolved. */
export function importsOf(file: string, text: string, files: ReadonlySet<string>): readonly Import[] {
  const to = (specifier: string) => locate(file, specifier, files)
  const declared = [...text.matchAll(DECLARATION)].map(({ groups }) => ({
    from: file,
    to: to(groups?.['of'] ?? ''),
    isOfTypes: namesTypesAlone(groups?.['names'] ?? ''),
    isLater: false,
  }))
  const whole = (isLater: boolean) => (match: RegExpMatchArray) => ({
    from: file,
    to: to(match.groups?.['of'] ?? ''),
    isOfTypes: false,
    isLater,
  })
  return [...declared, ...[...text.matchAll(BARE)].map(whole(false)), ...[...text.matchAll(DYNAMIC)].map(whole(true))]
}

/** `import type …`, and `import { type A, type B }`. */
function namesTypesAlone(names: string): boolean {
  if (/^\s*type\b/.test(names)) return true
  const inBraces = /^\s*\{(?<list>[^}]*)\}\s*$/.exec(names)?.groups?.['list']
  const list = inBraces?.split(',').filter((name) => name.trim() !== '') ?? []
  return list.length > 0 && list.every((name) => /^\s*type\s/.test(name))
}

function locate(from: string, specifier: string, files: ReadonlySet<string>): string {
  const isOurs = specifier.startsWith('.') || specifier.startsWith('@shared/')
  if (!isOurs) return specifier
  const path = specifier.startsWith('.')
    ? posix.join(posix.dirname(from), specifier)
    : specifier.replace('@shared/', 'src-shared/')
  const bare = path.replace(/\?.*$/, '')
  return [bare, `${bare}.ts`, `${bare}.tsx`].find((file) => files.has(file)) ?? bare
}
