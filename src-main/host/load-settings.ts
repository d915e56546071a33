import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { basename } from 'node:path'
import { parse, TomlError } from 'smol-toml'
import { reasonOf } from '@shared/config/describe-settings'
import { type Settings, settings } from '@shared/config/settings'
import { locateToml } from '@shared/config/toml-lines'
import type { SettingsProblem, SettingValue } from '@shared/contract/settings'

/** A settings file that cannot be used. The message names the file, the line, the key, what was found and what is expected. */
export class SettingsError extends Error {
  override readonly name = 'SettingsError'
  readonly code = 'bad_settings'
}

/** A settings file as it is on disk, and what became of it. */
export interface SettingsText {
  readonly text: string
  /** Hash of the text. */
  readonly version: string
  /** Null if there are problems. */
  readonly settings: Settings | null
  /** Settings that the file itself names, by path such as `mcp.enabled`. */
  readonly given: Readonly<Record<string, SettingValue>>
  readonly problems: readonly SettingsProblem[]
}

/**
 * Reads a zorkgpt.toml, or the `[tool.zorkgpt.*]` tables of a pyproject.toml (requirement 2.4), and fills in the defaults of requirement 13.
 * Throws a `SettingsError` if it cannot be used. A missing file is an error, for it was named.
 */
export async function loadSettings(path: string): Promise<Settings> {
  const { settings: loaded, problems } = await readSettings(path)
  if (loaded) return loaded
  const [problem] = problems
  throw new SettingsError(problem ? describeProblem(path, problem) : `${path} cannot be used.`)
}

export const describeProblem = (path: string, { line, column, path: setting, message }: SettingsProblem): string =>
  setting === null ? `${path} is not valid TOML, line ${line}, column ${column}: ${message}` : `${path}: ${setting}, line ${line}: ${message}.`

export const defaultSettings = (): Settings => settings.parse({})

/** The table of the file that holds a table of the settings. */
export const tableIn = (path: string, table: string): string => (isPyproject(path) ? `tool.zorkgpt.${table}` : table)

/** As `loadSettings`, but what is wrong is told and not thrown. Throws a `SettingsError` only for a file that cannot be read. */
export async function readSettings(path: string): Promise<SettingsText> {
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw new SettingsError(error.code === 'ENOENT' ? `There is no settings file ${path}. Create it or name another with --config.` : `The settings file ${path} cannot be read: ${error.message}`)
  })
  return checkSettings(path, text)
}

export function checkSettings(path: string, text: string): SettingsText {
  const version = createHash('sha256').update(text).digest('hex')
  let table: Record<string, unknown>
  try {
    table = parse(text)
  } catch (error) {
    if (!(error instanceof TomlError)) throw error
    return { text, version, settings: null, given: {}, problems: [{ line: error.line, column: error.column, path: null, message: error.message.split('\n')[0] ?? '' }] }
  }
  const ours = isPyproject(path) ? supportedPart(table) : table
  const result = settings.safeParse(ours)
  const problems = result.success ? [] : result.error.issues.flatMap((issue) => namesOf(issue).map(([section = '', key]) => ({ ...locateToml(text, tableIn(path, section), key ?? null), path: key === undefined ? section : `${section}.${key}`, message: reasonOf(issue) })))
  return { text, version, settings: result.success ? result.data : null, given: givenIn(ours), problems }
}

/** Table and key that an issue is about; each of the keys that nobody knows. */
function namesOf(issue: { readonly path: readonly PropertyKey[]; readonly keys?: unknown }): readonly string[][] {
  const path = issue.path.slice(0, 2).map(String)
  return Array.isArray(issue.keys) ? issue.keys.map((key) => [...path, String(key)]) : [path]
}

function givenIn(table: Readonly<Record<string, unknown>>): Record<string, SettingValue> {
  const known = Object.entries(settings.shape).flatMap(([section, wrapped]) => Object.keys(wrapped.unwrap().shape).map((key) => [section, key] as const))
  return Object.fromEntries(
    known.flatMap(([section, key]) => {
      const value = tableAt(table, section)[key]
      return value === undefined ? [] : [[`${section}.${key}`, value as SettingValue]]
    }),
  )
}

const isPyproject = (path: string): boolean => basename(path) === 'pyproject.toml'

/** Of a pyproject.toml the public ZorkGPT's further keys are passed over; a zorkgpt.toml is ours, and an unknown key in it is a mistake worth saying. */
function supportedPart(pyproject: Record<string, unknown>): Record<string, unknown> {
  const zorkgpt = tableAt(tableAt(pyproject, 'tool'), 'zorkgpt')
  const sections = Object.entries(settings.shape).map(([name, section]) => {
    const known = Object.keys(section.unwrap().shape)
    return [name, Object.fromEntries(Object.entries(tableAt(zorkgpt, name)).filter(([key]) => known.includes(key)))]
  })
  return Object.fromEntries(sections)
}

function tableAt(table: Readonly<Record<string, unknown>>, key: string): Record<string, unknown> {
  const value = table[key]
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
}
