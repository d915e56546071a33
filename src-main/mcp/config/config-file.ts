import { createHash } from 'node:crypto'
import { readFile, realpath, stat } from 'node:fs/promises'
import { basename, dirname, resolve } from 'node:path'
import { ExpectedError } from '@shared/base/expected-error'
import {
  configFormat,
  joinConfigs,
  type JoinedConfig,
  type McpConfig,
  parseMcpConfig,
  parseSettingsServers,
} from '@shared/mcp/mcp-config'
import type { Variables } from '@shared/mcp/mcp-expansion'
import { pathIn, readNamedText } from '../../base/files/plain-file'
import { replaceFile, replacePlain } from '../../base/files/replace-file'
import { writeError } from '../../base/files/write-error'
import type { Secrets } from '../../secrets/secrets'
import type { Agreements } from '../agreement/agreements'

export interface ConfigSource {
  readonly configFile: string
  /** May name servers too, and need not exist; undefined if there are no settings. */
  readonly settingsFile?: string | undefined
  /** The value of `${ZORKGPT_APP}`. */
  readonly appRoot: string
  readonly env: Variables
  readonly secrets: Secrets
}

interface ConfigText {
  readonly text: string
  /** Hash of the text on disk; empty if there is no file. */
  readonly version: string
}

const NO_SERVERS: McpConfig = { servers: [], problems: [], syntaxError: null }

interface Servers extends JoinedConfig {
  /** Hash of the settings file, as in `ConfigText`. */
  readonly settingsVersion: string
}

/** The config file on disk, with its servers and those of the settings file. */
export async function readSavedServers(source: ConfigSource): Promise<ConfigText & Servers> {
  const saved = await readConfigText(source.configFile)
  return { ...saved, ...(await readServers(saved.version === '' ? null : saved.text, source)) }
}

/**
 * The servers of this text, which takes the place of the config file (null: there is no file), and those of the
 * settings file on disk.
 */
export async function readServers(
  text: string | null,
  { configFile, settingsFile, appRoot, env, secrets }: ConfigSource,
): Promise<Servers> {
  const variables = { ...env, ZORKGPT_APP: appRoot }
  const readSecret = (name: string) => secrets.read(name)
  // The two may be the same file.
  const isApart = settingsFile !== undefined && resolve(settingsFile) !== resolve(configFile)
  const settings = isApart ? await readConfigText(settingsFile) : NO_FILE
  const inSettings = isApart ? parseSettingsServers(settings.text, settingsFile, variables, readSecret) : NO_SERVERS
  const config = text === null ? NO_SERVERS : parseMcpConfig(text, configFormat(configFile), variables, readSecret)
  return { ...joinConfigs(config, configFile, inSettings), settingsVersion: settings.version }
}

const NO_FILE: ConfigText = { text: '', version: '' }

export async function readConfigText(path: string): Promise<ConfigText> {
  try {
    const text = await readNamedText(path)
    return { text, version: createHash('sha256').update(text).digest('hex') }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return NO_FILE
    throw new ExpectedError(
      'bad_file',
      `${path}, which may name MCP servers, cannot be read: ${(error as Error).message}`,
    )
  }
}

interface LoadedConfig {
  readonly config: McpConfig
  /** Identifies everything that decides what the text means. */
  readonly version: string
  /** The version of the text, see `ConfigText`. */
  readonly textVersion: string
}

/**
 * Reads the servers of an episode; null if files, secrets and agreements are still those of `knownVersion`. Throws a
 * `bad_file` with the way out if there is no file (requirement 2.2), it is not JSON (2.3) or it has no servers.
 */
export async function loadConfig(
  source: ConfigSource & { readonly agreements: Pick<Agreements, 'version'> },
  knownVersion: string | null,
): Promise<LoadedConfig | null> {
  const { configFile } = source
  const wayOut = (first: string) => `Please either:\n  1. ${first}, or\n  2. Set mcp.enabled = false in zorkgpt.toml`
  const config = await readSavedServers(source)
  const { version: textVersion, settingsVersion, syntaxError, servers } = config
  if (textVersion === '' && servers.length === 0)
    throw new ExpectedError(
      'bad_file',
      `MCP is enabled but config file not found: ${configFile}\n${wayOut('Create that file')}`,
    )
  // A new or deleted secret changes what the same text means, and an agreement changes what may be started.
  const version = `${textVersion} ${settingsVersion} ${source.secrets.revision} ${await source.agreements.version()}`
  if (version === knownVersion) return null
  if (syntaxError)
    throw new ExpectedError(
      'bad_file',
      `The MCP config file ${configFile} cannot be used: line ${syntaxError.line}, column ${syntaxError.column}: ${syntaxError.message}\n${wayOut('Correct that line')}`,
    )
  if (servers.length === 0)
    throw new ExpectedError('bad_file', `No MCP servers configured in ${configFile}\n${wayOut('Add a server to it')}`)
  return { config, version, textVersion }
}

/**
 * Replaces the file by `text`, which includes its comments and unknown keys. The old file is preserved beside it as
 * `.bak`; a crash leaves the old or the new file. Throws `changed_on_disk` if the file is not the one of `version`,
 * `bad_file` if the text is not JSON, and `cannot_write`.
 */
export async function saveConfigText(source: ConfigSource, text: string, version: string): Promise<void> {
  const { syntaxError } = await readServers(text, source)
  if (syntaxError)
    throw new ExpectedError(
      'bad_file',
      `Not saved: line ${syntaxError.line}, column ${syntaxError.column}: ${syntaxError.message}.`,
    )
  const current = await readConfigText(source.configFile)
  if (current.version !== version)
    throw new ExpectedError(
      'changed_on_disk',
      `Not saved: ${source.configFile} was changed by another program in the meantime. Load it again first.`,
    )
  try {
    if (current.version !== '') await keepAsItWas(await realpath(source.configFile))
    await replaceFile(source.configFile, text)
  } catch (error) {
    throw writeError('Not saved', source.configFile, error)
  }
}

/** The copy has the permissions of the file, because the file may contain keys. */
async function keepAsItWas(path: string): Promise<void> {
  const [bytes, { mode }] = await Promise.all([readFile(path), stat(path)])
  await replacePlain(pathIn(dirname(path), `${basename(path)}.bak`), bytes, { mode: mode & 0o777 })
}
