import { createHash } from 'node:crypto'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseEntry } from '@shared/mcp/mcp-entry'
import { type Settings, settings as settingsSchema } from '@shared/settings/settings'
import type { EventBody } from '@shared/episode/log/event'
import { afterEach, describe, expect, it } from 'vitest'
import { memorySecrets } from '../../secrets/secret-store'
import { openSecrets } from '../../secrets/secrets'
import { openAgreements } from '../agreement/agreements'
import { createLocalEnsemble } from '../tools/local-tools'
import { createMcpManager, type McpManager, type McpManagerOptions, type OpenSessionRequest } from '../mcp-manager'
import { connectServer } from '../connection/session'
import { everythingAgreed } from './everything-agreed.testkit'
import { MISLEADING } from './misleading-errors.testkit'
import { quote } from '../launch/command-line'
import { isRunning, SCRIPTED_SERVER } from './processes.testkit'
import { type ToolSession } from '../tools/tool-session'

const managers: McpManager[] = []
const folders: string[] = []
const signal = new AbortController().signal

afterEach(async () => {
  await Promise.all(managers.splice(0).map((manager) => manager.close()))
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true })
})

const scripted = (...options: string[]) => ({ command: 'node', args: [SCRIPTED_SERVER, ...options] })

function setUp(
  servers: Readonly<Record<string, unknown>>,
  mcp: Partial<Settings['mcp']> = {},
  extra: Partial<McpManagerOptions> = {},
) {
  const folder = mkdtempSync(join(tmpdir(), 'zorkgpt-mcp-'))
  folders.push(folder)
  const configFile = join(folder, 'mcp_config.json')
  const configure = (entries: Readonly<Record<string, unknown>>) =>
    writeFileSync(configFile, JSON.stringify({ mcpServers: entries }))
  configure(servers)
  const events: EventBody[] = []
  const states: string[] = []
  let stateChanged = () => {}
  const report: McpManagerOptions['report'] = (_name, { state }) => {
    if (state) states.push(state)
    stateChanged()
  }
  /** Resolves when a server has come into this state for so many times. */
  const reached = async (state: string, times = 1) => {
    while (states.filter((each) => each === state).length < times)
      await new Promise<void>((resolve) => (stateChanged = resolve))
  }
  const manager = createMcpManager({
    configFile,
    settings: { ...settingsSchema.parse({}).mcp, ...mcp },
    appRoot: folder,
    env: process.env,
    secrets: openSecrets(memorySecrets(), {}, []),
    agreements: everythingAgreed,
    now: () => performance.now(),
    report,
    ...extra,
  })
  managers.push(manager)
  const openTurn = (turn: number, more: Partial<OpenSessionRequest> = {}) =>
    manager.openSession({ turn, signal, record: (event) => events.push(event), ...more })
  const types = () => events.map((event) => event.event_type)
  return { manager, folder, configFile, configure, events, types, states, reached, openTurn }
}

const call = (session: ToolSession | null, toolName: string, parameters: Readonly<Record<string, unknown>> = {}) =>
  session?.callTool({ toolName, arguments: parameters, signal })
const content = async (
  session: ToolSession | null,
  toolName: string,
  parameters: Readonly<Record<string, unknown>> = {},
) => {
  const outcome = await call(session, toolName, parameters)
  return outcome?.kind === 'result' ? outcome.content : outcome
}
const names = (session: ToolSession | null) => session?.tools.map((tool) => tool.function.name) ?? []
const starts = (file: string) => readFileSync(file, 'utf8').trim().split('\n').map(Number)

