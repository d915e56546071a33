import { describe, expect, it } from 'vitest'
import type { McpLogEntry } from '@shared/contract/mcp'
import { isFailed, pairMessages } from './pair-messages'

let number = 0
const entry = (part: Partial<McpLogEntry>, seconds = 0): McpLogEntry => ({
  number: ++number,
  at: new Date(seconds * 1000).toISOString(),
  session: 1,
  kind: 'sent',
  id: null,
  method: null,
  text: '{}',
  ...part,
})

describe('pairMessages', () => {
  it('pairs a reply with its request and duration, and keeps the order', () => {
    const rows = pairMessages([
      entry({ id: '1', method: 'tools/list' }),
      entry({ kind: 'stderr', text: 'listening' }),
      entry({ kind: 'received', method: 'notifications/message' }),
      entry({ kind: 'received', id: '1', text: '{"result":{}}' }, 2),
    ])
    expect(rows.map(({ kind, title, reply }) => [kind, title, reply?.ms ?? null])).toEqual([
      ['sent', 'tools/list', 2000],
      ['stderr', 'listening', null],
      ['received', 'notifications/message', null],
    ])
  })

  it('distinguishes equal ids by session and direction', () => {
    const rows = pairMessages([
      entry({ id: '1', method: 'ping', text: 'ours' }),
      entry({ kind: 'received', id: '1', method: 'sampling/createMessage', text: 'theirs' }),
      entry({ session: 2, id: '1', method: 'ping', text: 'second' }),
      entry({ id: '1', text: 'to theirs' }),
      entry({ kind: 'received', id: '1', text: '{"jsonrpc":"2.0","id":1,"error":{"code":-1}}' }),
    ])
    expect(rows.map(({ text, reply }) => [text, reply?.text ?? null, reply?.isError ?? null])).toEqual([
      ['ours', '{"jsonrpc":"2.0","id":1,"error":{"code":-1}}', true],
      ['theirs', 'to theirs', false],
      ['second', null, null],
    ])
  })

  it('keeps a reply whose request is missing', () => {
    expect(pairMessages([entry({ kind: 'received', id: '7' })])).toMatchObject([{ title: '7', reply: null }])
  })
})

it('a call that was cancelled, or whose session ended before the answer, is unanswered', () => {
  const rows = pairMessages([
    entry({ id: '1', method: 'tools/call' }),
    entry({ method: 'notifications/cancelled', text: '{"params":{"requestId":1}}' }),
    entry({ session: 2, id: '1', method: 'tools/call' }),
    entry({ session: 2, id: '2', method: 'tools/list' }),
    entry({ session: 2, kind: 'ended' }),
    entry({ session: 3, id: '1', method: 'tools/call' }),
    entry({ session: 3, kind: 'received', id: '1', text: '{"result":{"content":[],"isError":true}}' }),
    entry({ session: 3, id: '2', method: 'tools/call' }),
  ])
  const calls = rows.filter(({ title }) => title === 'tools/call')
  expect(calls.map(({ isUnanswered }) => isUnanswered)).toEqual([true, true, false, false])
  expect(calls.map(isFailed)).toEqual([true, true, true, false])
})
