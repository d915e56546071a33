import { z } from 'zod'
import type { EpisodeState } from '@shared/episode/state/episode'
import { loggedTable } from '@shared/settings/logged-table'
import { type Settings, SETTINGS_ON_RESUME } from '@shared/settings/settings'

type Manifest = NonNullable<EpisodeState['manifest']>
type TableName = keyof Settings

interface SettingsInLog {
  /** Tables with `log` in `SETTINGS_ON_RESUME` have the values of the log, all others the current values. */
  readonly settings: Settings
  readonly usesMcp: boolean
  /** The limit in the log, for lines of `episode.log` about copied turns. */
  readonly maxToolIterations: number
  /** Path of the story when the episode was started; for older logs the name of its file. */
  readonly storyPath: string
}

const loggedMcp = z.object({
  enabled: z.boolean().catch(false),
  max_tool_iterations: z.number().int().positive().optional().catch(undefined),
})
const text = z.string().optional().catch(undefined)

/**
 * The settings with which an episode is resumed or forked. A log may come from elsewhere: an invalid table is replaced
 * by the current one. Settings that this version no longer knows are dropped.
 */
export function settingsInLog(manifest: Manifest, pauseRules: Settings['pause'], today: Settings): SettingsInLog {
  const logged = manifest.settings
  const { enabled, max_tool_iterations } = loggedMcp.catch({ enabled: false }).parse(logged.mcp)
  const tables = Object.fromEntries(
    tableNames
      .filter((name) => SETTINGS_ON_RESUME[name] === 'log')
      // A batch has no pace that a person could follow.
      .filter((name) => name !== 'gameplay' || logged.pace === 'watch')
      .map((name) => [name, loggedTable(name, logged) ?? today[name]]),
  ) as Partial<Settings>
  const settings = { ...today, ...tables }
  return {
    settings: {
      ...settings,
      run: {
        ...settings.run,
        handicap: manifest.handicap,
        on_death: manifest.on_death ?? 'continue',
        disguise: manifest.disguise ?? 'none',
      },
      pause: pauseRules,
    },
    usesMcp: enabled,
    maxToolIterations: max_tool_iterations ?? today.mcp.max_tool_iterations,
    storyPath: text.parse(logged.story_path) ?? manifest.game.file_name,
  }
}

const tableNames = Object.keys(SETTINGS_ON_RESUME) as readonly TableName[]
