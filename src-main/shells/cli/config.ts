import { existsSync } from 'node:fs'
import { isAbsolute, join, resolve } from 'node:path'
import { describeSettings } from '@shared/config/describe-settings'
import { namesASecret } from '@shared/config/mcp-expansion'
import type { SettingsProblem, SettingValue } from '@shared/contract/settings'
import { defaultSettings, loadSettings, readSettings } from '../../host/load-settings'
import { openEndpoint } from '../../llm/endpoint'
import { KEY_VARIABLES } from '../../llm/profiles'
import { parseConfig, readConfigText } from '../../mcp/config-file'
import { MASK } from '../../secrets/secret-mask'
import { environmentSecrets } from '../../secrets/secret-store'
import { openSecrets } from '../../secrets/secrets'
import { readArguments, readNumber } from './arguments'
import { UsageError } from './usage'

const OPTIONS = { config: { type: 'string' }, 'mcp-config': { type: 'string' }, model: { type: 'string' }, 'base-url': { type: 'string' }, turns: { type: 'string' }, 'no-mcp': { type: 'boolean' }, json: { type: 'boolean' } } as const

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
export async function run(args: readonly string[], appRoot: string): Promise<number> {
  const { values, positionals } = readArguments(args, OPTIONS, 1)
  const [action] = positionals
  if (action === 'check') return check(values, appRoot)
  if (action === 'show') return show(values, appRoot)
  throw new UsageError('config needs to know what to do: zorkgpt config check, or zorkgpt config show.')
}

interface Found {
  readonly file: string
  readonly line: number
  readonly column: number
  readonly severity: 'error' | 'warning'
  readonly message: string
}

/** Exit status 2 if anything is wrong; a warning is not. */
async function check(values: Values, appRoot: string): Promise<number> {
  const file = settingsFileOf(values, appRoot)
  const { settings, problems } = existsSync(file) || values.config !== undefined ? await readSettings(file) : { settings: defaultSettings(), problems: [] }
  const found: Found[] = problems.map((problem) => ({ file, ...problem, severity: 'error', message: sentenceOf(problem) }))
  const mcpFile = mcpFileOf(values, appRoot, settings?.mcp.config_file ?? defaultSettings().mcp.config_file)
  const mcp = await readConfigText(mcpFile)
  if (mcp.version !== '') {
    const secrets = openSecrets(environmentSecrets(), process.env, KEY_VARIABLES)
    for (const { server, message, ...place } of parseConfig(mcp.text, { configFile: mcpFile, appRoot, env: process.env, secrets }).problems) found.push({ file: mcpFile, ...place, message: server === null ? message : `server "${server}": ${message}` })
  } else if (settings?.mcp.enabled) found.push({ file: mcpFile, line: 1, column: 1, severity: 'error', message: 'there is no such file, and mcp.enabled is true' })

  const failed = found.some(({ severity }) => severity === 'error')
  if (values.json) process.stdout.write(`${JSON.stringify({ files: [file, mcpFile], ok: !failed, problems: found })}\n`)
  else {
    for (const { file: where, line, column, severity, message } of found) process.stdout.write(`${where}:${line}:${column}: ${severity === 'warning' ? 'warning: ' : ''}${message}\n`)
    if (found.length === 0) process.stdout.write(`Nothing is wrong in ${file} and ${mcpFile}.\n`)
  }
  return failed ? 2 : 0
}

const sentenceOf = ({ path, message }: SettingsProblem): string => (path === null ? message : `${path}: ${message}`)

interface Shown {
  readonly setting: string
  readonly value: SettingValue
  readonly unit: string | null
  readonly source: 'default' | 'file' | 'environment' | 'flag'
}

/** Throws a SettingsError for a file that cannot be used. */
async function show(values: Values, appRoot: string): Promise<number> {
  const file = settingsFileOf(values, appRoot)
  const hasFile = existsSync(file) || values.config !== undefined
  const settings = hasFile ? await loadSettings(file) : defaultSettings()
  const given = hasFile ? (await readSettings(file)).given : {}
  const flags = flagsOf(values)
  const rows = describeSettings().flatMap(({ fields }) =>
    fields.map(({ path, unit, default: byDefault }): Shown => {
      const flag = flags[path]
      if (flag !== undefined) return { setting: path, value: flag, unit, source: 'flag' }
      const own = given[path]
      return { setting: path, value: own ?? byDefault, unit, source: own === undefined ? 'default' : 'file' }
    }),
  )
  const secrets = openSecrets(environmentSecrets(), process.env, KEY_VARIABLES)
  const { readApiKey } = openEndpoint(values['base-url'] ?? settings.llm.client_base_url, settings.llm, secrets, process.env)
  const shown = rows.map((row) => (row.setting === 'llm.api_key' && row.source === 'default' && readApiKey() !== null ? { ...row, value: MASK, source: 'environment' as const } : row)).map((row) => secrets.mask.deep(hideHeaders(row)))
  if (values.json) process.stdout.write(`${JSON.stringify({ file: hasFile ? file : null, settings: shown })}\n`)
  else process.stdout.write(`${hasFile ? file : 'No settings file: the defaults hold'}\n${shown.map(line).join('\n')}\n`)
  return 0
}

function flagsOf({ model, 'base-url': baseUrl, turns, 'no-mcp': noMcp, 'mcp-config': mcpConfig }: Values): Readonly<Record<string, SettingValue | undefined>> {
  return {
    'llm.agent_model': model,
    'llm.client_base_url': baseUrl,
    'orchestrator.max_turns_per_episode': readNumber(turns, 'turns', 1),
    'mcp.enabled': noMcp ? false : undefined,
    'mcp.config_file': mcpConfig === undefined ? undefined : resolve(mcpConfig),
  }
}

/** A header that was written out in the file after all is no less a secret. */
function hideHeaders(row: Shown): Shown {
  if (row.setting !== 'llm.headers') return row
  const hidden = Object.entries(row.value).map(([name, value]) => [name, namesASecret(name) && !String(value).includes('${') ? MASK : String(value)])
  return { ...row, value: Object.fromEntries(hidden) as Record<string, string> }
}

const line = ({ setting, value, unit, source }: Shown): string => `${source.padEnd(11)} ${setting} = ${JSON.stringify(value)}${unit === null ? '' : ` ${unit}`}`

const settingsFileOf = ({ config }: Values, appRoot: string): string => (config === undefined ? join(appRoot, 'zorkgpt.toml') : resolve(config))

/** Relative to the app, as the host reads it; a flag is relative to where it was typed. */
function mcpFileOf({ 'mcp-config': flag }: Values, appRoot: string, setting: string): string {
  if (flag !== undefined) return resolve(flag)
  return isAbsolute(setting) ? setting : join(appRoot, setting)
}
