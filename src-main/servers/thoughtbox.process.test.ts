import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { resolve } from 'node:path'
import { createInterface } from 'node:readline'
import type { Readable, Writable } from 'node:stream'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { CallToolResultSchema } from '@modelcontextprotocol/sdk/types.js'
import { afterAll, describe, expect, it } from 'vitest'
import { isRunning } from '../mcp/tests/processes.testkit'
import { StdioTransport } from '../mcp/transport/stdio-transport'

const file = resolve('out/servers/thoughtbox.js')
const transports: StdioTransport[] = []
afterAll(() => Promise.all(transports.map((transport) => transport.close())))

async function open(env: Readonly<Record<string, string>> = { DISABLE_THOUGHT_LOGGING: 'true' }) {
  const transport = new StdioTransport({
    file: process.execPath,
    args: [file],
    env: { ...env, PATH: process.env.PATH ?? '' },
    cwd: import.meta.dirname,
  })
  transports.push(transport)
  const client = new Client({ name: 'test', version: '1' })
  await client.connect(transport)
  const think = async (parameters: Record<string, unknown>) => {
    const { content, isError } = await client.request(
      { method: 'tools/call', params: { name: 'think', arguments: parameters } },
      CallToolResultSchema,
    )
    return {
      isError: isError === true,
      answer: JSON.parse(content[0]?.type === 'text' ? content[0].text : 'null') as Record<string, unknown>,
    }
  }
  return { client, transport, think }
}

describe('thoughtbox', () => {
  it('reads a long line and ignores a broken one', async () => {
    const server = spawn(process.execPath, [file], { stdio: ['pipe', 'pipe', 'ignore'] })
    const replies = createInterface({ input: server.stdout })[Symbol.asyncIterator]()
    const write = (id: number, method: string, params: object) =>
      server.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id, method, params })}\n`)
    const reply = async () => JSON.parse(((await replies.next()) as { value: string }).value) as object
    write(1, 'initialize', {
      protocolVersion: '2025-11-25',
      capabilities: {},
      clientInfo: { name: 'test', version: '1' },
    })
    expect(await reply()).toMatchObject({ id: 1 })
    server.stdin.write('{\n')
    const thought = { thought: 'x'.repeat(1_000_000), thoughtNumber: 1, totalThoughts: 1, nextThoughtNeeded: false }
    write(2, 'tools/call', { name: 'think', arguments: thought })
    let last = await reply()
    while (!('id' in last) || last.id !== 2) last = await reply()
    expect(last).toMatchObject({ id: 2, result: { content: [{ type: 'text' }] } })
    expect(last).not.toMatchObject({ result: { isError: true } })
    server.stdin.end()
    expect(await once(server, 'exit')).toEqual([0, null])
  })

  it('logs thoughts to standard error unless DISABLE_THOUGHT_LOGGING is true', async () => {
    const thought = { thought: 'the lamp first', thoughtNumber: 1, totalThoughts: 2, nextThoughtNeeded: true }
    const loud = await open({})
    await loud.think(thought)
    await loud.transport.close()
    expect(loud.transport.stderrTail(String)).toBe('[Thought 1/2] the lamp first\n')
    const silent = await open()
    await silent.think(thought)
    await silent.transport.close()
    expect(silent.transport.stderrTail(String)).toBe('')
  })

  it('R3.6 R3.7: exits when its input ends', async () => {
    const { transport } = await open()
    await transport.close()
    expect(await transport.exit).toEqual({ code: 0, signal: null })
  })

  it.skipIf(process.platform === 'win32')(
    'R3.7: exits when its parent is gone, although another process holds its input open',
    async () => {
      // The parent is a shell whose input, a pipe of this test, the server inherits.
      const host = spawn('/bin/sh', ['-c', `'${process.execPath}' '${file}' <&3 3<&- & echo $!; wait`], {
        stdio: ['ignore', 'pipe', 'ignore', 'pipe'],
      })
      const lines = createInterface({ input: host.stdout as Readable })
      const [pid] = (await once(lines, 'line')).map(Number) as [number]
      const input = host.stdio[3] as Writable
      input.write('{"jsonrpc":"2.0","id":1,"method":"ping"}\n')
      await once(lines, 'line')
      host.kill('SIGKILL')
      while (isRunning(pid)) await new Promise((tick) => setTimeout(tick, 20))
      input.destroy()
    },
  )
})
