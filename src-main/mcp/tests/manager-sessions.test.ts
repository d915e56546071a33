import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { closeManagers, scripted, setUp, call, content, names, starts } from './open-manager.testkit'
import { isRunning } from './processes.testkit'

afterEach(closeManagers)

describe('sessions', () => {
  it('R1.1 R3.1 R3.3 R3.4 P1 P8: a turn has the tools of an initialized server', async () => {
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

  it('R3.5 R3.6 R3.7 P6 P9: each turn has its own server process, which ends with it', async () => {
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

  it('the next session is connected ahead of time', async () => {
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

  it('session_scope = "episode" uses one process for all turns', async () => {
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

  it('session_scope = "episode" reconnects after the server died', async () => {
    const { openTurn } = setUp({ s: scripted() }, { session_scope: 'episode' })
    const first = await openTurn(1)
    expect(await call(first, 's.crash')).toMatchObject({ kind: 'died' })
    await first?.close()
    expect(await content(await openTurn(2), 's.plain')).toBe('just words')
  })

  it('R3.7: close() ends spare sessions, open sessions and pending connections', async () => {
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
      expect(error).toMatchObject({ code: 'ENOENT' }) // The server was stopped before it could write.
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

  it('a changed list of tools is offered from the next turn on', async () => {
    const { openTurn } = setUp({ s: scripted() }, { session_scope: 'episode' })
    const first = await openTurn(1)
    const before = names(first)
    await call(first, 's.add_tool')
    expect(names(first)).toEqual(before)
    await first?.close()
    expect(names(await openTurn(2))).toEqual([...before, 's.new_tool'])
  })
})
