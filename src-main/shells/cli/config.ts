import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { ConfigProblem, McpConfigEntry } from '@shared/mcp/mcp-config'
import { namesASecret } from '@shared/mcp/mcp-expansion'
import { describeSettings, type SettingValue } from '@shared/settings/describe-settings'
import type { SettingsProblem } from '@shared/contract/settings'
import { visibleLine } from '@shared/base/visible-text'
import { readNamedText } from '../../base/files/plain-file'
import { machineFolder, readPath } from '../../host/episodes/data-folder'
import { defaultSettings, loadSettings, readSettings } from '../../host/settings/load-settings'
import { openEndpoint } from '../../llm/endpoint'
import { openKeyAddresses } from '../../llm/key-addresses'
import { KEY_VARIABLES } from '../../llm/profiles'
import { describeTarget } from '../../mcp/launch/command-line'
import { type ConfigSource, readSavedServers } from '../../mcp/config/config-file'
import { MASK } from '../../secrets/secret-mask'
import { environmentSecrets } from '../../secrets/secret-store'
import { openSecrets } from '../../secrets/secrets'
import { checkExperiment, isExperiment } from '../../experiments/plan/read-experiment'
import { readArguments, readNumber } from './command/arguments'
import { COMMAND_OPTIONS } from './command/command-table'
import { editedCopy } from './command/open-host'
import type { CommandContext } from './command/command-context'
import { badUsage } from './command/usage'

/** A sentence names the thing: what a file holds is not said whole. */
const LONGEST_LINE = 1000

interface Values {
  readonly config?: string
  readonly 'mcp-config'?: string
  readonly model?: string
  readonly 'base-url'?: string
  readonly turns?: string
  readonly 'no-mcp'?: boolean
  readonly json?: boolean
}

/** `zorkgpt config check|show`: what is wrong with the settings and the list of servers, and what is in force. */
export async function run(args: readonly string[], context: CommandContext): Promise<number> {
  const { values, positionals } = readArguments(args, COMMAND_OPTIONS.config, 1)
  const [action] = positionals
  if (action === 'check') return check(values, context)
  if (action === 'show') return show(values, context)
  throw badUsage('config needs to know what to do: zorkgpt config check, or zorkgpt config show.')
}

interface Found {
  readonly file: string
  readonly line: number
  readonly column: number
  readonly severity: 'error' | 'warning'
  readonly message: string
}

/** Exit status 2 if anything is wrong; a warning is not. */
async function check(values: Values, context: CommandContext): Promise<number> {
  const file = settingsFileOf(values, context)
  const text = existsSync(file) ? await readNamedText(file).catch(() => '') : ''
  if (isExperiment(file, text))
    return printFound(
      [file],
      checkExperiment(file, text).problems.map((problem) => foundIn(file, problem)),
      values,
      context,
    )
  const { settings, problems } =
    existsSync(file) || values.config !== undefined
      ? await readSettings(file)
      : { settings: defaultSettings(), problems: [] }
  const found: Found[] = problems.map((problem) => foundIn(file, problem))
  const mcpFile = mcpFileOf(values, context, settings?.mcp.config_file ?? defaultSettings().mcp.config_file)
  const {
    version,
    servers,
    problems: inConfig,
    settingsProblems,
  } = await readSavedServers(sourceOf(file, mcpFile, context))
  const ofServers = (where: string, all: readonly ConfigProblem[]) =>
    all.map(({ server, message, ...place }): Found => ({
      file: where,
      ...place,
      message: server === null ? message : `server "${server}": ${message}`,
    }))
  found.push(...ofServers(file, settingsProblems), ...ofServers(mcpFile, inConfig))
  if (version === '' && settings?.mcp.enabled) {
    const missing = { file: mcpFile, line: 1, column: 1 }
    if (servers.length === 0)
      found.push({ ...missing, severity: 'error', message: 'there is no such file, and mcp.enabled is true' })
    else
      found.push({
        ...missing,
        severity: 'warning',
        message: `there is no such file: the servers are those of ${file}`,
      })
  }

  return printFound([file, mcpFile], found, values, context)
}

function printFound(
  files: readonly string[],
  found: readonly Found[],
  { json }: Values,
  context: CommandContext,
): number {
  const failed = found.some(({ severity }) => severity === 'error')
  if (json) context.printJson({ files, ok: !failed, problems: found })
  else {
    for (const { file: where, line, column, severity, message } of found)
      context.printLine(
        visibleLine(`${where}:${line}:${column}: ${severity === 'warning' ? 'warning: ' : ''}${message}`, LONGEST_LINE),
      )
    if (found.length === 0) context.printLine(`Nothing is wrong in ${files.join(' and ')}.`)
  }
  return failed ? 2 : 0
}

