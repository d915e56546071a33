import { expect, it } from 'vitest'
import { parseEntry } from '@shared/mcp/mcp-entry'
import { createMcpLog } from './mcp-log'

it('the log of a server shows every message as JSON, with control characters escaped', async () => {
  const { server } = parseEntry('s', { command: 'x' }, {})
  if (!server) throw new Error('not a good entry')
  const log = createMcpLog()
  const watch = log.watchServer(server)
  const message = {
    jsonrpc: '2.0',
    id: '\u202e1',
    method: `\u001b[8mtools/\n${'x'.repeat(500)}`,
    params: { text: '\u009b2J\u202e\n' },
  } as const
  watch.onMessage?.('received', message)
  watch.onStderr?.(Buffer.from('\u001b[31mred\u001b[0m\n'))
  const { value } = await log.watch('s', new AbortController().signal)[Symbol.asyncIterator]().next()
  const [first, second] = (value as { entries: readonly { id: string; method: string; text: string }[] }).entries
  expect(first).toMatchObject({
    id: String.raw`\u{202e}1`,
    method: expect.stringMatching(/^\\u\{1b\}\[8mtools\/\\u\{a\}x+… \(511 characters\)$/),
  })
  expect(first?.text).not.toMatch(/\p{Cc}|\p{Cf}/u)
  expect(JSON.parse(first?.text ?? '')).toEqual(message)
  expect(second?.text).toBe(String.raw`\u{1b}[31mred\u{1b}[0m`)
})