describe('sessions', () => {
  it('R1.1 R3.1 R3.3 R3.4 P1 P8: a turn has the tools of a server that was initialized before it was asked for them', async () => {
    const { openTurn } = setUp({ s: scripted() })
    const session = await openTurn(1)
    expect(names(session)).toContain('s.echo')
    expect(session?.servers).toEqual([
      { name: 's', state: 'ready', tool_count: names(session).length, error: null, transport: 'stdio' },
    ])
    expect(await content(session, 's.methods')).toEqual([
      'initialize',
      'notifications/initialized',
      'tools/list',
      'tools/call',
    ])
  })

  it('R3.5 R3.6 R3.7 P6 P9: each turn has a server process of its own, and it ends with the turn', async () => {
    const { openTurn, folder } = setUp({ s: scripted('--starts-file', 'starts') })
    for (const turn of [1, 2, 3]) {
      const session = await openTurn(turn)
      const pid = starts(join(folder, 'starts')).at(-1) ?? 0
      expect(isRunning(pid)).toBe(true)
      await session?.close()
      expect(isRunning(pid)).toBe(false)
    }
    expect(new Set(starts(join(folder, 'starts'))).size).toBe(3)
  })

  it('the next session is connected ahead of time, and a turn only takes it', async () => {
    const { openTurn, manager, folder, reached } = setUp({ s: scripted('--starts-file', 'starts') })
    const first = await openTurn(1)
    manager.prepareNext()
    await reached('ready', 2)
    await first?.close()
    const second = await openTurn(2)
    expect(second?.waitMs).toBeLessThan(first?.waitMs ?? 0)
    expect(starts(join(folder, 'starts'))).toHaveLength(2)
    expect(await content(second, 's.plain')).toBe('just words')
  })

  it('session_scope = "episode" keeps one process for all turns', async () => {
    const { openTurn, manager, folder } = setUp(
      { s: scripted('--starts-file', 'starts') },
      { session_scope: 'episode' },
    )
    for (const turn of [1, 2, 3]) {
      const session = await openTurn(turn)
      manager.prepareNext()
      expect(await content(session, 's.plain')).toBe('just words')
      await session?.close()
    }
    const pids = starts(join(folder, 'starts'))
    expect(pids).toHaveLength(1)
    await manager.close()
    expect(pids.map(isRunning)).toEqual([false])
  })

  it('session_scope = "episode" connects again after the server died', async () => {
    const { openTurn } = setUp({ s: scripted() }, { session_scope: 'episode' })
    const first = await openTurn(1)
    expect(await call(first, 's.crash')).toMatchObject({ kind: 'died' })
    await first?.close()
    expect(await content(await openTurn(2), 's.plain')).toBe('just words')
  })

  it('R3.7: close ends spares, sessions and connections that are just being made', async () => {
    const { openTurn, manager, folder } = setUp({ s: scripted('--starts-file', 'starts', '--ignore-end') })
    await openTurn(1)
    manager.prepareNext()
    while (starts(join(folder, 'starts')).length < 2) await new Promise(setImmediate)
    await manager.close()
    expect(starts(join(folder, 'starts')).map(isRunning)).toEqual([false, false])
    await expect(openTurn(2)).rejects.toThrow('closed')
  })

  it('an aborted wait ends at once with the reason, and leaves no process behind', async () => {
    const { manager, folder } = setUp({ s: scripted('--mute', '--starts-file', 'starts') })
    const stop = new AbortController()
    const waiting = manager.openSession({ turn: 1, signal: stop.signal, record: () => {} })
    stop.abort(new Error('stopped by you'))
    await expect(waiting).rejects.toThrow('stopped by you')
    await manager.close()
    try {
      expect(starts(join(folder, 'starts')).map(isRunning)).toEqual([false])
    } catch (error) {
      expect(error).toMatchObject({ code: 'ENOENT' }) // It was stopped before it got as far as to write.
    }
  })

  it('R3.2 P7: a server gets the system environment merged with the configured one', async () => {
    const env = { PATH: process.env.PATH, SYSTEM_WIDE: 'kept', OVERRIDDEN: 'system', OPENAI_API_KEY: 'sk-own' }
    const { openTurn } = setUp(
      { s: { ...scripted(), env: { OVERRIDDEN: 'configured', ADDED: '${SYSTEM_WIDE}!' } } },
      {},
      { env },
    )
    const seen = await content(await openTurn(1), 's.environment')
    expect(seen).toMatchObject({ SYSTEM_WIDE: 'kept', OVERRIDDEN: 'configured', ADDED: 'kept!' })
    expect(seen).not.toHaveProperty('OPENAI_API_KEY')
  })

  it('a list of tools that changed is offered from the next turn on; the open one keeps its own', async () => {
    const { openTurn } = setUp({ s: scripted() }, { session_scope: 'episode' })
    const first = await openTurn(1)
    const before = names(first)
    await call(first, 's.add_tool')
    expect(names(first)).toEqual(before)
    await first?.close()
    expect(names(await openTurn(2))).toEqual([...before, 's.new_tool'])
  })
})

