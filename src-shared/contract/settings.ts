import { z } from 'zod'
import type { SettingGroup, SettingValue } from '../settings/describe-settings'
import { type ApiOf, command, none } from './define'

const settingValue = z.union([
  z.boolean(),
  z.number(),
  z.string().max(10_000),
  z.array(z.string().max(1000)).max(100),
  z.record(z.string().max(200), z.string().max(10_000)),
])
/** Table and key, such as `mcp.enabled`. */
const settingPath = z.string().regex(/^[a-z_]+\.[a-z_]+$/, 'is not the name of a setting')

export const settings = {
  readSettings: command(none).gives<SettingsFile>(),
  /** Describes the mistake in the value as a sentence; null if it is valid. */
  checkSetting: command(z.object({ path: settingPath, value: settingValue })).gives<string | null>(),
  /** Changes settings; null removes one from the file. Refused with `bad_file`, `changed_on_disk` or `cannot_write`. */
  saveSettings: command(
    z.object({
      version: z.string(),
      changes: z
        .array(z.object({ path: settingPath, value: settingValue.nullable() }))
        .min(1)
        .max(100),
    }),
  ).gives<SettingsFile>(),
}
export type SettingsApi = ApiOf<typeof settings>

/** A mistake in the file: its place and a sentence. `line` and `column` count from 1. */
export interface SettingsProblem {
  readonly line: number
  readonly column: number
  /** The affected setting; null for the file as a whole. */
  readonly path: string | null
  readonly message: string
  /** With only warnings, all settings are usable. */
  readonly severity: 'error' | 'warning'
}

export interface SettingsFile {
  readonly file: string
  /** Hash of the file on disk; empty if there is no file. */
  readonly version: string
  readonly groups: readonly SettingGroup[]
  /** Valid settings of the file; all others have their defaults. */
  readonly given: Readonly<Record<string, SettingValue>>
  readonly problems: readonly SettingsProblem[]
}
