import { afterEach, describe, expect, it } from 'vitest'
import { createLocalTools } from '../tools/local-tools'
import { MISLEADING } from './misleading-errors.testkit'
import { closeManagers, scripted, setUp, call, content, names } from './open-manager.testkit'

afterEach(closeManagers)

describe('tools and calls', () => {
  it('R8.1 R8.4 R8.5 R8.6 P33 P36 P37 P38: all tools of all pages are OpenAI definitions', async () => {
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

  it('R8.2 R8.3 P34 P35: the same tool of two servers has two names, each for its own server', async () => {
    const { openTurn } = setUp({ a: { ...scripted(), env: { WHO: 'a' } }, 'b.b': { ...scripted(), env: { WHO: 'b' } } })
    const session = await openTurn(1)
    expect(await content(session, 'a.environment')).toMatchObject({ WHO: 'a' })
    expect(await content(session, 'b.b.environment')).toMatchObject({ WHO: 'b' })
  })

  it('R3.4: a server whose pages never end is asked for the same one at most twice', async () => {
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

  it('disabled tools are not offered', async () => {
    const { openTurn } = setUp({ s: { ...scripted(), disabledTools: ['echo'] } })
    const session = await openTurn(1)
    expect(names(session)).not.toContain('s.echo')
    await expect(call(session, 's.echo')).rejects.toThrow('no tool s.echo')
  })

  it('R11.1 P41: an answer is a result, as JSON if it is JSON', async () => {
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

  it('R11.2 R11.4 P42: a failure is a typed outcome with the reason, never an exception', async () => {
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
  })

  it.each([...MISLEADING])(
    'R6.4: an error answer is an error of the server, whatever its text: %i %s',
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

  it.each([...MISLEADING])(
    'R6.1: an error answer at the start is an error of the server too: %i %s',
    async (code, message) => {
      const { openTurn, events } = setUp({ s: scripted(`--refuse-start=${code}:${message}`) })
      await expect(openTurn(1)).rejects.toThrow(`Failed to start MCP server 's': ${message}\n`)
      expect(events).toMatchObject([{ event_type: 'mcp_server_failed', error: message }])
    },
  )

  it('R6.5: no answer is a timeout, a late answer is ignored, and the session continues', async () => {
    const session = await setUp({ s: { ...scripted(), timeoutMs: 100 } }).openTurn(1)
    expect(await call(session, 's.hang')).toEqual({ kind: 'timeout', serverName: 's', timeoutSeconds: 0.1 })
    expect(await call(session, 's.late', { ms: 600 })).toMatchObject({ kind: 'timeout' })
    expect(await content(session, 's.plain')).toBe('just words')
  })

  it('an aborted call throws the reason and is not a timeout', async () => {
    const session = await setUp({ s: scripted() }).openTurn(1)
    const stop = new AbortController()
    const waiting = session?.callTool({ toolName: 's.hang', arguments: {}, signal: stop.signal })
    stop.abort(new Error('stopped by you'))
    await expect(waiting).rejects.toThrow('stopped by you')
  })

  it('a server that dies in a call is reported with how it ended, and restarted for the next turn', async () => {
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

  it('a result of 20 MB is cut, with a notice', async () => {
    const outcome = await content(await setUp({ s: scripted() }).openTurn(1), 's.big', { bytes: 20e6 })
    expect(outcome).toMatch(/^x{200000}\n\[cut: the first 200000 of 20000000 characters\]$/)
  })

  it('local tools are offered with those of servers, and their exceptions become errors', async () => {
    const parameters = { type: 'object', properties: {} }
    const local = createLocalTools('game', [
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
    const session = await setUp({ s: scripted() }).openTurn(1, { localTools: [local] })
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
