import type { ShellArguments } from '../../shell-arguments'

/** Arguments of a first or a second start. */
export const NEW_WINDOW = '--new-window'
export const NEW_EPISODE = '--new-episode'

const OPTIONS = { dataFolder: '--data', configFile: '--config', mcpConfigFile: '--mcp-config' } as const
type Folders = Pick<ShellArguments, keyof typeof OPTIONS>

/** The options of a second start that the running app ignores. */
export const unusedOptions = (first: Folders, second: Folders): readonly string[] =>
  (Object.keys(OPTIONS) as (keyof Folders)[])
    .filter((key) => second[key] !== null && second[key] !== first[key])
    .map((key) => OPTIONS[key])