describe('tools and calls', () => {
  it('R8.1 R8.4 R8.5 R8.6 P33 P36 P37 P38: all tools, from all pages, come as OpenAI definitions', async () => {
    const [paged, whole] = await Promise.all([
      setUp({ s: scripted('--paged') }).openTurn(1),
      setUp({ s: scripted() }).openTurn(1),
    ])
    expect(paged?.tools).toEqual(whole?.tools)
    expect(paged?.toolSet).toBe(whole?.toolSet)
    expect(whole?.tools[0]).toEqual({
      type: 'function',
      function: {
        name: 's.echo',
        description: 'Does echo',
        parameters: { type: 'object', properties: { text: { type: 'string' } } },
      },
    })
  })

  it('R8.2 R8.3 P34 P35: the same tool of two servers has two names, and each call reaches its own', async () => {
    const { openTurn } = setUp({ a: { ...scripted(), env: { WHO: 'a' } }, 'b.b': { ...scripted(), env: { WHO: 'b' } } })
    const session = await openTurn(1)
    expect(await content(session, 'a.environment')).toMatchObject({ WHO: 'a' })
    expect(await content(session, 'b.b.environment')).toMatchObject({ WHO: 'b' })
  })

  it('R3.4: a server whose pages have no end is asked for the same one twice at most', async () => {
    const { openTurn } = setUp({ s: scripted('--same-page') })
    const session = await openTurn(1)
    expect(names(session)).toContain('s.echo')
    expect(await content(session, 's.methods')).toEqual([
      'initialize',
      'notifications/initialized',
      'tools/list',
      'tools/list',
      'tools/call',
    ])
  })

  it('disabledTools and tools that need a task are not offered', async () => {
    const { openTurn } = setUp({ s: { ...scripted(), disabledTools: ['echo'] } })
    const session = await openTurn(1)
    expect(names(session)).not.toContain('s.echo')
    expect(names(session)).not.toContain('s.task_only')
    expect(await call(session, 's.echo')).toMatchObject({ kind: 'error', serverName: 's' })
  })

  it('R11.1 P41: an answer is a result, as JSON where it is JSON', async () => {
    const session = await setUp({ s: scripted() }).openTurn(1)
    expect(await call(session, 's.echo', { text: 'xyzzy' })).toEqual({
      kind: 'result',
      serverName: 's',
      content: { text: 'xyzzy' },
      isError: false,
    })
    expect(await call(session, 's.structured', { celsius: 3 })).toMatchObject({
      kind: 'result',
      content: { celsius: 3 },
    })
  })

  it('R11.2 R11.4 P42: a failure is a typed outcome that says what happened, never an exception', async () => {
    const session = await setUp({ s: scripted() }).openTurn(1)
    expect(await call(session, 's.fail')).toEqual({
      kind: 'result',
      serverName: 's',
      content: 'the lamp is broken',
      isError: true,
    })
    expect(await call(session, 's.unstructured')).toMatchObject({
      kind: 'error',
      error: 'the tool promises structured content and gave none',
    })
    expect(await call(session, 's.structured', { celsius: 'warm' })).toMatchObject({
      kind: 'error',
      error: expect.stringContaining('does not fit'),
    })
    expect(await call(session, 'nobody.knows')).toMatchObject({
      kind: 'error',
      serverName: 'nobody',
      error: expect.stringContaining("no tool 'nobody.knows'"),
    })
  })

  it.each([...MISLEADING])(
    'R6.4: an error of the server is its error, whatever it sounds like: %i %s',
    async (code, message) => {
      const session = await setUp({ s: scripted() }).openTurn(1)
      expect(await call(session, 's.refuse', { code, message })).toEqual({
        kind: 'error',
        serverName: 's',
        error: message,
      })
      expect(await content(session, 's.plain')).toBe('just words')
    },
  )

  it.each([...MISLEADING])('R6.1: so is one that a server starts with: %i %s', async (code, message) => {
    const { openTurn, events } = setUp({ s: scripted(`--refuse-start=${code}:${message}`) })
    await expect(openTurn(1)).rejects.toThrow(`Failed to start MCP server 's': ${message}\n`)
    expect(events).toMatchObject([{ event_type: 'mcp_server_failed', error: message }])
  })

  it('R6.5: a tool that never answers is a timeout, an answer after it is ignored, and the session goes on', async () => {
    const session = await setUp({ s: { ...scripted(), timeoutMs: 100 } }).openTurn(1)
    expect(await call(session, 's.hang')).toEqual({ kind: 'timeout', serverName: 's', timeoutSeconds: 0.1 })
    expect(await call(session, 's.late', { ms: 600 })).toMatchObject({ kind: 'timeout' })
    expect(await content(session, 's.plain')).toBe('just words')
  })

  it('an aborted call throws the reason and is no timeout', async () => {
    const session = await setUp({ s: scripted() }).openTurn(1)
    const stop = new AbortController()
    const waiting = session?.callTool({ toolName: 's.hang', arguments: {}, signal: stop.signal })
    stop.abort(new Error('stopped by you'))
    await expect(waiting).rejects.toThrow('stopped by you')
  })

  it('a server that dies in a call is reported as dead, with how it ended; the next turn has a new one', async () => {
    const { openTurn } = setUp({ s: scripted() })
    const session = await openTurn(1)
    expect(await call(session, 's.crash')).toEqual({
      kind: 'died',
      serverName: 's',
      error: "the MCP server 's' exited with code 7",
    })
    expect(await call(session, 's.plain')).toMatchObject({ kind: 'died' })
    await session?.close()
    expect(await content(await openTurn(2), 's.plain')).toBe('just words')
  })

  it('a result of 20 MB is cut, and says so', async () => {
    const outcome = await content(await setUp({ s: scripted() }).openTurn(1), 's.big', { bytes: 20e6 })
    expect(outcome).toMatch(/^x{200000}\n\[cut: the first 200000 of 20000000 characters\]$/)
  })

  it('local tools stand beside those of servers, and their exceptions become errors', async () => {
    const parameters = { type: 'object', properties: {} }
    const local = createLocalEnsemble('game', [
      { name: 'map_route', description: 'A route', parameters, run: ({ to }) => ['north', to] },
      {
        name: 'broken',
        description: '',
        parameters,
        run: () => {
          throw new Error('no map yet')
        },
      },
    ])
    const session = await setUp({ s: scripted() }).openTurn(1, { localEnsembles: [local] })
    expect(await call(session, 'game.map_route', { to: 'attic' })).toEqual({
      kind: 'result',
      serverName: 'game',
      content: ['north', 'attic'],
      isError: false,
    })
    expect(await call(session, 'game.broken')).toEqual({ kind: 'error', serverName: 'game', error: 'no map yet' })
    expect(await content(session, 's.plain')).toBe('just words')
  })
})

