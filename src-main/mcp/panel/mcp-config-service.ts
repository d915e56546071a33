import { watch as watchFolder } from 'node:fs'
import { basename, dirname } from 'node:path'
import { ExpectedError } from '@shared/base/expected-error'
import { visibleLine } from '@shared/base/visible-text'
import type {
  McpBatch,
  McpConfigFile,
  McpImportSource,
  McpLastCall,
  McpLaunchInfo,
  McpProgram,
  McpServerStatus,
  McpSignIn,
  McpSignInState,
  McpSignOut,
  McpTest,
  McpToolDetail,
  ShellForm,
} from '@shared/contract/mcp'
import type { McpAppApi, McpAppBatch } from '@shared/contract/mcp-apps'
import type { McpVisit } from '@shared/contract/mcp-visits'
import { NOTHING_TO_RUN } from '@shared/contract/nothing-to-run'
import type { ConfigProblem } from '@shared/mcp/mcp-config'
import type { McpServer, RemoteServer } from '@shared/mcp/mcp-entry'
import { describeLaunch } from '../agreement/describe-program'
import { withEnvironmentSecrets } from '../agreement/environment-secrets'
import { findUnagreedPrograms, refuseUnagreedPrograms, selectEntries } from '../agreement/unagreed-programs'
import type { AppPort } from '../app-view/app-view'
import { findClientServers, keepClientSecrets, userFolders } from '../config/client-configs'
import { type ConfigSource, readSavedServers, readServers, saveConfigText } from '../config/config-file'
import type { ServerStatusUpdate } from '../connection/server-supervisor'
import { limitsOf, type McpOptions, superviseEntry } from '../connection/supervise-entry'
import { describeTarget } from '../launch/command-line'
import type { McpManagerOptions } from '../mcp-manager'
import { hostOf } from '../sign-in/authorization-fetch'
import type { OpenAddress } from '../sign-in/follow-sign-in'
import { keyOf, openSignIns, type SignIns } from '../sign-in/sign-in-store'
import { followState } from '../transport/follow-state'
import type { Requests } from '../visit/visit'
import { callForShell, createMarks, withMarks } from './call-for-shell'
import { createMcpLog, type McpLog } from './mcp-log'
import { type CallCounts, countCall, healthOf, NO_CALLS } from './server-health'
import type { TestCall } from './test-connection'

/** Delay after a change of a file: editors write a file in several steps. */
const SETTLE_MS = 300

/** Serves the window's panel of MCP servers: the servers of the config file, their state, and the file itself. */
export interface McpConfigService {
  /** Yields the current state, then each change. */
  watch(signal: AbortSignal): AsyncIterable<McpBatch>
  /** Connects once to every enabled server that may be started, lists its tools and ends it. */
  probe(): Promise<void>
  readConfig(): Promise<McpConfigFile>
  check(text: string): Promise<readonly ConfigProblem[]>
  /** Throws like `saveConfigText`. */
  save(text: string, version: string, runningEpisodes: 'restart' | 'keep'): Promise<McpConfigFile>
  describe(text: string, serverName: string): Promise<McpLaunchInfo>
  /** See `listNewPrograms` of the contract. */
  listNewPrograms(text: string | null): Promise<readonly McpProgram[]>
  /**
   * Tests the server as configured in this text, see `testConnection`. Throws `not_found` if the text has no server of
   * that name, `bad_file` if the server's entry cannot be used, and `program_not_agreed`.
   */
  test(text: string, serverName: string, call: TestCall, signal: AbortSignal): AsyncIterable<McpTest>
  /** Opens a session for a person, see `openVisit`. Throws like `test`. `text` null: the saved file. */
  visit(
    text: string | null,
    serverName: string,
    signal: AbortSignal,
    onReady: (id: string, requests: Requests) => void,
  ): AsyncIterable<McpVisit>
  /** Opens the view of a tool, see `openAppView`. Throws like `test`. */
  openApp(
    opening: Parameters<McpAppApi['openMcpApp']>[0],
    signal: AbortSignal,
    onReady: (id: string, port: AppPort) => void,
  ): AsyncIterable<McpAppBatch>
  /** See `writeMcpCall` of the contract. */
  writeCall(serverName: string, call: Exclude<TestCall, 'ping' | null>, form: ShellForm): Promise<string>
  /** Signs in to the server as configured in this text (null: the saved file). The contract lists the errors. */
  signIn(text: string | null, serverName: string, signal: AbortSignal): AsyncIterable<McpSignIn>
  signOut(text: string | null, serverName: string): Promise<McpSignOut>
  readTools(serverName: string): readonly McpToolDetail[] | null
  readonly log: McpLog
  findImports(): Promise<readonly McpImportSource[]>
  keepImportedSecrets(path: string, serverName: string): Promise<void>
  /** Must be called after a change of secrets, settings or agreements, because it may change the servers. */
  refresh(): void
  /** Options that connect the manager of an episode to the panel. */
  readonly forEpisodes: Required<Pick<McpManagerOptions, 'report' | 'isHeld' | 'watchServer'>>
  /** Ends everything. Resolves when no process that the service started is left. */
  close(): Promise<void>
}