const foundIn = (file: string, problem: SettingsProblem): Found => ({ file, ...problem, message: sentenceOf(problem) })

const sentenceOf = ({ path, message }: SettingsProblem): string => (path === null ? message : `${path}: ${message}`)

interface Shown {
  readonly setting: string
  readonly value: SettingValue
  readonly unit: string | null
  readonly source: 'default' | 'file' | 'environment' | 'flag'
}

/** Throws a `bad_file` for a file that cannot be used. */
async function show(values: Values, context: CommandContext): Promise<number> {
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
  const keyAddresses = openKeyAddresses(join(machineFolder(context.env, process.platform), 'key-addresses'))
  const source = { settings: settings.llm, settingsAreOwn: true, keyAddresses, secrets, env: context.env }
  const { hasKey } = openEndpoint(values['base-url'] ?? settings.llm.client_base_url, source)
  const shown = rows
    .map((row) =>
      row.setting === 'llm.api_key' && row.source === 'default' && hasKey()
        ? { ...row, value: MASK, source: 'environment' as const }
        : row,
    )
    .map((row) => secrets.mask.deep(hideHeaders(row)))
  const mcpFile = mcpFileOf(values, context, settings.mcp.config_file)
  const servers = (await readSavedServers(sourceOf(file, mcpFile, context))).servers.map((entry) =>
    secrets.mask.deep(describeEntry(entry, mcpFile)),
  )
  if (values.json) context.printJson({ file: hasFile ? file : null, settings: shown, servers })
  else
    context.printLine(
      [hasFile ? file : 'No settings file: the defaults hold', ...shown.map(line), ...servers.map(serverLine)]
        .map((each) => visibleLine(each, LONGEST_LINE))
        .join('\n'),
    )
  return 0
}

function flagsOf(
  { model, 'base-url': baseUrl, turns, 'no-mcp': noMcp, 'mcp-config': mcpConfig }: Values,
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

/** A header that was written out in the file after all is no less a secret. */
function hideHeaders(row: Shown): Shown {
  if (row.setting !== 'llm.headers') return row
  const hidden = Object.entries(row.value).map(([name, value]) => [
    name,
    namesASecret(name) && !String(value).includes('${') ? MASK : String(value),
  ])
  return { ...row, value: Object.fromEntries(hidden) as Record<string, string> }
}

interface ShownServer {
  readonly server: string
  readonly target: string
  readonly file: string
  readonly line: number
  /** Why it is not used, or null. */
  readonly unused: string | null
}

const describeEntry = (
  { name, server, disabled, fault, namedIn, line: at }: McpConfigEntry,
  mcpFile: string,
): ShownServer => ({
  server: name,
  target: server ? describeTarget(server) : '',
  file: namedIn ?? mcpFile,
  line: at,
  unused: disabled ? 'disabled' : fault,
})

const serverLine = ({ server, target, file, line: at, unused }: ShownServer): string =>
  `${'server'.padEnd(11)} ${server} = ${[JSON.stringify(target), unused && `(${unused})`].filter(Boolean).join(' ')}, ${file}:${at}`

const line = ({ setting, value, unit, source }: Shown): string =>
  `${source.padEnd(11)} ${setting} = ${JSON.stringify(value)}${unit === null ? '' : ` ${unit}`}`

const settingsFileOf = ({ config }: Values, context: CommandContext): string =>
  readPath('--config', config, context.cwd) ??
  editedCopy('zorkgpt.toml', context) ??
  join(context.appRoot, 'zorkgpt.toml')

const sourceOf = (settingsFile: string, configFile: string, context: CommandContext): ConfigSource => ({
  configFile,
  settingsFile,
  appRoot: context.appRoot,
  env: context.env,
  secrets: openSecrets(environmentSecrets(), context.env, KEY_VARIABLES),
})

/** Relative to the app, as the host reads it; a flag is relative to where it was typed. */
function mcpFileOf({ 'mcp-config': flag }: Values, context: CommandContext, setting: string): string {
  return (
    readPath('--mcp-config', flag, context.cwd) ??
    editedCopy('mcp_config.json', context) ??
    resolve(context.appRoot, setting)
  )
}
