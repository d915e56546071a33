import { watch as watchFolder } from 'node:fs'
import { basename, dirname } from 'node:path'
import type { ConfigProblem, McpBatch, McpConfigFile, McpServerStatus } from '@shared/contract/contract'
import { describeTarget } from './command-line'
import { parseConfig, readConfigText, saveConfigText } from './config-file'
import type { ServerStatusUpdate } from './server-supervisor'
import { type McpOptions, superviseEntry } from './supervise-entry'

/** Editors write a file in several steps; what they leave after this time is what they meant. */
const SETTLE_MS = 300

/** What the window's MCP panel shows and does: the servers of the config file, their state, and the file itself. */
export interface McpPanel {
  /** The state now, then each change. */
  watch(signal: AbortSignal): AsyncIterable<McpBatch>
  /** Connects once to every server that is not disabled, lists its tools and ends it again. */
  probe(): Promise<void>
  readConfig(): Promise<McpConfigFile>
  check(text: string): readonly ConfigProblem[]
  /** Throws the contract errors of `saveConfigText`. */
  save(text: string, version: string): Promise<McpConfigFile>
  /** A secret or a setting was changed: what the servers are may be another thing now. */
  refresh(): void
  /** What an episode tells about a server that it uses. */
  report(serverName: string, status: ServerStatusUpdate): void
  close(): Promise<void>
}

/** `settings` are those now in force. */
export function createMcpPanel({ settings, ...options }: Omit<McpOptions, 'settings'> & { readonly settings: () => McpOptions['settings'] }): McpPanel {
  const { configFile } = options
  const ending = new AbortController()
  const known = new Map<string, ServerStatusUpdate>()
  const wake = new Set<() => void>()
  let probing: Promise<void> | null = null

  const notify = () => {
    for (const awaken of wake) awaken()
  }

  const report = (serverName: string, status: ServerStatusUpdate) => {
    known.set(serverName, { ...known.get(serverName), ...status })
    notify()
  }

  async function currentBatch(): Promise<McpBatch> {
    const { text, version } = await readConfigText(configFile)
    const { servers } = version === '' ? { servers: [] } : parseConfig(text, options)
    return {
      enabled: settings().enabled,
      servers: servers.map((entry): McpServerStatus => {
        const last = known.get(entry.name)
        const base = { name: entry.name, transport: entry.server?.transport ?? 'stdio', target: entry.server ? describeTarget(entry.server) : '', tools: last?.tools ?? null, resources: last?.resources ?? null, prompts: last?.prompts ?? null, stderr: last?.stderr ?? '', connectMs: last?.connectMs ?? null }
        if (entry.disabled) return { ...base, state: 'disabled', tools: null, resources: null, prompts: null, error: null }
        if (!entry.server) return { ...base, state: 'failed', tools: null, error: entry.fault }
        return { ...base, state: last?.state ?? 'idle', error: last?.error ?? null }
      }),
    }
  }

  async function probeAll(): Promise<void> {
    const { text, version } = await readConfigText(configFile)
    if (version === '') return
    const entries = parseConfig(text, options).servers.filter((entry) => !entry.disabled)
    await Promise.all(
      entries.map(async (entry) => {
        const supervisor = superviseEntry(entry, { ...options, settings: settings() }, (status) => report(entry.name, status))
        // What went wrong has been reported: the panel shows it.
        await supervisor.take(ending.signal).catch(() => {})
        await supervisor.close()
      }),
    )
  }

  const readConfig = async (): Promise<McpConfigFile> => {
    const { text, version } = await readConfigText(configFile)
    return { path: configFile, text, version, problems: version === '' ? [] : parseConfig(text, options).problems }
  }

  return {
    async *watch(signal) {
      const stop = AbortSignal.any([signal, ending.signal])
      let changed = true
      let resume = () => {}
      const awaken = () => {
        changed = true
        resume()
      }
      const unwatch = watchFile(configFile, awaken)
      wake.add(awaken)
      stop.addEventListener('abort', awaken, { once: true })
      try {
        while (!stop.aborted) {
          if (changed) {
            changed = false
            yield await currentBatch()
          } else await new Promise<void>((resolve) => (resume = resolve))
        }
      } finally {
        unwatch()
        wake.delete(awaken)
        stop.removeEventListener('abort', awaken)
      }
    },
    async probe() {
      probing ??= probeAll().finally(() => (probing = null))
      await probing
    },
    readConfig,
    check: (text) => parseConfig(text, options).problems,
    async save(text, version) {
      await saveConfigText(options, text, version)
      notify()
      return readConfig()
    },
    refresh: notify,
    report,
    async close() {
      ending.abort(new Error('The host is closing.'))
      await probing
    },
  }
}

/** Watches the folder, because an atomic save replaces the file that a watcher would hold. Returns how to stop. */
function watchFile(path: string, changed: () => void): () => void {
  let timer: NodeJS.Timeout | undefined
  try {
    const watcher = watchFolder(dirname(path), { persistent: false }, (_event, name) => {
      if (name !== null && name !== basename(path)) return
      clearTimeout(timer)
      timer = setTimeout(changed, SETTLE_MS).unref()
    })
    watcher.on('error', () => {})
    return () => {
      clearTimeout(timer)
      watcher.close()
    }
  } catch {
    return () => {} // No such folder, or no more watchers on this system: the panel still updates with every status.
  }
}
