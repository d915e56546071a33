import { watch as watchFolder } from 'node:fs'
import { basename, dirname } from 'node:path'
import type { McpBatch, McpLastCall, McpServerStatus, McpSignInState, McpToolDetail } from '@shared/contract/mcp'
import type { McpServer } from '@shared/mcp/mcp-entry'
import { readSavedServers } from '../config/config-file'
import type { ServerStatusUpdate } from '../connection/server-supervisor'
import { type McpOptions, superviseEntry } from '../connection/supervise-entry'
import { describeTarget } from '../launch/command-line'
import { hostOf } from '../sign-in/authorization-fetch'
import { keyOf, type SignIns } from '../sign-in/sign-in-store'
import { followState } from '../transport/follow-state'
import { type CallCounts, countCall, healthOf, NO_CALLS } from './server-health'

/** Delay after a change of a file, because editors write a file in several steps. */
const SETTLE_MS = 300

/** The states of the servers of the config file, as episodes, tests and `probe` report them. */
export interface ServerStates {
  /** Yields the current states, then those after each change. */
  watch(signal: AbortSignal): AsyncIterable<McpBatch>
  readonly report: (serverName: string, update: ServerStatusUpdate) => void
  /** Connects once to every enabled server that may be started, lists its tools and ends it. */
  probe(signal: AbortSignal): Promise<void>
  /** The tools that the server listed last; null if it listed none. */
  readTools(serverName: string): readonly McpToolDetail[] | null
  /** Must be called after a change of secrets, settings, sign-ins or agreements, because it may change the servers. */
  refresh(): void
}

interface StatesOptions extends Omit<McpOptions, 'settings'> {
  /** Returns the settings in force. */
  readonly settings: () => McpOptions['settings']
  readonly signIns: SignIns
}

export function createServerStates({ settings, ...options }: StatesOptions): ServerStates {
  const { configFile, settingsFile, agreements, signIns } = options
  const known = new Map<string, KnownServer>()
  const wake = new Set<() => void>()

  const refresh = () => {
    for (const awaken of wake) awaken()
  }

  const report = (serverName: string, { lastCall, ...status }: ServerStatusUpdate) => {
    const before = known.get(serverName)
    const called = lastCall && {
      lastCall: { tool: lastCall.tool, error: lastCall.error, at: new Date().toISOString() },
      counts: countCall(before?.counts ?? NO_CALLS, lastCall),
    }
    known.set(serverName, { ...before, ...status, ...called })
    refresh()
  }

  async function currentBatch(): Promise<McpBatch> {
    const { version, servers } = await readSavedServers(options)
    return {
      enabled: settings().enabled,
      version,
      servers: await Promise.all(
        servers.map(async (entry): Promise<McpServerStatus> => {
          const last = known.get(entry.name)
          const base = {
            name: entry.name,
            namedIn: entry.namedIn === null ? null : { file: entry.namedIn, line: entry.line },
            transport: entry.server?.transport ?? 'stdio',
            target: entry.server ? describeTarget(entry.server) : '',
            tools: last?.tools ?? null,
            resources: last?.resources ?? null,
            prompts: last?.prompts ?? null,
            stderr: last?.stderr ?? '',
            notices: last?.notices ?? [],
            connectMs: last?.connectMs ?? null,
            revision: last?.revision ?? null,
            lastCall: last?.lastCall ?? null,
            health: healthOf(last?.counts ?? NO_CALLS),
            signIn: signInStateOf(entry.server, signIns),
          }
          if (entry.disabled)
            return { ...base, state: 'disabled', tools: null, resources: null, prompts: null, error: null }
          if (!entry.server) return { ...base, state: 'failed', tools: null, error: entry.fault }
          if ((await agreements.unagreedOf(entry.server)) !== null) return { ...base, state: 'not_agreed', error: null }
          return { ...base, state: last?.state ?? 'idle', error: last?.error ?? null }
        }),
      ),
    }
  }

  async function probe(signal: AbortSignal): Promise<void> {
    const entries = (await readSavedServers(options)).servers.filter((entry) => !entry.disabled)
    await Promise.all(
      entries.map(async (entry) => {
        // The panel shows that consent is missing.
        if (entry.server && (await agreements.unagreedOf(entry.server)) !== null) return
        const supervisor = superviseEntry(entry, { ...options, settings: settings() }, (status) =>
          report(entry.name, status),
        )
        // A failure has already been reported to the panel.
        await supervisor.take(signal).catch(() => {})
        await supervisor.close()
      }),
    )
  }

  return {
    watch(signal) {
      const subscribe = (awaken: () => void) => {
        const unwatch = [configFile, ...(settingsFile === undefined ? [] : [settingsFile])].map((file) =>
          watchFile(file, awaken),
        )
        wake.add(awaken)
        return () => {
          for (const stop of unwatch) stop()
          wake.delete(awaken)
        }
      }
      return followState({ read: currentBatch, subscribe, signal })
    },
    report,
    probe,
    readTools: (serverName) => known.get(serverName)?.definitions ?? null,
    refresh,
  }
}

function signInStateOf(server: McpServer | null, signIns: SignIns): McpSignInState {
  if (server === null || server.transport === 'stdio') return { kind: 'none' }
  const signIn = signIns.read(server)
  if (signIns.challenges.has(keyOf(server))) return { kind: 'needed' }
  return signIn === null
    ? { kind: 'none' }
    : { kind: 'signed_in', at: hostOf(signIn.discovery.authorizationServerUrl), since: signIn.at }
}

interface KnownServer extends Omit<ServerStatusUpdate, 'lastCall'> {
  readonly lastCall?: McpLastCall
  readonly counts?: CallCounts
}

/**
 * Calls `changed` after each change of the file, until the returned function is called. Watches the folder, because an
 * atomic save replaces the file.
 */
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
    return () => {} // If the folder cannot be watched, the panel is still updated by every status.
  }
}
