import { readFile } from 'node:fs/promises'
import { basename } from 'node:path'
import { parse, TomlError } from 'smol-toml'
import { type Settings, settings } from '@shared/config/settings'

/** A settings file that cannot be used. The message names the file, the key, what was found and what is expected. */
export class SettingsError extends Error {
  override readonly name = 'SettingsError'
  readonly code = 'bad_settings'
}

/**
 * Reads a zorkgpt.toml, or the `[tool.zorkgpt.*]` tables of a pyproject.toml (requirement 2.4), and fills in the defaults of requirement 13.
 * A missing file is an error, for it was named. Of a pyproject.toml the public ZorkGPT's further keys are passed over; a zorkgpt.toml is ours, and
 * an unknown key in it is a mistake worth saying.
 */
export async function loadSettings(path: string): Promise<Settings> {
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw new SettingsError(error.code === 'ENOENT' ? `There is no settings file ${path}. Create it or name another with --config.` : `The settings file ${path} cannot be read: ${error.message}`)
  })
  const table = parseToml(text, path)
  const result = settings.safeParse(basename(path) === 'pyproject.toml' ? supportedPart(table) : table)
  if (result.success) return result.data
  const issue = result.error.issues[0]
  throw new SettingsError(`${path}: ${issue?.path.join('.') || 'the file'}: ${issue?.message}.`)
}

export const defaultSettings = (): Settings => settings.parse({})

function parseToml(text: string, path: string): Record<string, unknown> {
  try {
    return parse(text)
  } catch (error) {
    if (error instanceof TomlError) throw new SettingsError(`${path} is not valid TOML, line ${error.line}, column ${error.column}: ${error.message.split('\n')[0]}`)
    throw error
  }
}

function supportedPart(pyproject: Record<string, unknown>): Record<string, unknown> {
  const zorkgpt = tableAt(tableAt(pyproject, 'tool'), 'zorkgpt')
  const sections = Object.entries(settings.shape).map(([name, section]) => {
    const known = Object.keys(section.unwrap().shape)
    return [name, Object.fromEntries(Object.entries(tableAt(zorkgpt, name)).filter(([key]) => known.includes(key)))]
  })
  return Object.fromEntries(sections)
}

function tableAt(table: Record<string, unknown>, key: string): Record<string, unknown> {
  const value = table[key]
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
}
