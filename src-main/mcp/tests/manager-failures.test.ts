import { existsSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { quoteVisibly } from '@shared/base/shell-word'
import { closeManagers, scripted, setUp, call, content, starts } from './open-manager.testkit'
import { isRunning, SCRIPTED_SERVER } from './processes.testkit'

afterEach(closeManagers)

describe('failures', () => {
  it('R6.1 R14.4 R14.5: if no server can start on turn 1, the episode ends with the command and a hint', async () => {
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

  it('R6.1: the error about a server that ended describes how it ended, with its last output', async () => {
    const { openTurn, folder, configFile } = setUp({
      s: scripted('--fail-while', 'mcp_config.json', '--starts-file', 'starts'),
    })
    const message = await openTurn(1).catch((error: Error) => error.message)
    expect(message).toContain('it exited with code 3 before it was ready')
    expect(message).toContain(`Command: node ${quoteVisibly(SCRIPTED_SERVER)} --fail-while mcp_config.json`)
    expect(message).toContain('Last output of the server: it is not my day')
    expect(starts(join(folder, 'starts'))).toHaveLength(1)
    expect(configFile).toContain(folder)
  })

  it('R6.1: a server that does not answer in time is ended', async () => {
    const { openTurn, folder } = setUp({
      s: { ...scripted('--mute', '--starts-file', 'starts'), connectTimeoutMs: 3000 },
    })
    await expect(openTurn(1)).rejects.toThrow('did not get ready within 3 s')
    expect(starts(join(folder, 'starts')).map(isRunning)).toEqual([false])
  })

  it('decision 4: turn 1 continues if one of several servers could start', async () => {
    const { openTurn, types } = setUp({ missing: { command: 'no-such-command' }, s: scripted() })
    const session = await openTurn(1)
    expect(session?.servers.map((server) => [server.name, server.state])).toEqual([
      ['missing', 'failed'],
      ['s', 'ready'],
    ])
    expect(types()).toEqual(['mcp_server_failed'])
  })

  it('R6.7 R6.8 P26: from turn 2 on a failed connection is tried exactly once more', async () => {
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

  it('R6.7: a spare that failed counts as the failed connection', async () => {
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
        error: 'it exited with code 3 before it was ready: it is not my day',
      },
      { event_type: 'mcp_retry_successful' },
    ])
    expect(starts(join(folder, 'starts'))).toHaveLength(3)
  })

  it('R6.7 R6.9 R6.10 P27: after a failed retry the server is off for the episode', async () => {
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

  it('stopping during a start is not a failure of the server', async () => {
    const { openTurn, events, reached } = setUp({ s: scripted('--mute') })
    const stop = new AbortController()
    const opening = openTurn(2, { signal: stop.signal })
    await reached('starting')
    stop.abort(new Error('stopped'))
    await expect(opening).rejects.toThrow('stopped')
    expect(events).toEqual([])
  })

  it('R6.10: a server that was off before a resume is not started again', async () => {
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

  it('decision 16: a server that is off does not affect the others', async () => {
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

  it('a spare that dies while waiting is replaced without the turn noticing', async () => {
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

  it('a spare that died counts as a failed connection if its replacement is not ready', async () => {
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

  it('a spare that fails while waiting is reconnected later without the turn noticing', async () => {
    const { openTurn, manager, folder, types, reached } = setUp({ s: scripted('--fail-once', 'bad-day') })
    await (await openTurn(1))?.close()
    writeFileSync(join(folder, 'bad-day'), '')
    manager.prepareNext()
    await reached('failed')
    await reached('ready', 2)
    expect(await content(await openTurn(2), 's.plain')).toBe('just words')
    expect(types()).toEqual([])
  })

  it('session_scope = "episode": a server that died is reconnected before the next turn', async () => {
    const { openTurn, states, reached } = setUp({ s: scripted() }, { session_scope: 'episode' })
    const session = await openTurn(1)
    await call(session, 's.crash')
    await session?.close()
    await reached('ready', 2)
    expect(states).toEqual(['starting', 'ready', 'failed', 'starting', 'ready'])
  })
})
