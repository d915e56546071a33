import type { McpConfig, McpConfigEntry } from '@shared/mcp/mcp-config'
import { isExpected } from '@shared/base/expected-error'
import { agreedEntries, selectEntries } from '../agreement/unagreed-programs'
import { loadConfig } from '../config/config-file'
import { readEnvFile } from '../launch/env-file'
import type { ServerStatusUpdate, ServerSupervisor } from './server-supervisor'
import { type McpOptions, superviseEntry } from './supervise-entry'

export interface WatchedServersOptions extends McpOptions {
  /** Told what becomes of each server, for the window's MCP panel. */
  readonly report?: (serverName: string, status: ServerStatusUpdate) => void
  /**
   * Whether an episode that runs keeps its servers although the file is now this one, by the hash of its text: see
   * `saveMcpConfig`.
   */
  readonly isHeld?: (textVersion: string) => boolean
}

export interface Watched {
  readonly entry: McpConfigEntry
  /** What the entry says: a server is started anew when it changes. */
  readonly key: string
  readonly supervisor: ServerSupervisor
}

/** The servers that the config file names and somebody has agreed to, whatever becomes of the file meanwhile. */
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

  /** Of all that the file names, in its order. */
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

  /** True of an entry whose program nobody has agreed to run. */
  isLeftOut(entry: McpConfigEntry): boolean {
    return this.#leftOut.includes(entry)
  }

  /** Why the file as it is now cannot be used; null if it can. */
  get fault(): string | null {
    return this.#fault
  }

  /**
   * Reads the file again if it changed. Throws a `bad_file` if it cannot be used and never could. One after the other:
   * a reading of the file as it was must not overtake that of a newer one.
   */
  reload(): Promise<void> {
    return (this.#reading = this.#reading.catch(() => {}).then(() => this.#readAgain()))
  }

  /** Ends what `ending` ends; `close` waits for it. */
  until(ending: Promise<void>): Promise<void> {
    this.#endings.add(ending)
    return ending.finally(() => this.#endings.delete(ending))
  }

  /** Resolves when no process of any server is left. */
  async close(): Promise<void> {
    await Promise.all([...this.all.map(({ supervisor }) => supervisor.close()), ...this.#endings])
  }

  /**
   * Reads the file again if it, or a file of variables that it names, changed. In the middle of an episode a file that
   * cannot be used changes nothing: its last good form holds. What nobody has agreed to is left out until somebody
   * does, whenever it came into the file.
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

  /** Ends what is no longer in the file or another server by now, and watches what is new. */
  #watch(keys: ReadonlyMap<McpConfigEntry, string>): void {
    const before = new Map(this.#watched)
    this.#watched.clear()
    for (const [entry, key] of keys) {
      const existing = before.get(entry.name)
      const isKept = existing?.key === key
      // In the order of the file: the order of the tools depends on it, and on that the model's prompt cache.
      this.#watched.set(entry.name, isKept ? existing : { entry, key, supervisor: this.#supervise(entry) })
      if (isKept) before.delete(entry.name)
    }
    for (const { supervisor } of before.values()) void this.until(supervisor.close())
  }

  #supervise(entry: McpConfigEntry): ServerSupervisor {
    return superviseEntry(entry, this.#options, (status) => this.#options.report?.(entry.name, status))
  }

  /**
   * What each entry says, whatever line it has moved to, with the file of variables that it names: whatever of it
   * changed, it is another server.
   */
  #keysOf(entries: readonly McpConfigEntry[]): Promise<readonly string[]> {
    return Promise.all(
      entries.map(async ({ line: _line, ...entry }) =>
        JSON.stringify([entry, entry.server && (await readEnvFile(entry.server, this.#options.configFile))?.sha256]),
      ),
    )
  }
}
