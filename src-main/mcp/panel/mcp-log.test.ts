import { expect, it } from 'vitest'
import type { McpLogBatch } from '@shared/contract/mcp'
import { parseEntry } from '@shared/mcp/mcp-entry'
import { createMcpLog } from './mcp-log'

function open(env: Readonly<Record<string, string>> = {}) {
  const { server } = parseEntry('s', { command: 'x', env }, {})
  if (!server) throw new Error('not a good entry')
  const log = createMcpLog()
  const read = async () => {
    const { value } = await log.watch('s', new AbortController().signal)[Symbol.asyncIterator]().next()
    return (value as McpLogBatch).entries
  }
  return { watch: log.watchServer(server), read }
}

it('the log of a server shows every message as JSON, with control characters escaped', async () => {
  const { watch, read } = open()
  const message = {
    jsonrpc: '2.0',
    id: '\u202e1',
    method: `\u001b[8mtools/\n${'x'.repeat(500)}`,
    params: { text: '\u009b2J\u202e\n' },
  } as const
  watch.onMessage?.('received', message)
  watch.onStderr?.(Buffer.from('\u001b[31mred\u001b[0m\n'))
  const [first, second] = await read()
  expect(first).toMatchObject({
    id: String.raw`\u{202e}1`,
    method: expect.stringMatching(/^\\u\{1b\}\[8mtools\/\\u\{a\}x+… \(511 characters\)$/),
  })
  expect(first?.text).not.toMatch(/\p{Cc}|\p{Cf}/u)
  expect(JSON.parse(first?.text ?? '')).toEqual(message)
  expect(second?.text).toBe(String.raw`\u{1b}[31mred\u{1b}[0m`)
})

it('the last line of standard error is in the log of a server, also without a line end', async () => {
  const { watch, read } = open()
  watch.onStderr?.(Buffer.from('panic: no '))
  watch.onStderr?.(Buffer.from('lamp'))
  watch.onEnded?.('exited with code 3')
  expect((await read()).map(({ kind, text }) => [kind, text])).toEqual([
    ['stderr', 'panic: no lamp'],
    ['ended', 'exited with code 3'],
  ])
})

it('no piece of a very long line begins within a secret', async () => {
  const { watch, read } = open({ API_KEY: 'a-secret-of-the-server' })
  watch.onStderr?.(Buffer.from(`${'.'.repeat(17_000)}a-secret`))
  watch.onStderr?.(Buffer.from('-of-the-server\n'))
  watch.onStderr?.(Buffer.from('it ends with a'))
  watch.onEnded?.()
  expect((await read()).map(({ text }) => text.slice(0, 30))).toEqual(['.'.repeat(30), '•••', 'it ends with a', ''])
})