describe('failures', () => {
  it('R6.1 R14.4 R14.5: no server on turn 1 ends the episode without a retry, with the command and what to install', async () => {
    const { openTurn, events } = setUp({
      s: { command: 'uvx-is-not-here', args: ['mcp-server-time', '--api-key', 'abcdef'] },
    })
    const failure = openTurn(1)
    await expect(failure).rejects.toMatchObject({ kind: 'mcp_failed' })
    const message = await failure.catch((error: Error) => error.message)
    expect(message).toContain("Failed to start MCP server 's': the command 'uvx-is-not-here' was not found. Searched: ")
    expect(message).toContain('Command: uvx-is-not-here mcp-server-time --api-key •••')
    expect(message).toContain('Install the program')
    expect(events).toEqual([
      expect.objectContaining({ event_type: 'mcp_server_failed', turn: 1, attempt: 1, will_retry: false }),
    ])
  })

  it('R6.1: the error of a server that starts and ends says how, and what it said last', async () => {
    const { openTurn, folder, configFile } = setUp({
      s: scripted('--fail-while', 'mcp_config.json', '--starts-file', 'starts'),
    })
    const message = await openTurn(1).catch((error: Error) => error.message)
    expect(message).toContain('it exited with code 3 before it was ready')
    expect(message).toContain(`Command: node ${quote(SCRIPTED_SERVER)} --fail-while mcp_config.json`)
    expect(message).toContain('The server said: it is not my day')
    expect(starts(join(folder, 'starts'))).toHaveLength(1)
    expect(configFile).toContain(folder)
  })

  it('R6.1: a server that does not answer in time is ended', async () => {
    const { openTurn, folder } = setUp({
      s: { ...scripted('--mute', '--starts-file', 'starts'), connectTimeoutMs: 300 },
    })
    await expect(openTurn(1)).rejects.toThrow('did not get ready within 0.3 s')
    expect(starts(join(folder, 'starts')).map(isRunning)).toEqual([false])
  })

  it('decision 4: with several servers turn 1 goes on if one could start', async () => {
    const { openTurn, types } = setUp({ missing: { command: 'no-such-command' }, s: scripted() })
    const session = await openTurn(1)
    expect(session?.servers.map((server) => [server.name, server.state])).toEqual([
      ['missing', 'failed'],
      ['s', 'ready'],
    ])
    expect(types()).toEqual(['mcp_server_failed'])
  })

  it('R6.7 R6.8 P26: from turn 2 on a failed connection is tried exactly once more, and the turn goes on with it', async () => {
    const { openTurn, folder, events } = setUp({ s: scripted('--fail-once', 'bad-day', '--starts-file', 'starts') })
    await (await openTurn(1))?.close()
    for (const turn of [2, 3]) {
      writeFileSync(join(folder, 'bad-day'), '')
      const session = await openTurn(turn)
      expect(await content(session, 's.plain')).toBe('just words')
      await session?.close()
    }
    expect(events).toMatchObject(
      [2, 3].flatMap((turn) => [
        { event_type: 'mcp_server_failed', turn, attempt: 1, will_retry: true },
        { event_type: 'mcp_retry_successful', turn, server_name: 's' },
      ]),
    )
    expect(starts(join(folder, 'starts'))).toHaveLength(5)
  })

  it('R6.7: a spare that failed is the failed connection', async () => {
    const { openTurn, manager, folder, events, reached } = setUp({
      s: scripted('--fail-once', 'bad-day', '--starts-file', 'starts'),
    })
    await (await openTurn(1))?.close()
    writeFileSync(join(folder, 'bad-day'), '')
    manager.prepareNext()
    await reached('failed')
    expect(await content(await openTurn(2), 's.plain')).toBe('just words')
    expect(events).toMatchObject([
      {
        event_type: 'mcp_server_failed',
        attempt: 1,
        will_retry: true,
        error: 'it exited with code 3 before it was ready',
      },
      { event_type: 'mcp_retry_successful' },
    ])
    expect(starts(join(folder, 'starts'))).toHaveLength(3)
  })

  it('R6.7 R6.9 R6.10 P27: if the retry fails the server is off for the episode, and is not started again', async () => {
    const { openTurn, folder, events, types } = setUp({
      s: scripted('--fail-while', 'bad-day', '--starts-file', 'starts'),
    })
    await (await openTurn(1))?.close()
    writeFileSync(join(folder, 'bad-day'), '')
    expect(await openTurn(2)).toBeNull()
    expect(types()).toEqual(['mcp_server_failed', 'mcp_server_failed', 'mcp_disabled_fallback'])
    expect(events).toMatchObject([
      { attempt: 1, will_retry: true },
      { attempt: 2, will_retry: false },
      { server_name: 's', turn: 2 },
    ])
    expect(starts(join(folder, 'starts'))).toHaveLength(3)
    rmSync(join(folder, 'bad-day'))
    expect(await openTurn(3)).toBeNull()
    expect(starts(join(folder, 'starts'))).toHaveLength(3)
  })

  it('a stop in the middle of a start is no failure of the server', async () => {
    const { openTurn, events, reached } = setUp({ s: scripted('--mute') })
    const stop = new AbortController()
    const opening = openTurn(2, { signal: stop.signal })
    await reached('starting')
    stop.abort(new Error('stopped'))
    await expect(opening).rejects.toThrow('stopped')
    expect(events).toEqual([])
  })

  it('R6.10: a server that was off when the episode was resumed is not started, not even ahead of time or after its entry changed', async () => {
    const { openTurn, manager, folder, configure, types } = setUp(
      { s: scripted('--starts-file', 'starts'), t: scripted() },
      {},
      { serversOff: ['s'] },
    )
    manager.prepareNext()
    for (const turn of [5, 6]) {
      const session = await openTurn(turn)
      expect(session?.servers).toMatchObject([
        { name: 's', state: 'failed', error: 'off for the rest of the episode' },
        { name: 't', state: 'ready' },
      ])
      await session?.close()
      configure({ s: { ...scripted('--starts-file', 'starts'), timeoutMs: 123 }, t: scripted() })
    }
    expect(existsSync(join(folder, 'starts'))).toBe(false)
    expect(types()).toEqual([])
  })

  it('decision 16: a server that is off does not take the others with it', async () => {
    const { openTurn, folder } = setUp({ weak: scripted('--fail-while', 'bad-day'), strong: scripted() })
    await (await openTurn(1))?.close()
    writeFileSync(join(folder, 'bad-day'), '')
    const session = await openTurn(2)
    expect(session?.servers.map((server) => [server.name, server.state])).toEqual([
      ['weak', 'failed'],
      ['strong', 'ready'],
    ])
    expect((await openTurn(3))?.servers[0]).toMatchObject({ name: 'weak', error: 'off for the rest of the episode' })
  })

  it('a spare that dies while it waits is replaced, and the turn does not notice', async () => {
    const { openTurn, manager, folder, types, reached } = setUp({ s: scripted('--starts-file', 'starts') })
    await (await openTurn(1))?.close()
    manager.prepareNext()
    await reached('ready', 2)
    process.kill(starts(join(folder, 'starts'))[1] ?? 0, 'SIGKILL')
    await reached('ready', 3)
    expect(await content(await openTurn(2), 's.plain')).toBe('just words')
    expect(starts(join(folder, 'starts'))).toHaveLength(3)
    expect(types()).toEqual([])
  })

  it('a spare that died is a failed connection if the turn comes before its replacement is ready', async () => {
    const { openTurn, manager, folder, events, reached } = setUp({ s: scripted('--starts-file', 'starts') })
    await (await openTurn(1))?.close()
    manager.prepareNext()
    await reached('ready', 2)
    process.kill(starts(join(folder, 'starts'))[1] ?? 0, 'SIGKILL')
    await reached('starting', 2)
    expect(await content(await openTurn(2), 's.plain')).toBe('just words')
    expect(events).toMatchObject([
      { event_type: 'mcp_server_failed', error: 'it was ended by SIGKILL before its turn came', will_retry: true },
      { event_type: 'mcp_retry_successful' },
    ])
    expect(starts(join(folder, 'starts'))).toHaveLength(3)
  })

  it('a spare that fails while nobody waits for it is made anew after a while, and the turn does not notice', async () => {
    const { openTurn, manager, folder, types, reached } = setUp({ s: scripted('--fail-once', 'bad-day') })
    await (await openTurn(1))?.close()
    writeFileSync(join(folder, 'bad-day'), '')
    manager.prepareNext()
    await reached('failed')
    await reached('ready', 2)
    expect(await content(await openTurn(2), 's.plain')).toBe('just words')
    expect(types()).toEqual([])
  })

  it('session_scope = "episode": a server that died is made anew before the next turn asks', async () => {
    const { openTurn, states, reached } = setUp({ s: scripted() }, { session_scope: 'episode' })
    const session = await openTurn(1)
    await call(session, 's.crash')
    await session?.close()
    await reached('ready', 2)
    expect(states).toEqual(['starting', 'ready', 'failed', 'starting', 'ready'])
  })
})

