import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { visibleLine } from '@shared/base/visible-text'
import type { SettingsProblem } from '@shared/contract/settings'
import type { ConfigProblem, McpConfigEntry } from '@shared/mcp/mcp-config'
import { namesASecret } from '@shared/mcp/mcp-expansion'
import { describeSettings, type SettingValue } from '@shared/settings/describe-settings'
import { readNamedText } from '../../base/files/plain-file'
import { checkExperiment, isExperiment } from '../../experiments/plan/read-experiment'
import { machineFolder, readPath } from '../../host/episodes/data-folder'
import { defaultSettings, loadSettings, readSettings } from '../../host/settings/load-settings'
import { openEndpoint } from '../../llm/endpoint'
import { openKeyGrants } from '../../llm/key-grants'
import { KEY_VARIABLES } from '../../llm/profiles'
import { type ConfigSource, readSavedServers } from '../../mcp/config/config-file'
import { describeTarget } from '../../mcp/launch/command-line'
import { MASK } from '../../secrets/secret-mask'
import { environmentSecrets } from '../../secrets/secret-store'
import { openSecrets } from '../../secrets/secrets'
import { badUsage, readArguments, readNumber, type Values } from './command/arguments'
import type { CommandContext } from './command/command-context'
import { configFileOf, mcpConfigFileOf } from './command/open-host'

/** Longer lines are cut, because a value in the file may have any length. */
const LONGEST_LINE = 1000

type ConfigValues = Values<'config'>

/**
 * `zorkgpt config check|show`: prints the errors of the settings and the list of servers, or every value with its
 * source.
 */
export async function run(args: readonly string[], context: CommandContext): Promise<number> {
  const { values, positionals } = readArguments('config', args, 1)
  const [action] = positionals
  if (action === 'check') return check(values, context)
  if (action === 'show') return show(values, context)
  throw badUsage('config needs a subcommand: zorkgpt config check, or zorkgpt config show.')
}

interface Found extends Pick<SettingsProblem, 'line' | 'column' | 'severity' | 'message'> {
  readonly file: string
}

/** Exit status 2 if there are errors; warnings do not count. */
async function check(values: ConfigValues, context: CommandContext): Promise<number> {
  const file = settingsFileOf(values, context)
  const foundIn = (problem: SettingsProblem): Found => {
    const { path, message } = problem
    return { file, ...problem, message: path === null ? message : `${path}: ${message}` }
  }
  const text = existsSync(file) ? await readNamedText(file).catch(() => '') : ''
  if (isExperiment(file, text))
    return printFound([file], checkExperiment(file, text).problems.map(foundIn), values, context)
  const { settings, problems } =
    existsSync(file) || values.config !== undefined
      ? await readSettings(file)
      : { settings: defaultSettings(), problems: [] }
  const { enabled, config_file: configFile } = (settings ?? defaultSettings()).mcp
  const mcpFile = mcpFileOf(values, context, configFile)
  const saved = await readSavedServers(sourceOf(file, mcpFile, context))
  const ofServers = (where: string, all: readonly ConfigProblem[]) =>
    all.map(({ server, message, ...place }): Found => ({
      file: where,
      ...place,
      message: server === null ? message : `server "${server}": ${message}`,
    }))
  const found = [
    ...problems.map(foundIn),
    ...ofServers(file, saved.settingsProblems),
    ...ofServers(mcpFile, saved.problems),
  ]
  if (saved.version === '' && settings !== null && enabled) {
    const missing = { file: mcpFile, line: 1, column: 1 }
    const fallback = `there is no such file: the servers are those of ${file}`
    found.push(
      saved.servers.length === 0
        ? { ...missing, severity: 'error', message: 'there is no such file, and mcp.enabled is true' }
        : { ...missing, severity: 'warning', message: fallback },
    )
  }
  return printFound([file, mcpFile], found, values, context)
}

function printFound(
  files: readonly string[],
  found: readonly Found[],
  { json }: ConfigValues,
  context: CommandContext,
): number {
  const failed = found.some(({ severity }) => severity === 'error')
  if (json) context.printJson({ files, ok: !failed, problems: found })
  else {
    for (const { file, line, column, severity, message } of found)
      context.printLine(
        visibleLine(`${file}:${line}:${column}: ${severity === 'warning' ? 'warning: ' : ''}${message}`, LONGEST_LINE),
      )
    if (found.length === 0) context.printLine(`No problems in ${files.join(' and ')}.`)
  }
  return failed ? 2 : 0
}

interface Shown {
  readonly setting: string
  readonly value: SettingValue
  readonly unit: string | null
  readonly source: 'default' | 'file' | 'environment' | 'flag'
}

