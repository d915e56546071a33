import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js'
import { CallToolResultSchema, type JSONRPCMessage } from '@modelcontextprotocol/sdk/types.js'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createThoughtbox } from './methods'
import { answerLine } from './rpc-server'

/** The SDK's client of a thoughtbox in this process: every message passes through the text of its line. */
class LineClientTransport implements Transport {
  onmessage?: Transport['onmessage']
  readonly #methods = createThoughtbox(() => {})
  async start(): Promise<void> {}
  async close(): Promise<void> {}
  async send(message: JSONRPCMessage): Promise<void> {
    const answer = answerLine(JSON.stringify(message), this.#methods)
    if (answer) this.onmessage?.(answer)
  }
}

async function open() {
  const client = new Client({ name: 'test', version: '1' })
  await client.connect(new LineClientTransport())
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
  return { client, think }
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

  it('records thoughts in any order and raises the total', async () => {
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

  it('records revisions, branches and backward thinking, and offers the chain as resources', async () => {
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

  it('refuses a bad call with the reason and records nothing', async () => {
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

  it('answers unknown tools, methods and resources with the errors of the protocol', async () => {
    const { client } = await open()
    await expect(client.callTool({ name: 'ponder' })).rejects.toMatchObject({
      code: -32602,
      message: expect.stringContaining('the tool is think'),
    })
    await expect(client.request({ method: 'prompts/list' }, CallToolResultSchema)).rejects.toMatchObject({
      code: -32601,
    })
    await client.ping()
  })

  it.each([
    ['no JSON', '{', -32700],
    ['nested too deeply', '['.repeat(1000) + ']'.repeat(1000), -32700],
    ['no JSON-RPC', '{"id":1,"method":"ping"}', -32600],
    ['a request with an id of another type', '{"jsonrpc":"2.0","id":{},"method":"ping"}', -32600],
  ])('refuses a line that is %s', (_what, line, code) => {
    expect(
      answerLine(
        line,
        createThoughtbox(() => {}),
      ),
    ).toMatchObject({ id: null, error: { code } })
  })

  it.each(['{"jsonrpc":"2.0","method":"notifications/initialized"}', '{"jsonrpc":"2.0","id":1,"result":{}}'])(
    'needs no answer to %s',
    (line) => {
      expect(
        answerLine(
          line,
          createThoughtbox(() => {}),
        ),
      ).toBeNull()
    },
  )
})