describe('programs that nobody has agreed to', () => {
  const agreeing = (folder: string) =>
    openAgreements({ folder: join(folder, 'agreed'), configFile: join(folder, 'mcp_config.json'), appRoot: folder })
  function setUpAsking(servers: Readonly<Record<string, unknown>>, mcp: Partial<Settings['mcp']> = {}) {
    const folder = mkdtempSync(join(tmpdir(), 'zorkgpt-asking-'))
    folders.push(folder)
    const configFile = join(folder, 'mcp_config.json')
    const agreements = agreeing(folder)
    const all = setUp(servers, mcp, { agreements, configFile })
    const configure = (entries: Readonly<Record<string, unknown>>) =>
      writeFileSync(configFile, JSON.stringify({ mcpServers: entries }))
    configure(servers)
    const agree = async (entry: unknown) =>
      agreements.add([(await agreements.unagreedOf(parseEntry('s', entry, process.env).server ?? never())) ?? never()])
    const withdraw = async (entry: unknown) =>
      agreements.withdraw([
        (await agreements.agreedOf(parseEntry('s', entry, process.env).server ?? never())) ?? never(),
      ])
    return { ...all, folder, configFile, configure, agree, withdraw }
  }
  const never = (): never => {
    throw new Error('There is nothing to agree to.')
  }

  it('keep an episode from starting, with the line of each and the way out, before any of them runs', async () => {
    const { manager, folder, configFile } = setUpAsking({
      a: scripted('--starts-file', 'starts'),
      b: { command: 'no-such-program', disabled: true },
      web: { url: 'http://127.0.0.1:1/mcp' },
    })
    await expect(manager.checkConfig('refuse')).rejects.toMatchObject({
      kind: 'program_not_agreed',
      message: expect.stringMatching(
        new RegExp(
          `^${configFile} names a program .*\n  \\| server    a\n  \\| file      ${configFile}\n  \\| runs      .*node.* ${quote(SCRIPTED_SERVER)} --starts-file starts\n  \\| in        ${folder}\n.*--agree`,
        ),
      ),
    })
    manager.prepareNext()
    await manager.close()
    expect(existsSync(join(folder, 'starts'))).toBe(false)
  })

  it('are left out when that was chosen, and what was agreed to is used', async () => {
    const agreed = scripted()
    const { manager, openTurn, agree, folder, events } = setUpAsking({
      new: scripted('--starts-file', 'starts'),
      known: agreed,
    })
    await agree(agreed)
    await manager.checkConfig('leave_out')
    const session = await openTurn(1)
    expect(session?.servers).toEqual([
      {
        name: 'new',
        state: 'disabled',
        tool_count: null,
        error: 'nobody has agreed to run its program on this machine',
      },
      expect.objectContaining({ name: 'known', state: 'ready' }),
    ])
    expect(names(session).every((name) => name.startsWith('known.'))).toBe(true)
    expect(existsSync(join(folder, 'starts'))).toBe(false)
    expect(events).toEqual([])
  })

  it('are asked about again when their file of variables changes in mid-episode, and have the variables that were agreed to', async () => {
    const server = { ...scripted(), envFile: '.env' }
    const { openTurn, agree, folder, events } = setUpAsking({ s: server })
    const variables = (text: string) => writeFileSync(join(folder, '.env'), text)
    variables('LAMP=brass\n')
    await agree(server)
    const environment = async (session: ToolSession | null) =>
      await session?.callTool({ toolName: 's.environment', arguments: {}, signal })
    const lampOf = async (turn: number) => {
      const session = await openTurn(turn)
      const outcome = await environment(session)
      await session?.close()
      return session?.servers[0]?.state === 'ready' ? outcome : session
    }
    expect(await lampOf(1)).toMatchObject({ kind: 'result', content: expect.objectContaining({ LAMP: 'brass' }) })
    variables('LAMP=gold\n')
    expect(await lampOf(2)).toBeNull()
    await agree(server)
    expect(await lampOf(3)).toMatchObject({ kind: 'result', content: expect.objectContaining({ LAMP: 'gold' }) })
    expect(events.filter(({ event_type }) => event_type === 'mcp_server_failed')).toEqual([])
  })

  it('all left out are no tools', async () => {
    const { manager, openTurn } = setUpAsking({ s: scripted() })
    await manager.checkConfig('leave_out')
    expect(await openTurn(1)).toBeNull()
  })

  it('do not start because they came into the file in the middle of an episode, nor in the place of one that may; an agreement holds from the next turn on', async () => {
    const agreed = scripted('--starts-file', 'first')
    const changed = scripted('--starts-file', 'second')
    const { manager, openTurn, agree, configure, folder } = setUpAsking({ s: agreed })
    await agree(agreed)
    await (await openTurn(1))?.close()
    configure({ s: changed })
    manager.prepareNext()
    expect(await openTurn(2)).toBeNull()
    expect(existsSync(join(folder, 'second'))).toBe(false)
    await agree(changed)
    expect((await openTurn(3))?.servers).toMatchObject([{ name: 's', state: 'ready' }])
  })

  it('are left out from the next turn on when the agreement is withdrawn', async () => {
    const { openTurn, agree, withdraw } = setUpAsking({ s: scripted() })
    await agree(scripted())
    const first = await openTurn(1)
    expect(first?.servers).toMatchObject([{ name: 's', state: 'ready' }])
    await first?.close()
    await withdraw(scripted())
    expect(await openTurn(2)).toBeNull()
  })

  it('are not asked about where the settings take another server', async () => {
    const agreed = scripted()
    const { manager, agree } = setUpAsking({ known: agreed, new: scripted('x') }, { server_selection: 'first' })
    await agree(agreed)
    await manager.checkConfig('refuse')
  })

  it('are not started by whoever passes over the question', async () => {
    const { folder, configFile } = setUpAsking({})
    const { server } = parseEntry('s', scripted('--starts-file', 'starts'), process.env)
    const connecting = connectServer(server ?? never(), {
      configFile,
      env: process.env,
      agreements: agreeing(folder),
      connectTimeoutMs: 5000,
      callTimeoutMs: 500,
      signal,
      now: () => performance.now(),
    })
    await expect(connecting).rejects.toThrow('its program was not agreed to on this machine')
    expect(existsSync(join(folder, 'starts'))).toBe(false)
  })
})