/** Throws `bad_file` for a file that cannot be used. */
async function show(values: ConfigValues, context: CommandContext): Promise<number> {
  const file = settingsFileOf(values, context)
  const hasFile = existsSync(file) || values.config !== undefined
  const settings = hasFile ? await loadSettings(file) : defaultSettings()
  const given = hasFile ? (await readSettings(file)).given : {}
  const flags = flagsOf(values, context)
  const rows = describeSettings().flatMap(({ fields }) =>
    fields.map(({ path, unit, default: byDefault }): Shown => {
      const flag = flags[path]
      if (flag !== undefined) return { setting: path, value: flag, unit, source: 'flag' }
      const own = given[path]
      return { setting: path, value: own ?? byDefault, unit, source: own === undefined ? 'default' : 'file' }
    }),
  )
  const secrets = openSecrets(environmentSecrets(), context.env, KEY_VARIABLES)
  const keyGrants = openKeyGrants(join(machineFolder(context.env, process.platform), 'key-addresses'))
  const source = { settings: settings.llm, settingsAreOwn: true, keyGrants, secrets, env: context.env }
  const { hasKey } = openEndpoint(values['base-url'] ?? settings.llm.client_base_url, source)
  const withKey = (row: Shown): Shown =>
    row.setting === 'llm.api_key' && row.source === 'default' && hasKey()
      ? { ...row, value: MASK, source: 'environment' }
      : row
  const shown = rows.map((row) => secrets.mask.deep(hideHeaders(withKey(row))))
  const mcpFile = mcpFileOf(values, context, settings.mcp.config_file)
  const servers = (await readSavedServers(sourceOf(file, mcpFile, context))).servers.map((entry) =>
    secrets.mask.deep(describeEntry(entry, mcpFile)),
  )
  if (values.json) context.printJson({ file: hasFile ? file : null, settings: shown, servers })
  else
    context.printLine(
      [hasFile ? file : 'No settings file: the defaults apply', ...shown.map(line), ...servers.map(serverLine)]
        .map((each) => visibleLine(each, LONGEST_LINE))
        .join('\n'),
    )
  return 0
}

function flagsOf(
  { model, 'base-url': baseUrl, turns, 'no-mcp': noMcp, 'mcp-config': mcpConfig }: ConfigValues,
  { cwd }: CommandContext,
): Readonly<Record<string, SettingValue | undefined>> {
  return {
    'llm.agent_model': model,
    'llm.client_base_url': baseUrl,
    'orchestrator.max_turns_per_episode': readNumber(turns, 'turns', 1),
    'mcp.enabled': noMcp ? false : undefined,
    'mcp.config_file': readPath('--mcp-config', mcpConfig, cwd) ?? undefined,
  }
}

/** A header may contain a secret, although it should only reference one. */
function hideHeaders(row: Shown): Shown {
  if (row.setting !== 'llm.headers') return row
  const hidden = Object.entries(row.value).map(([name, value]) => [
    name,
    namesASecret(name) && !String(value).includes('${') ? MASK : String(value),
  ])
  return { ...row, value: Object.fromEntries(hidden) as Record<string, string> }
}

const describeEntry = ({ name, server, disabled, fault, namedIn, line: at }: McpConfigEntry, mcpFile: string) => ({
  server: name,
  target: server ? describeTarget(server) : '',
  file: namedIn ?? mcpFile,
  line: at,
  /** The reason why the server is not used, or null. */
  unused: disabled ? 'disabled' : fault,
})

const serverLine = ({ server, target, file, line: at, unused }: ReturnType<typeof describeEntry>): string =>
  `${'server'.padEnd(11)} ${server} = ${[JSON.stringify(target), unused && `(${unused})`].filter(Boolean).join(' ')}, ${file}:${at}`

const line = ({ setting, value, unit, source }: Shown): string =>
  `${source.padEnd(11)} ${setting} = ${JSON.stringify(value)}${unit === null ? '' : ` ${unit}`}`

const settingsFileOf = (values: ConfigValues, context: CommandContext): string =>
  configFileOf(values, context) ?? join(context.appRoot, 'zorkgpt.toml')

const sourceOf = (settingsFile: string, configFile: string, context: CommandContext): ConfigSource => ({
  configFile,
  settingsFile,
  appRoot: context.appRoot,
  env: context.env,
  secrets: openSecrets(environmentSecrets(), context.env, KEY_VARIABLES),
})

/** The setting is relative to the app's folder, the option to the current folder. */
const mcpFileOf = (values: ConfigValues, context: CommandContext, setting: string): string =>
  mcpConfigFileOf(values, context) ?? resolve(context.appRoot, setting)
