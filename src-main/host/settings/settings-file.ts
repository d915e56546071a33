import { existsSync } from 'node:fs'
import { ExpectedError, isExpected } from '@shared/base/expected-error'
import type { SettingsApi, SettingsFile } from '@shared/contract/settings'
import { describeSettings } from '@shared/settings/describe-settings'
import { tableIn } from '@shared/settings/settings-root'
import { setTomlValue } from '@shared/settings/toml-edit'
import { replaceFile } from '../../base/files/replace-file'
import { writeError } from '../../base/files/write-error'
import { checkSettings, readSettings, type SettingsText } from './load-settings'

type SettingChange = Parameters<SettingsApi['saveSettings']>[0]['changes'][number]

export async function readSettingsFile(file: string): Promise<SettingsFile> {
  const { version, given, problems } = await readOrEmpty(file)
  return { file, version, groups: describeSettings(), given, problems }
}

/**
 * Edits the file in place, so that comments, order and other keys stay. Throws `changed_on_disk` if the version of the
 * file is not `version`, `bad_file` for an invalid value or a file that cannot be edited, and `cannot_write`. The file
 * is unchanged after an error.
 */
export async function saveSettingsFile(
  file: string,
  version: string,
  changes: readonly SettingChange[],
): Promise<SettingsFile> {
  const current = await readOrEmpty(file)
  if (current.version !== version)
    throw new ExpectedError(
      'changed_on_disk',
      `Not saved: ${file} was changed by another program in the meantime. Load it again first.`,
    )
  const text = applyChanges(file, current.text, changes)
  const problem = checkSettings(file, text).problems.find(
    ({ path, severity }) => severity === 'error' && changes.some((change) => change.path === path),
  )
  if (problem) throw new ExpectedError('bad_file', `Not saved: ${problem.path}: ${problem.message}.`)
  await replaceFile(file, text).catch((error: unknown) => {
    throw writeError('Not saved', file, error)
  })
  return readSettingsFile(file)
}

const NO_FILE: SettingsText = { ...checkSettings('', ''), version: '' }

const readOrEmpty = async (file: string): Promise<SettingsText> => (existsSync(file) ? readSettings(file) : NO_FILE)

function applyChanges(file: string, text: string, changes: readonly SettingChange[]): string {
  try {
    return changes.reduce((edited, { path, value }) => {
      const [table = '', key = ''] = path.split('.')
      return setTomlValue(edited, tableIn(file, table), key, value ?? undefined)
    }, text)
  } catch (error) {
    if (isExpected(error)) throw new ExpectedError('bad_file', `Not saved: ${error.message}`)
    throw new ExpectedError(
      'bad_file',
      `Not saved: ${file} is not valid TOML and was left unchanged. Correct it first.`,
    )
  }
}
