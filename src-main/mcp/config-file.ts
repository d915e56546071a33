import { createHash } from 'node:crypto'
import { copyFile, readFile, realpath } from 'node:fs/promises'
import { configFormat, type McpConfig, parseMcpConfig } from '@shared/config/mcp-config'
import type { Variables } from '@shared/config/mcp-expansion'
import { contractError } from '@shared/contract/rpc'
import { notWritten } from '../files/not-written'
import { replaceFile } from '../files/replace-file'
import type { Secrets } from '../secrets/secrets'
import type { Agreements } from './agreements'
import { McpError } from './tool-session'

export interface ConfigSource {
  readonly configFile: string
  /** What `${ZORKGPT_APP}` stands for. */
  readonly appRoot: string
  readonly env: Variables
  readonly secrets: Secrets
}

export interface ConfigText {
  readonly text: string
  /** Hash of what is on disk; empty if there is no file. */
  readonly version: string
}

export const parseConfig = (text: string, { configFile, appRoot, env, secrets }: ConfigSource): McpConfig => parseMcpConfig(text, configFormat(configFile), { ...env, ZORKGPT_APP: appRoot }, (name) => secrets.read(name))

export async function readConfigText(path: string): Promise<ConfigText> {
  try {
    const text = await readFile(path, 'utf8')
    return { text, version: createHash('sha256').update(text).digest('hex') }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return { text: '', version: '' }
    throw new McpError(`The MCP config file ${path} cannot be read: ${(error as Error).message}`)
  }
}

export interface LoadedConfig {
  readonly config: McpConfig
  /** Of all that decides what the text means. */
  readonly version: string
  /** As in `ConfigText`. */
  readonly textVersion: string
}

/**
 * Reads what an episode needs; null if the file, the secrets and what was agreed to are still those that `knownVersion` names. Throws an `McpError` that says what to do: no file
 * (requirement 2.2), not JSON (2.3), no servers.
 */
export async function loadConfig(source: ConfigSource & { readonly agreements: Pick<Agreements, 'version'> }, knownVersion: string): Promise<LoadedConfig | null> {
  const { configFile } = source
  const wayOut = (first: string) => `Please either:\n  1. ${first}, or\n  2. Set mcp.enabled = false in zorkgpt.toml`
  const { text, version: textVersion } = await readConfigText(configFile)
  // A secret that was entered or deleted changes what the same text means, and an agreement what may be started of it.
  const version = textVersion && `${textVersion} ${source.secrets.revision} ${await source.agreements.version()}`
  if (version === '') throw new McpError(`MCP is enabled but config file not found: ${configFile}\n${wayOut('Create that file')}`)
  if (version === knownVersion) return null
  const config = parseConfig(text, source)
  const { syntaxError } = config
  if (syntaxError) throw new McpError(`The MCP config file ${configFile} cannot be used: line ${syntaxError.line}, column ${syntaxError.column}: ${syntaxError.message}\n${wayOut('Correct that line')}`)
  if (config.servers.length === 0) throw new McpError(`No MCP servers configured in ${configFile}\n${wayOut('Add a server to it')}`)
  return { config, version, textVersion }
}

/**
 * Replaces the file by `text`, as it is: comments and unknown keys stay. The file as it was is kept beside it as `.bak`; a crash leaves the old
 * or the new file, never half of one. Throws a contract error: `changed_on_disk` if the file is not the one that `version` names,
 * `bad_config` if the text is not even JSON, `cannot_write`.
 */
export async function saveConfigText(source: ConfigSource, text: string, version: string): Promise<void> {
  const { syntaxError } = parseConfig(text, source)
  if (syntaxError) throw contractError('bad_config', `Not saved: line ${syntaxError.line}, column ${syntaxError.column}: ${syntaxError.message}.`)
  const current = await readConfigText(source.configFile)
  if (current.version !== version) throw contractError('changed_on_disk', `Not saved: ${source.configFile} was changed by another program in the meantime. Load it again first.`)
  try {
    if (current.version !== '') await copyFile(source.configFile, `${await realpath(source.configFile)}.bak`)
    await replaceFile(source.configFile, text)
  } catch (error) {
    throw notWritten('Not saved', source.configFile, error)
  }
}
