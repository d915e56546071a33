import { ExpectedError } from '@shared/base/expected-error'
import { visibleLine } from '@shared/base/visible-text'
import type {
  McpBatch,
  McpConfigFile,
  McpImportSource,
  McpLaunchInfo,
  McpProgram,
  McpSignIn,
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
import { limitsOf, type McpOptions } from '../connection/supervise-entry'
import type { McpManagerOptions } from '../mcp-manager'
import type { OpenAddress } from '../sign-in/follow-sign-in'
import { keyOf, openSignIns } from '../sign-in/sign-in-store'
import type { Requests } from '../visit/visit'
import { callForShell, createMarks, withMarks } from './call-for-shell'
import { createMcpLog, type McpLog } from './mcp-log'
import { createServerStates } from './server-states'
import type { TestCall } from './test-connection'

/** Serves the window's panel of MCP servers: the servers of the config file, their state, and the file itself. */
export interface McpConfigService {
  /** Yields the states of the servers, then those after each change. */
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
  const { configFile, env, secrets, agreements, questions, signIns = openSignIns(secrets) } = options
  const log = createMcpLog()
  const watchServer = (server: McpServer) => log.watchServer(server)
  const states = createServerStates({ ...options, settings, signIns, watchServer })
  const held = new Set<string>()
  const ending = new AbortController()
  let probing: Promise<void> | null = null
  const tests = new Set<Promise<void>>()
  /** The sign-ins that wait for a person, by address and account. */
  const signingIn = new Map<string, AbortSignal>()

  /** Tracks a test, so that the host waits for the end of its server, even if the window no longer reads the test. */
  const follow = (running: Promise<void>) => {
    const test = running.finally(() => tests.delete(test))
    tests.add(test)
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
    watch: (signal) => states.watch(AbortSignal.any([signal, ending.signal])),
    async probe() {
      probing ??= states.probe(ending.signal).finally(() => (probing = null))
      await probing
    },
    readConfig,
    check: async (text) => (await readServers(text, options)).problems,
    async save(text, version, runningEpisodes) {
      await saveConfigText(options, text, version)
      const saved = await readConfig()
      if (runningEpisodes === 'keep') held.add(saved.version)
      else held.delete(saved.version)
      states.refresh()
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
        // The test has listed the tools of the server, and reports them even if the entry has changed since.
        const { call: called } = test
        if (test.finished && test.tools !== null)
          states.report(serverName, {
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
        if (test.failure?.needsSignIn) states.refresh()
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
          if (state.isDone) states.report(serverName, { state: 'idle', error: null })
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
      states.refresh()
      return { note }
    },
    async writeCall(serverName, call, form) {
      const { text } = await readSavedServers(options)
      const marks = createMarks()
      const server = await usableServer(text, serverName, withMarks(options, marks))
      // The copied text would run the program, so it needs the same consent.
      if ((await agreements.unagreedOf(server)) !== null)
        throw new ExpectedError(
          'program_not_agreed',
          `You have not agreed to “${visibleLine(serverName)}” on this computer. Test it under MCP servers first.`,
        )
      return callForShell(server, call, form, { configFile, marks, mask: secrets.mask })
    },
    readTools: (serverName) => states.readTools(serverName),
    log,
    findImports: () => findClientServers(userFolders(env)),
    async keepImportedSecrets(path, serverName) {
      await keepClientSecrets(userFolders(env), path, serverName, secrets)
      states.refresh()
    },
    refresh: () => states.refresh(),
    forEpisodes: { report: states.report, watchServer, isHeld: (textVersion) => held.has(textVersion) },
    async close() {
      ending.abort(new Error('The host is closing.'))
      await Promise.allSettled([probing, ...tests])
    },
  }
}
