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
   * Whether a running episode keeps its servers although the file now has this version (the hash of its text); see
   * `saveMcpConfig`.
   */
  readonly isHeld?: (textVersion: string) => boolean
}

export interface Watched {
  readonly entry: McpConfigEntry
  /** Identifies the content of the entry; the server restarts when it changes. */
  readonly key: string
  readonly supervisor: ServerSupervisor
}

/** The servers that the config file names and the user has agreed to. Follows changes of the file. */
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

  /** All entries of the file, in its order. */
  get entries(): readonly McpConfigEntry[] {
    return this.#config?.servers ?? []
  }

  /** The selected servers that are not left out, in the order of the file. */
  get all(): readonly Watched[] {
    return [...this.#watched.values()]
  }

  of(serverName: string): Watched | undefined {
    return this.#watched.get(serverName)
  }

  /** Whether the entry is selected but lacks consent. */
  isLeftOut(entry: McpConfigEntry): boolean {
    return this.#leftOut.includes(entry)
  }

  /** Why the file on disk cannot be used, or null. */
  get fault(): string | null {
    return this.#fault
  }

  /**
   * Reads the file again if it changed. Throws `bad_file` if it cannot be used and no earlier version could. Calls run
   * one after another, so that an older version never overtakes a newer one.
   */
  reload(): Promise<void> {
    return (this.#reading = this.#reading.catch(() => {}).then(() => this.#readAgain()))
  }

  /** Makes `close` wait for `ending`. */
  until(ending: Promise<void>): Promise<void> {
    this.#endings.add(ending)
    return ending.finally(() => this.#endings.delete(ending))
  }

  /** Ends all servers. Resolves when no process of them is left. */
  async close(): Promise<void> {
    await Promise.all([...this.all.map(({ supervisor }) => supervisor.close()), ...this.#endings])
  }

  /**
   * Reads the file again if it, or a file of variables that it names, changed. If it can no longer be used, the last
   * good version stays in force. Entries without consent are left out until the user agrees.
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

  /** Ends the servers whose entry was removed or changed, and adds the new ones. */
  #watch(keys: ReadonlyMap<McpConfigEntry, string>): void {
    const before = new Map(this.#watched)
    this.#watched.clear()
    for (const [entry, key] of keys) {
      const existing = before.get(entry.name)
      const isKept = existing?.key === key
      // The order of the file is the order of the tools, on which the model's prompt cache depends.
      this.#watched.set(entry.name, isKept ? existing : { entry, key, supervisor: this.#supervise(entry) })
      if (isKept) before.delete(entry.name)
    }
    for (const { supervisor } of before.values()) void this.until(supervisor.close())
  }

  #supervise(entry: McpConfigEntry): ServerSupervisor {
    return superviseEntry(entry, this.#options, (status) => this.#options.report?.(entry.name, status))
  }

  /**
   * Resolves to a key for each entry. It includes the contents of its file of variables, and not its line, because a
   * server restarts when its key changes.
   */
  #keysOf(entries: readonly McpConfigEntry[]): Promise<readonly string[]> {
    return Promise.all(
      entries.map(async ({ line: _line, ...entry }) =>
        JSON.stringify([entry, entry.server && (await readEnvFile(entry.server, this.#options.configFile))?.sha256]),
      ),
    )
  }
}
