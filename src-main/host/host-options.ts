import type { AppInfo } from '@shared/contract/app'
import type { RequestGate } from '../llm/endpoint'
import type { SecretStore } from '../secrets/secret-store'

/** Options of a shell: locations, and what only the shell can do. */
export interface HostOptions {
  readonly shell: AppInfo['shell']
  /** Folder that holds `out/`, `build/story`, `zorkgpt.toml` and `mcp_config.json`. */
  readonly appRoot: string
  /** Folder of the episodes, one folder each. */
  readonly dataFolder: string
  /** A zorkgpt.toml or a pyproject.toml; null for the one in `appRoot`. */
  readonly configFile: string | null
  /** Overrides the `config_file` of the settings. */
  readonly mcpConfigFile: string | null
  /** The built game-worker.ts, for watched games; without it games run in the host's own thread. */
  readonly gameWorkerFile?: string
  readonly env: Readonly<Record<string, string | undefined>>
  readonly secrets: SecretStore
  /** Opens the system's folder dialog; absent if the shell has none. Resolves to null if the user cancels. */
  readonly pickFolder?: (from: string) => Promise<string | null>
  /** See `RequestGate`; without it every request is sent at once. */
  readonly requestGate?: RequestGate
  readonly now: () => Date
  /** Called with a bug that the log could not record. */
  readonly onFault: (error: Error) => void
}
