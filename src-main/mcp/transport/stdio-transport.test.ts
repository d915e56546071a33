import { spawn } from 'node:child_process'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { CallToolResultSchema, ErrorCode, ListToolsResultSchema } from '@modelcontextprotocol/sdk/types.js'
import { afterEach, describe, expect, it } from 'vitest'
import { HOSTILE_SERVER, isRunning, SCRIPTED_SERVER } from '../tests/processes.testkit'
import { type StdioLimits, StdioTransport } from './stdio-transport'

const open: StdioTransport[] = []
afterEach(() => Promise.all(open.splice(0).map((transport) => transport.close())))

function transportFor(
  args: readonly string[],
  limits: Partial<StdioLimits> = {},
  file = process.execPath,
): StdioTransport {
  const env = Object.fromEntries(
    Object.entries(process.env).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  )
  const transport = new StdioTransport({ file, args, env, cwd: import.meta.dirname }, { graceMs: 150, ...limits })
  open.push(transport)
  return transport
}

/** Only the limit of the runner ends a test that hangs. */
const NO_HURRY = { timeout: 300_000 }

async function connect(options: readonly string[] = [], limits?: Partial<StdioLimits>) {
  const transport = transportFor([SCRIPTED_SERVER, ...options], limits)
  const client = new Client({ name: 'test', version: '1' })
  const errors: string[] = []
  client.onerror = (error) => errors.push(error.message)
  await client.connect(transport, NO_HURRY)
  const call = async (name: string, parameters: Record<string, unknown> = {}) => {
    const { content } = await client.request(
      { method: 'tools/call', params: { name, arguments: parameters } },
      CallToolResultSchema,
      NO_HURRY,
    )
    return content[0]?.type === 'text' ? content[0].text : ''
  }
  return { transport, client, errors, call, pid: transport.pid ?? 0 }
}

