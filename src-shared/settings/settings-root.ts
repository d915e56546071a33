import { isRecord } from '../base/json/is-record'

const isPyproject = (path: string): boolean => /(?:^|[\\/])pyproject\.toml$/i.test(path)

/** The settings in a parsed zorkgpt.toml, or in `[tool.zorkgpt]` of a pyproject.toml (requirement 2.4). */
export const settingsRoot = (
  path: string,
  file: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> => (isPyproject(path) ? tableAt(tableAt(file, 'tool'), 'zorkgpt') : file)

/** The full name of a table in the file. */
export const tableIn = (path: string, table: string): string => (isPyproject(path) ? `tool.zorkgpt.${table}` : table)

/**
 * Misplaced tables of a pyproject.toml: ours outside of `[tool.zorkgpt]`, and `[tool]` tables whose names `isLikeOurs`.
 */
export function misplacedTables(
  path: string,
  file: Readonly<Record<string, unknown>>,
  ours: readonly string[],
  isLikeOurs: (name: string) => boolean,
): readonly { readonly table: string; readonly meant: string }[] {
  if (!isPyproject(path)) return []
  const atTop = ours
    .filter((name) => Object.hasOwn(file, name))
    .map((table) => ({ table, meant: `tool.zorkgpt.${table}` }))
  const near = Object.keys(tableAt(file, 'tool'))
    .filter((name) => name !== 'zorkgpt' && isLikeOurs(name))
    .map((name) => ({ table: `tool.${name}`, meant: 'tool.zorkgpt' }))
  return [...atTop, ...near]
}

export function tableAt(table: Readonly<Record<string, unknown>>, key: string): Readonly<Record<string, unknown>> {
  const value = table[key]
  return isRecord(value) ? value : {}
}
