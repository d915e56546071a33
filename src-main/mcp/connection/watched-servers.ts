import { isExpected } from '@shared/base/expected-error'
import type { McpConfig, McpConfigEntry } from '@shared/mcp/mcp-config'
import { agreedEntries, selectEntries } from '../agreement/unagreed-programs'
import { loadConfig } from '../config/config-file'
import { readEnvFile } from '../launch/env-file'
import type { ServerStatusUpdate, ServerSupervisor } from './server-supervisor'
import { type McpOptions, superviseEntry } from './supervise-entry'

export interface WatchedServersOptions extends McpOptions {
  /** Receives the status of each server, for the window's MCP panel. */
  readonly report?: (serverName: string, status: ServerStatusUpdate) => void
  /**
   * Whether a running episode retains its servers although the file has changed to this version (the hash of its text):
   * see `saveMcpConfig`.
   */
  readonly isHeld?: (textVersion: string) => boolean
}

export interface Watched {
  readonly entry: McpConfigEntry
  /** Identifies the content of the entry: the server restarts when it changes. */
  readonly key: string
  readonly supervisor: ServerSupervisor
}

/** The servers that the config file names and the user has agreed to, following changes of the file. */
export class WatchedServers {
  readonly #options: WatchedServersOptions
  readonly #watched = new Map<string, Watched>()
  readonly #endings = new Set<Promise<void>>()
  #config: McpConfig | null = null
  #version: string | null = null
  #selected: readonly McpConfigEntry[] = []
  #selectedKeys = ''
  #leftOut: readonly McpConfigEntry[] = []
  #fault: string | null = null
  #reading: Promise<void> = Promise.resolve()

  constructor(options: WatchedServersOptions) {
    this.#options = options
  }

  /** Everything the file names, in its order. */
  get entries(): readonly McpConfigEntry[] {
    return this.#config?.servers ?? []
  }

  /** In the order of the file. */
  get all(): readonly Watched[] {
    return [...this.#watched.values()]
  }

  of(serverName: string): Watched | undefined {
    return this.#watched.get(serverName)
  }

  /** Whether the user has not agreed to run the program of this entry. */
  isLeftOut(entry: McpConfigEntry): boolean {
    return this.#leftOut.includes(entry)
  }

  /** Why the file on disk cannot be used; null if it can. */
  get fault(): string | null {
    return this.#fault
  }

  /**
   * Reads the file again if it changed. Throws `bad_file` if it cannot be used and never could. Sequential: reading an
   * old version must not overtake reading a newer one.
   */
  reload(): Promise<void> {
    return (this.#reading = this.#reading.catch(() => {}).then(() => this.#readAgain()))
  }

  /** Tracks `ending`, which `close` waits for. */
  until(ending: Promise<void>): Promise<void> {
    this.#endings.add(ending)
    return ending.finally(() => this.#endings.delete(ending))
  }

  /** Resolves when no process of any server is left. */
  async close(): Promise<void> {
    await Promise.all([...this.all.map(({ supervisor }) => supervisor.close()), ...this.#endings])
  }

  /**
   * Reads the file again if it, or a file of variables that it names, changed. During an episode, a file that cannot be
   * used changes nothing: the last good version remains in force. Entries without consent are left out until the user
   * agrees.
   */
  async #readAgain(): Promise<void> {
    const options = this.#options
    let allowed: readonly McpConfigEntry[]
    try {
      const isSame = (await this.#keysOf(this.#selected)).join() === this.#selectedKeys
      const changed = await loadConfig(options, isSame ? this.#version : null)
      this.#fault = null
      if (!changed || (this.#config && options.isHeld?.(changed.textVersion))) return
      this.#selected = selectEntries(changed.config, options.settings)
      allowed = await agreedEntries(this.#selected, options.agreements)
      this.#config = changed.config
      this.#version = changed.version
    } catch (error) {
      if (!isExpected(error, 'bad_file')) throw error
      this.#fault = error.message
      if (this.#config) return
      throw error
    }
    this.#leftOut = this.#selected.filter((entry) => !allowed.includes(entry))
    const found = await this.#keysOf(this.#selected)
    this.#selectedKeys = found.join()
    this.#watch(
      new Map(this.#selected.flatMap((each, index) => (allowed.includes(each) ? [[each, found[index] ?? '']] : []))),
    )
  }

  /** Ends servers whose entry was removed or changed, and adds new ones. */
  #watch(keys: ReadonlyMap<McpConfigEntry, string>): void {
    const before = new Map(this.#watched)
    this.#watched.clear()
    for (const [entry, key] of keys) {
      const existing = before.get(entry.name)
      const isKept = existing?.key === key
      // In the order of the file: it decides the order of the tools, and that the model's prompt cache.
      this.#watched.set(entry.name, isKept ? existing : { entry, key, supervisor: this.#supervise(entry) })
      if (isKept) before.delete(entry.name)
    }
    for (const { supervisor } of before.values()) void this.until(supervisor.close())
  }

  #supervise(entry: McpConfigEntry): ServerSupervisor {
    return superviseEntry(entry, this.#options, (status) => this.#options.report?.(entry.name, status))
  }

  /**
   * A key for each entry, independent of its line, that includes the file of variables it names: any change makes it
   * another server.
   */
  #keysOf(entries: readonly McpConfigEntry[]): Promise<readonly string[]> {
    return Promise.all(
      entries.map(async ({ line: _line, ...entry }) =>
        JSON.stringify([entry, entry.server && (await readEnvFile(entry.server, this.#options.configFile))?.sha256]),
      ),
    )
  }
}