describe('configuration', () => {
  it('R2.2 R9.3: a missing file is refused, and it says what to do', async () => {
    const { manager, configFile } = setUp({})
    rmSync(configFile)
    await expect(manager.checkConfig('refuse')).rejects.toMatchObject({ kind: 'bad_file' })
    await expect(manager.checkConfig('refuse')).rejects.toThrow(
      `MCP is enabled but config file not found: ${configFile}\nPlease either:\n  1. Create that file, or\n  2. Set mcp.enabled = false in zorkgpt.toml`,
    )
  })

  it('decision 10: servers of the settings file are used after those of the config file, and instead of it where there is none', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'zorkgpt-settings-'))
    folders.push(folder)
    const settingsFile = join(folder, 'zorkgpt.toml')
    const table = (name: string) =>
      `[mcp.${name}]\ntransport = "stdio"\ncommand = ["node", ${JSON.stringify(SCRIPTED_SERVER)}]\nenvironment = { LAMP = "env:PATH" }\n`
    writeFileSync(settingsFile, `[mcp]\nenabled = true\n\n${table('lamp')}`)
    const { manager, openTurn, configFile, configure, events } = setUp({ s: scripted() }, {}, { settingsFile })
    await manager.checkConfig('refuse')
    expect(manager.servers).toEqual(['s', 'lamp'])
    const session = await openTurn(1)
    expect(session?.servers).toMatchObject([
      { name: 's', state: 'ready' },
      { name: 'lamp', state: 'ready' },
    ])
    expect(await content(session, 'lamp.environment')).toMatchObject({ LAMP: process.env.PATH })
    await session?.close()
    configure({ s: scripted(), lamp: scripted() })
    const fault = `it is named in ${settingsFile}, line 4, too: take it out of one of the two`
    for (const turn of [2, 3]) {
      const crossed = await openTurn(turn)
      expect(crossed?.servers).toMatchObject([
        { name: 's', state: 'ready' },
        { name: 'lamp', state: 'failed', error: fault },
      ])
      await crossed?.close()
    }
    expect(events).toEqual([
      { event_type: 'mcp_server_failed', turn: 2, server_name: 'lamp', error: fault, attempt: 1, will_retry: false },
    ])
    rmSync(configFile)
    expect((await openTurn(4))?.servers).toMatchObject([{ name: 'lamp', state: 'ready' }])
    writeFileSync(settingsFile, '[mcp]\nenabled = true\n')
    await expect(
      createMcpManager({
        configFile,
        settingsFile,
        settings: settingsSchema.parse({}).mcp,
        appRoot: folder,
        env: {},
        secrets: openSecrets(memorySecrets(), {}, []),
        agreements: everythingAgreed,
        now: () => 0,
      }).checkConfig('refuse'),
    ).rejects.toThrow('MCP is enabled but config file not found')
  })

  it('a server of the settings file that moves to another line is still the same process', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'zorkgpt-settings-'))
    folders.push(folder)
    const settingsFile = join(folder, 'zorkgpt.toml')
    const write = (before: string) =>
      writeFileSync(
        settingsFile,
        `${before}[mcp.lamp]\ncommand = ["node", ${JSON.stringify(SCRIPTED_SERVER)}, "--starts-file", "starts"]\n`,
      )
    write('')
    const { openTurn } = setUp({ s: scripted() }, { session_scope: 'episode' }, { settingsFile })
    await (await openTurn(1))?.close()
    write('# A remark\n\n')
    expect((await openTurn(2))?.servers).toHaveLength(2)
    // Relative paths count from the folder of the file that names it.
    expect(starts(join(folder, 'starts'))).toHaveLength(1)
  })

  it('R2.3 P5: invalid JSON is refused, and it says where', async () => {
    const { manager, configFile } = setUp({})
    writeFileSync(configFile, '{\n  "mcpServers": { "s": }\n}')
    await expect(manager.checkConfig('refuse')).rejects.toThrow('line 2, column 24: invalid JSON: value expected')
  })

  it('no servers at all are refused; servers that are all disabled are no tools', async () => {
    await expect(setUp({}).manager.checkConfig('refuse')).rejects.toThrow('No MCP servers configured')
    const { manager, openTurn } = setUp({ s: { ...scripted(), disabled: true } })
    await manager.checkConfig('refuse')
    expect(await openTurn(1)).toBeNull()
  })

  it('R2.6: server_selection = "first" takes the first entry that is not disabled', async () => {
    const servers = { off: { ...scripted(), disabled: true }, one: scripted(), two: scripted() }
    const session = await setUp(servers, { server_selection: 'first' }).openTurn(1)
    expect(new Set(names(session).map((name) => name.split('.')[0]))).toEqual(new Set(['one']))
    expect(session?.servers.map((server) => server.state)).toEqual(['disabled', 'ready', 'disabled'])
  })

  it('a bad entry is that server’s failure, and its fault is the error', async () => {
    const session = await setUp({ bad: { command: 'node', args: ['${NOT_SET_ANYWHERE}'] }, s: scripted() }).openTurn(1)
    expect(session?.servers[0]).toMatchObject({
      name: 'bad',
      state: 'failed',
      error: '`args` uses ${NOT_SET_ANYWHERE}, which is not set and has no default',
    })
  })

  it('a file changed on disk holds for the next turn, and only changed servers start anew', async () => {
    const { openTurn, configure, folder } = setUp(
      { same: scripted('--starts-file', 'same'), s: scripted() },
      { session_scope: 'episode' },
    )
    await (await openTurn(1))?.close()
    configure({ same: scripted('--starts-file', 'same'), other: scripted() })
    const session = await openTurn(2)
    expect(session?.servers.map((server) => server.name)).toEqual(['same', 'other'])
    expect(starts(join(folder, 'same'))).toHaveLength(1)
  })

  it('keeps its servers when the change was saved for the next episode only', async () => {
    const held = new Set<string>()
    const { openTurn, configure, configFile, manager } = setUp(
      { s: scripted() },
      {},
      { isHeld: (version) => held.has(version) },
    )
    const first = await openTurn(1)
    expect(first?.servers).toMatchObject([{ name: 's' }])
    await first?.close()
    configure({ t: scripted() })
    held.add(createHash('sha256').update(readFileSync(configFile)).digest('hex'))
    expect((await openTurn(2))?.servers).toMatchObject([{ name: 's', state: 'ready' }])
    held.clear()
    expect((await openTurn(3))?.servers).toMatchObject([{ name: 't', state: 'ready' }])
    await manager.close()
  })

  it('a file that is broken in the middle of an episode changes nothing, and the log says so once', async () => {
    const { openTurn, configFile, events } = setUp({ s: scripted() })
    await (await openTurn(1))?.close()
    const good = readFileSync(configFile)
    const unusable = {
      event_type: 'mcp_init_error',
      error: expect.stringContaining('line 1, column 17: invalid JSON') as string,
    }
    for (const turn of [2, 3]) {
      writeFileSync(configFile, '{ "mcpServers": ')
      const session = await openTurn(turn)
      expect(await content(session, 's.plain')).toBe('just words')
      await session?.close()
    }
    expect(events).toMatchObject([{ ...unusable, turn: 2 }])
    writeFileSync(configFile, good)
    await (await openTurn(4))?.close()
    writeFileSync(configFile, '{ "mcpServers": ')
    await (await openTurn(5))?.close()
    expect(events).toMatchObject([
      { ...unusable, turn: 2 },
      { ...unusable, turn: 5 },
    ])
  })

  it('tells the panel what becomes of each server', async () => {
    const { openTurn, manager, states } = setUp({ s: scripted() })
    await openTurn(1)
    await manager.close()
    expect(states).toEqual(['starting', 'ready', 'idle'])
  })

  it('tells the panel of no failure where the end of the episode came before the server', async () => {
    const { manager, openTurn, states, reached } = setUp({ s: scripted('--mute') })
    const turn = openTurn(1).catch(() => {})
    await reached('starting')
    await manager.close()
    await turn
    expect(states).toEqual(['starting', 'idle'])
  })

  it('a server that was ready stays so for the panel while its next session connects', async () => {
    const { openTurn, manager, states, reached } = setUp({ s: scripted() })
    await openTurn(1)
    manager.prepareNext()
    await reached('ready', 2)
    expect(states).toEqual(['starting', 'ready', 'ready'])
  })
})
