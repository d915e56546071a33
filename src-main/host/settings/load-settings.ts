import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { parse, TomlError } from 'smol-toml'
import { ExpectedError } from '@shared/base/expected-error'
import type { SettingsProblem } from '@shared/contract/settings'
import { reasonOf, type SettingValue } from '@shared/settings/describe-settings'
import { type Settings, settings } from '@shared/settings/settings'
import { misplacedTables, settingsRoot, tableAt, tableIn } from '@shared/settings/settings-root'
import { locateToml } from '@shared/settings/toml-edit'
import { nearest, sortSettings } from '@shared/settings/unknown-settings'
import { readNamedText } from '../../base/files/plain-file'

export interface SettingsText {
  readonly text: string
  readonly version: string
  /** Null if there are errors. */
  readonly settings: Settings | null
  /** Paths of the settings that the file sets, such as `mcp.enabled`. */
  readonly given: Readonly<Record<string, SettingValue>>
  /** Names of the MCP servers in its tables. Their errors are reported with the other servers. */
  readonly servers: readonly string[]
  readonly problems: readonly SettingsProblem[]
}

/**
 * Reads a zorkgpt.toml, or the `[tool.zorkgpt.*]` tables of a pyproject.toml (requirement 2.4), with the defaults of
 * requirement 13. Throws `bad_file` if it cannot be used. A missing file is an error, because the user named it.
 */
export async function loadSettings(path: string): Promise<Settings> {
  const { settings: loaded, problems } = await readSettings(path)
  if (loaded) return loaded
  const problem = problems.find(isError)
  throw new ExpectedError('bad_file', problem ? describeProblem(path, problem) : `${path} cannot be used.`)
}

export const isError = ({ severity }: SettingsProblem): boolean => severity === 'error'

export const describeProblem = (path: string, { line, column, path: setting, message }: SettingsProblem): string =>
  setting === null
    ? `${path} is not valid TOML, line ${line}, column ${column}: ${message}`
    : `${path}: ${setting}, line ${line}: ${message}.`

export const defaultSettings = (): Settings => settings.parse({})

/** Like `loadSettings`, but returns errors. Throws `bad_file` only for a file that cannot be read. */
export async function readSettings(path: string): Promise<SettingsText> {
  const text = await readNamedText(path).catch((error: NodeJS.ErrnoException) => {
    throw new ExpectedError(
      'bad_file',
      error.code === 'ENOENT'
        ? `There is no settings file ${path}. Create it or name another with --config.`
        : `The settings file ${path} cannot be read: ${error.message}`,
    )
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
    const { line, column } = error
    const problem = {
      line,
      column,
      path: null,
      severity: 'error',
      message: error.message.split('\n')[0] ?? '',
    } as const
    return { text, version, settings: null, given: {}, servers: [], problems: [problem] }
  }
  const sorted = sortSettings(settingsRoot(path, table))
  const result = settings.safeParse(sorted.known, { reportInput: true })
  const placeOf = locateToml(text)
  const locate = (section: string, key: string | null) => ({
    ...placeOf([...tableIn(path, section).split('.'), ...(key === null ? [] : [key])]),
    path: key === null ? section : `${section}.${key}`,
  })
  const refused = result.success
    ? []
    : result.error.issues.map((issue): SettingsProblem => {
        const [section = '', key = null] = issue.path.slice(0, 2).map(String)
        return { ...locate(section, key), severity: 'error', message: reasonOf(issue) }
      })
  const unknown = sorted.unknown.map(({ table: section, key, ...what }): SettingsProblem => ({
    ...locate(section, key),
    ...what,
  }))
  const isTypo = (name: string) => nearest(name, ['zorkgpt']) !== null
  const misplaced = misplacedTables(path, table, Object.keys(settings.shape), isTypo).map(
    ({ table: found, meant }): SettingsProblem => ({
      ...placeOf(found.split('.')),
      path: found,
      severity: 'error',
      message: `Not a known table; did you mean [${meant}]?`,
    }),
  )
  const problems = [...misplaced, ...refused, ...unknown].toSorted((one, other) => one.line - other.line)
  return {
    text,
    version,
    settings: problems.some(isError) || !result.success ? null : result.data,
    given: givenIn(sorted.known),
    servers: Object.keys(sorted.servers),
    problems,
  }
}

function givenIn(table: Readonly<Record<string, unknown>>): Record<string, SettingValue> {
  const known = Object.entries(settings.shape).flatMap(([section, wrapped]) =>
    Object.keys(wrapped.unwrap().shape).map((key) => [section, key] as const),
  )
  return Object.fromEntries(
    known.flatMap(([section, key]) => {
      const value = tableAt(table, section)[key]
      return value === undefined ? [] : [[`${section}.${key}`, value as SettingValue]]
    }),
  )
}

/** The settings of a host. Each episode reads the file again, because a user edits it for the next episode. */
export interface SettingsInForce {
  readonly file: string
  readonly now: () => Settings
  readonly readAgain: () => Promise<Settings>
}

/** Rejects with `bad_file`. A named file must exist; the app's own may be missing. */
export async function openSettings(namedFile: string | null, appRoot: string): Promise<SettingsInForce> {
  const file = namedFile ?? join(appRoot, 'zorkgpt.toml')
  const read = async () => (namedFile !== null || existsSync(file) ? loadSettings(file) : defaultSettings())
  let inForce = await read()
  return { file, now: () => inForce, readAgain: async () => (inForce = await read()) }
}
