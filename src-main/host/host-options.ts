import type { AppInfo } from '@shared/contract/app'
import type { RequestGate } from '../llm/endpoint'
import type { SecretStore } from '../secrets/secret-store'

/** What a shell gives the host: where things are, and what only the shell can do. */
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
  /** The built game-worker.ts, for the games that are watched; without it they run in the host's own thread. */
  readonly gameWorkerFile?: string
  readonly env: Readonly<Record<string, string | undefined>>
  readonly secrets: SecretStore
  /**
   * Lets the person choose a folder in the system's own dialog; left out by a shell that has none. Resolves to null if
   * none was chosen.
   */
  readonly pickFolder?: (from: string) => Promise<string | null>
  /** See `RequestGate`; left out: every request leaves at once. */
  readonly requestGate?: RequestGate
  readonly now: () => Date
  /** Called with what should never happen: a fault of the program that the log could not hold. */
  readonly onFault: (error: Error) => void
}