describe('StdioTransport', () => {
  it.each([
    ['a missing program', '/no/such/program', 'x'],
    ['an argument that no system takes', process.execPath, 'zero\0byte'],
  ])('%s: start rejects, and the connection is over', async (_what, file, arg) => {
    const transport = transportFor([arg], {}, file)
    let closed = 0
    transport.onclose = () => closed++
    await expect(transport.start()).rejects.toThrow()
    expect(await transport.exit).toEqual({ code: null, signal: null })
    await transport.close()
    expect(closed).toBe(1)
  })

  it('R3.7 P9: close leaves no process of a server that exits at the end of its input', async () => {
    const { transport, pid } = await connect()
    expect(isRunning(pid)).toBe(true)
    await transport.close()
    expect(isRunning(pid)).toBe(false)
    expect(await transport.exit).toEqual({ code: 0, signal: null })
  })

  it('R3.7 failure mode 1: a server that ignores the end of its input is terminated', async () => {
    const { transport, pid } = await connect(['--ignore-end'])
    await transport.close()
    expect(isRunning(pid)).toBe(false)
    expect((await transport.exit).signal).toBe('SIGTERM')
  })

  it('R3.7 failure mode 2: close resolves after a server that ignores SIGTERM is dead', async () => {
    const { transport, pid } = await connect(['--ignore-end', '--ignore-term'])
    await transport.close()
    expect(isRunning(pid)).toBe(false)
    expect((await transport.exit).signal).toBe('SIGKILL')
  })

  it('R3.7 failure mode 3: a wrapper is ended with its server and everything below', async () => {
    const transport = transportFor(
      ['-c', `'${process.execPath}' '${SCRIPTED_SERVER}' --ignore-end; true`],
      {},
      '/bin/sh',
    )
    const client = new Client({ name: 'test', version: '1' })
    await client.connect(transport)
    const { content } = await client.request(
      { method: 'tools/call', params: { name: 'pids', arguments: {} } },
      CallToolResultSchema,
    )
    const pids = Object.values(
      JSON.parse(content[0]?.type === 'text' ? content[0].text : '{}') as Record<string, number>,
    )
    const all = [transport.pid ?? 0, ...pids]
    expect(all.map(isRunning)).toEqual([true, true, true, true])
    await transport.close()
    expect(all.map(isRunning)).toEqual([false, false, false, false])
  })

  it('failure mode 4: the connection ends with the process, although a grandchild holds its output', async () => {
    const { transport, call, pid } = await connect()
    await expect(call('crash_with_grandchild')).rejects.toMatchObject({ code: ErrorCode.ConnectionClosed })
    const grandchild = Number(/grandchild (\d+)/.exec(transport.stderrTail(String))?.[1])
    expect(isRunning(grandchild)).toBe(true)
    await transport.close()
    expect([pid, grandchild].map(isRunning)).toEqual([false, false])
  })

  it('failure mode 5: 3 MB of standard error block nothing, and the last lines remain', async () => {
    const { transport, call } = await connect(['--stderr-mb', '3'])
    expect(await call('plain')).toBe('just words')
    await expect.poll(() => transport.stderrTail(String).length).toBeGreaterThan(240 * 2 ** 10)
  })

  it('a flood is read at a pace that leaves time for others, without queueing', async () => {
    const transport = transportFor([HOSTILE_SERVER])
    let count = 0
    transport.onmessage = () => void count++
    await transport.start()
    const began = performance.now()
    await transport.send({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'flood' } })
    await expect.poll(() => count).toBeGreaterThan(9000)
    // The allowance of one second, and some chunks of the pipe that were read before the pause.
    expect(count).toBeLessThan(2000 * (1 + (performance.now() - began) / 1000) + 4000)
    await transport.close()
  })

  it('a server that sends requests without reading answers is disconnected', async () => {
    const transport = transportFor([HOSTILE_SERVER, 'unread'], { maxMessageBytes: 100_000 })
    const client = new Client({ name: 'test', version: '1' })
    const ended = new Promise<void>((resolve) => (client.onclose = resolve))
    await client.connect(transport)
    await client.request({ method: 'tools/list' }, ListToolsResultSchema)
    await ended
    expect(transport.fault).toBe('does not read its input')
  })

  it('delivers all that a server printed before its exit, also beyond the pace', async () => {
    const messages = 6000
    const line = JSON.stringify({ jsonrpc: '2.0', method: 'm' })
    const transport = transportFor(['-e', `process.stdout.write('${line}\\n'.repeat(${messages}))`])
    let count = 0
    transport.onmessage = () => count++
    const over = new Promise<void>((resolve) => (transport.onclose = resolve))
    await transport.start()
    await over
    expect(count).toBe(messages)
  })

  it('failure mode 6: messages of many MB arrive whole', async () => {
    const { call } = await connect()
    expect((await call('big', { bytes: 12 * 2 ** 20 })).length).toBe(12 * 2 ** 20)
  })

  it('failure mode 6: a message beyond the limit ends the connection, with the limit', async () => {
    const { call, errors, transport } = await connect([], { maxMessageBytes: 2 ** 20 })
    await expect(call('big', { bytes: 2 * 2 ** 20 })).rejects.toMatchObject({ code: ErrorCode.ConnectionClosed })
    expect(errors.join()).toContain('more than 1 MB')
    expect(transport.fault).toBe('sent a message of more than 1 MB')
  })

  it('continues after lines that are not MCP', async () => {
    const { call } = await connect(['--noise', '2000'])
    expect(await call('plain')).toBe('just words')
  })

  it('rejects what is pending when the server crashes', async () => {
    const { call, transport } = await connect()
    await expect(call('crash')).rejects.toMatchObject({ code: ErrorCode.ConnectionClosed })
    expect(await transport.exit).toEqual({ code: 7, signal: null })
  })

  it('R14.5: a missing program rejects at once', async () => {
    const transport = transportFor([], {}, '/nowhere/no-such-program')
    let closes = 0
    transport.onclose = () => closes++
    await expect(transport.start()).rejects.toMatchObject({ code: 'ENOENT' })
    await transport.close()
    expect(closes).toBe(1)
  })

  it('send rejects if the server dies while the pipe is full', async () => {
    const transport = transportFor(['-e', 'setInterval(() => {}, 1e6)'])
    await transport.start()
    const stuck = transport.send({ jsonrpc: '2.0', method: 'x', params: { text: 'x'.repeat(4 * 2 ** 20) } })
    process.kill(transport.pid ?? 0, 'SIGKILL')
    await expect(stuck).rejects.toThrow()
    await expect(transport.send({ jsonrpc: '2.0', method: 'x' })).rejects.toThrow('not running')
  })

  it('closes only once, and reports that once', async () => {
    const { transport, client, pid } = await connect(['--ignore-end'])
    let closes = 0
    client.onclose = () => closes++
    await Promise.all([transport.close(), transport.close(), client.close()])
    expect(isRunning(pid)).toBe(false)
    expect(closes).toBe(1)
  })

  it('does not end other processes of this program', async () => {
    const bystander = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1e6)'], { stdio: 'ignore' })
    const { transport } = await connect(['--ignore-end', '--ignore-term'])
    await transport.close()
    expect(isRunning(bystander.pid ?? 0)).toBe(true)
    bystander.kill('SIGKILL')
  })
})