interface ServiceOptions extends Omit<McpOptions, 'settings'> {
  /** Returns the settings in force. */
  readonly settings: () => McpOptions['settings']
  /** Absent if the shell opens no browser. */
  readonly openAddress?: OpenAddress | undefined
}

export function createMcpConfigService({ settings, openAddress, ...options }: ServiceOptions): McpConfigService {
  const { configFile, settingsFile, env, secrets, agreements, questions, signIns = openSignIns(secrets) } = options
  const log = createMcpLog()
  const watchServer = (server: McpServer) => log.watchServer(server)
  const held = new Set<string>()
  const ending = new AbortController()
  const known = new Map<string, KnownServer>()
  const wake = new Set<() => void>()
  let probing: Promise<void> | null = null
  const tests = new Set<Promise<void>>()
  /** The sign-ins that wait for a person, by address and account. */
  const signingIn = new Map<string, AbortSignal>()

  const notify = () => {
    for (const awaken of wake) awaken()
  }

  const report = (serverName: string, { lastCall, ...status }: ServerStatusUpdate) => {
    const before = known.get(serverName)
    const called = lastCall && {
      lastCall: { tool: lastCall.tool, error: lastCall.error, at: new Date().toISOString() },
      counts: countCall(before?.counts ?? NO_CALLS, lastCall),
    }
    known.set(serverName, { ...before, ...status, ...called })
    notify()
  }

  /** Tracks a test, so that the host waits for the end of its server, even if the window no longer reads the test. */
  const follow = (running: Promise<void>) => {
    const test = running.finally(() => tests.delete(test))
    tests.add(test)
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

  async function probeAll(): Promise<void> {
    const entries = (await readSavedServers(options)).servers.filter((entry) => !entry.disabled)
    await Promise.all(
      entries.map(async (entry) => {
        // The panel shows that consent is missing.
        if (entry.server && (await agreements.unagreedOf(entry.server)) !== null) return
        const supervisor = superviseEntry(entry, { ...options, watchServer, settings: settings() }, (status) =>
          report(entry.name, status),
        )
        // Failures have been reported: the panel shows them.
        await supervisor.take(ending.signal).catch(() => {})
        await supervisor.close()
      }),
    )
  }

  const entryIn = async (text: string | null, serverName: string, source: ConfigSource = options) => {
    const { servers } = await (text === null ? readSavedServers(source) : readServers(text, source))
    const entry = servers.find(({ name }) => name === serverName)
    if (!entry)
      throw new ExpectedError('not_found', `There is no server ${serverName} in this text, or the text is not valid.`)
    return entry
  }

  const usableServer = async (text: string | null, serverName: string, source?: ConfigSource): Promise<McpServer> => {
    const { server, fault } = await entryIn(text, serverName, source)
    if (!server) throw new ExpectedError('bad_file', `The server ${serverName} cannot be started: ${fault}.`)
    return server
  }

  /** A server with consent, and the options of a session for a person. */
  const runnableServer = async (text: string | null, serverName: string) => {
    const entry = await usableServer(text, serverName)
    refuseUnagreedPrograms(await findUnagreedPrograms([await entryIn(text, serverName)], options))
    const server = await withEnvironmentSecrets(entry, options)
    const testOptions = {
      ...options,
      signIns,
      ...limitsOf(server, settings()),
      watch: log.watchServer(server),
      ask: questions?.ask ?? null,
      onRunning: follow,
    }
    return { server, testOptions }
  }

  const remoteServer = async (text: string | null, serverName: string): Promise<RemoteServer> => {
    const server = await usableServer(text, serverName)
    if (server.transport !== 'stdio') return server
    throw new ExpectedError('not_possible', `The server ${serverName} runs on this computer, and needs no sign-in.`)
  }

  const readConfig = async (): Promise<McpConfigFile> => {
    const { text, version, problems } = await readSavedServers(options)
    return { path: configFile, text, version, problems }
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
      return followState({ read: currentBatch, subscribe, signal: AbortSignal.any([signal, ending.signal]) })
    },
    async probe() {
      probing ??= probeAll().finally(() => (probing = null))
      await probing
    },
    readConfig,
    check: async (text) => (await readServers(text, options)).problems,
    async save(text, version, runningEpisodes) {
      await saveConfigText(options, text, version)
      const saved = await readConfig()
      if (runningEpisodes === 'keep') held.add(saved.version)
      else held.delete(saved.version)
      notify()
      return saved
    },
    async describe(text, serverName) {
      const entry = await entryIn(text, serverName)
      return entry.server ? describeLaunch(entry.server, options) : { ...NOTHING_TO_RUN, fault: entry.fault }
    },
    async listNewPrograms(text) {
      const config = await (text === null ? readSavedServers(options) : readServers(text, options))
      return findUnagreedPrograms(selectEntries(config, settings()), options)
    },
    async *test(text, serverName, call, signal) {
      const { server, testOptions } = await runnableServer(text, serverName)
      const { testConnection } = await import('./test-connection')
      for await (const test of testConnection(server, call, testOptions, AbortSignal.any([signal, ending.signal]))) {
        // The tools of the server are known now, even if the entry has changed meanwhile.
        const { call: called } = test
        if (test.finished && test.tools !== null)
          report(serverName, {
            tools: test.tools.map(({ name, description }) => ({ name, description })),
            definitions: test.tools,
            resources: test.resources,
            prompts: test.prompts,
            notices: test.notices,
            // An error of the tool itself is also an answer of the server.
            ...(called && {
              lastCall: { tool: called.tool, error: called.content === null ? called.error : null, ms: called.ms },
            }),
          })
        if (test.failure?.needsSignIn) notify()
        yield test
      }
    },
    async *visit(text, serverName, signal, onReady) {
      const { server, testOptions } = await runnableServer(text, serverName)
      const { openVisit } = await import('../visit/visit')
      yield* openVisit(server, testOptions, AbortSignal.any([signal, ending.signal]), onReady)
    },
    async *openApp(opening, signal, onReady) {
      const { server, testOptions } = await runnableServer(null, opening.server)
      const { openAppView } = await import('../app-view/app-view')
      yield* openAppView(server, opening, testOptions, AbortSignal.any([signal, ending.signal]), onReady)
    },
    async *signIn(text, serverName, signal) {
      const server = await remoteServer(text, serverName)
      refuseUnagreedPrograms(await findUnagreedPrograms([await entryIn(text, serverName)], options))
      const stop = AbortSignal.any([signal, ending.signal])
      const key = keyOf(server)
      if (signingIn.get(key)?.aborted === false)
        throw new ExpectedError(
          'not_possible',
          `A sign-in to ${serverName} is already waiting for you: finish it in the browser, or cancel it.`,
        )
      signingIn.set(key, stop)
      try {
        const { followSignIn } = await import('../sign-in/follow-sign-in')
        for await (const state of followSignIn(server, signIns, stop, openAddress)) {
          if (state.isDone) report(serverName, { state: 'idle', error: null })
          yield state
        }
      } finally {
        if (signingIn.get(key) === stop) signingIn.delete(key)
      }
    },
    async signOut(text, serverName) {
      const server = await remoteServer(text, serverName)
      const { signOut } = await import('../sign-in/sign-in')
      const note = await signOut(server, signIns, ending.signal)
      notify()
      return { note }
    },
    async writeCall(serverName, call, form) {
      const { text } = await readSavedServers(options)
      const marks = createMarks()
      const server = await usableServer(text, serverName, withMarks(options, marks))
      // The copied text runs the program, so it needs the same consent.
      if ((await agreements.unagreedOf(server)) !== null)
        throw new ExpectedError(
          'program_not_agreed',
          `You have not agreed to “${visibleLine(serverName)}” on this computer. Test it under MCP servers first.`,
        )
      return callForShell(server, call, form, { configFile, marks, mask: secrets.mask })
    },
    readTools: (serverName) => known.get(serverName)?.definitions ?? null,
    log,
    findImports: () => findClientServers(userFolders(env)),
    async keepImportedSecrets(path, serverName) {
      await keepClientSecrets(userFolders(env), path, serverName, secrets)
      notify()
    },
    refresh: notify,
    forEpisodes: { report, watchServer, isHeld: (textVersion) => held.has(textVersion) },
    async close() {
      ending.abort(new Error('The host is closing.'))
      await Promise.allSettled([probing, ...tests])
    },
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
    return () => {} // If the folder cannot be watched, the panel still updates with every status.
  }
}
