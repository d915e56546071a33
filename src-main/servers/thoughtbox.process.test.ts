import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { resolve } from 'node:path'
import { createInterface } from 'node:readline'
import type { Readable, Writable } from 'node:stream'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { CallToolResultSchema } from '@modelcontextprotocol/sdk/types.js'
import fc from 'fast-check'
import { afterAll, describe, expect, it } from 'vitest'
import { StdioTransport } from '../mcp/transport/stdio-transport'
import { isRunning } from '../mcp/testing/processes'

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
  it('offers the tool think with the classic input', async () => {
    const { client } = await open()
    const { tools } = await client.listTools()
    expect(tools.map((tool) => tool.name)).toEqual(['think'])
    expect(Object.keys(tools[0]?.inputSchema.properties ?? {})).toEqual([
      'thought',
      'nextThoughtNeeded',
      'thoughtNumber',
      'totalThoughts',
      'isRevision',
      'revisesThought',
      'branchFromThought',
      'branchId',
      'needsMoreThoughts',
    ])
    expect(tools[0]?.inputSchema.required).toEqual(['thought', 'nextThoughtNeeded', 'thoughtNumber', 'totalThoughts'])
  })

  it('keeps a chain of thoughts in any order, with branches, and raises the total', async () => {
    const { think } = await open()
    let length = 0
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 99 }),
        fc.integer({ min: 1, max: 99 }),
        fc.boolean(),
        fc.string(),
        async (thoughtNumber, totalThoughts, nextThoughtNeeded, thought) => {
          expect(await think({ thought, thoughtNumber, totalThoughts, nextThoughtNeeded })).toEqual({
            isError: false,
            answer: {
              thoughtNumber,
              totalThoughts: Math.max(thoughtNumber, totalThoughts),
              nextThoughtNeeded,
              branches: [],
              thoughtHistoryLength: ++length,
            },
          })
        },
      ),
    )
  })

  it('knows revisions, branches and backward thinking, and gives the chain as resources', async () => {
    const { client, think } = await open()
    const step = (thoughtNumber: number, thought: string, more: object = {}) =>
      think({ thought, thoughtNumber, totalThoughts: 3, nextThoughtNeeded: true, ...more })
    await step(3, 'the case is full')
    await step(2, 'the egg is in hand')
    await step(1, 'climb the tree')
    expect((await step(2, 'take the nest too', { isRevision: true, revisesThought: 2 })).isError).toBe(false)
    await step(2, 'or leave it', { branchFromThought: 3, branchId: 'b' })
    expect(
      (await step(3, 'no', { branchFromThought: 3, branchId: 'b', nextThoughtNeeded: false })).answer,
    ).toMatchObject({ branches: ['b'], thoughtHistoryLength: 6 })
    expect((await client.listResources()).resources.map(({ uri }) => uri)).toEqual([
      'thoughtbox://summary',
      'thoughtbox://chain.json',
      'thoughtbox://chain.md',
    ])
    const read = async (uri: string) => {
      const [content] = (await client.readResource({ uri })).contents
      return content && 'text' in content ? content.text : ''
    }
    expect(await read('thoughtbox://summary')).toBe(
      'Thoughts: 6, of 3 expected\nRevisions: 1\nBranches: b\nDirection: backward, from the goal\nConclusion: no\n',
    )
    expect(await read('thoughtbox://chain.md')).toBe(
      '# Chain of thoughts\n\n## Main line\n\n3. the case is full\n2. the egg is in hand\n1. climb the tree\n2. (revises 2) take the nest too\n\n## Branch b\n\n2. or leave it\n3. no\n',
    )
    expect((JSON.parse(await read('thoughtbox://chain.json')) as { thoughts: unknown[] }).thoughts).toHaveLength(6)
    await expect(client.readResource({ uri: 'thoughtbox://other' })).rejects.toMatchObject({ code: -32002 })
  })

  it('answers a bad call with what is wrong, and keeps nothing of it', async () => {
    const { think } = await open()
    const good = { thought: 'x', thoughtNumber: 1, totalThoughts: 1, nextThoughtNeeded: false }
    expect(await think({ ...good, thoughtNumber: 0 })).toMatchObject({
      isError: true,
      answer: { status: 'failed', error: expect.stringContaining('thoughtNumber') },
    })
    expect(await think({ ...good, branchId: 'b' })).toMatchObject({
      isError: true,
      answer: { error: 'branchId: needs branchFromThought' },
    })
    expect(await think({ thoughtNumber: 1.5, totalThoughts: '3', nextThoughtNeeded: 'no' })).toMatchObject({
      isError: true,
      answer: {
        error:
          'thought: is missing; nextThoughtNeeded: must be a boolean, not "no"; thoughtNumber: must be a whole number from 1 on, not 1.5; totalThoughts: must be a whole number from 1 on, not "3"',
      },
    })
    expect(await think({ ...good, revisesThought: 4 })).toMatchObject({
      isError: true,
      answer: { error: 'revisesThought: there is no thought 4; there are none yet' },
    })
    expect((await think(good)).answer.thoughtHistoryLength).toBe(1)
    expect(await think({ ...good, branchFromThought: 2 })).toMatchObject({
      isError: true,
      answer: { error: 'branchFromThought: there is no thought 2; the thoughts so far are 1' },
    })
  })

  it('speaks the protocol that the SDK speaks: unknown tools and methods are errors, a broken line ends nothing', async () => {
    const { client, transport, think } = await open()
    await expect(client.callTool({ name: 'ponder' })).rejects.toMatchObject({
      code: -32602,
      message: expect.stringContaining('the tool is think'),
    })
    await expect(client.listPrompts()).rejects.toThrow()
    await client.ping()
    const faults: unknown[] = []
    client.onerror = (error) => faults.push(error)
    await transport.send('{' as never)
    expect(
      (await think({ thought: 'x'.repeat(1_000_000), thoughtNumber: 1, totalThoughts: 1, nextThoughtNeeded: false }))
        .isError,
    ).toBe(false)
  })

  it('logs thoughts to standard error, unless DISABLE_THOUGHT_LOGGING says no', async () => {
    const thought = { thought: 'the lamp first', thoughtNumber: 1, totalThoughts: 2, nextThoughtNeeded: true }
    const loud = await open({})
    await loud.think(thought)
    await loud.transport.close()
    expect(loud.transport.stderrTail()).toBe('[Thought 1/2] the lamp first\n')
    const silent = await open()
    await silent.think(thought)
    await silent.transport.close()
    expect(silent.transport.stderrTail()).toBe('')
  })

  it('R3.6 R3.7: leaves when its input ends', async () => {
    const { transport } = await open()
    await transport.close()
    expect(await transport.exit).toEqual({ code: 0, signal: null })
  })

  it.skipIf(process.platform === 'win32')(
    'R3.7: leaves when the host is gone, although another process holds its input open',
    async () => {
      // The host is a shell whose input, a pipe of this test, the server inherits.
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
