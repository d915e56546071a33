import { describe, expect, it } from 'vitest'
import { createToolNames } from '../request/tool-names'
import { startReply } from './reply-assembly'

const names = createToolNames(['s.look', 's.go'])

interface Piece {
  readonly index?: number
  readonly id?: string | null
  readonly name?: string | null
  readonly text?: string | null
}

function callsOf(pieces: readonly Piece[]): readonly string[] {
  const reply = startReply('m', names, 1e6)
  for (const { index, id, name, text } of pieces)
    reply.add({ choices: [{ delta: { tool_calls: [{ index, id, function: { name, arguments: text } }] } }] })
  return reply.finish().toolCalls.map((call) => `${call.function.name} ${call.function.arguments}`)
}

describe('pieces of calls', () => {
  it.each<[source: string, pieces: readonly Piece[], calls: readonly string[]]>([
    [
      'poolside pool#9: another id with every piece',
      [
        { index: 0, id: 'a', name: 's__look', text: '' },
        { index: 0, id: 'b', text: '{"x"' },
        { index: 0, id: 'c', text: ':1}' },
      ],
      ['s.look {"x":1}'],
    ],
    [
      'vllm#23522: the name again with every piece, and another id',
      [
        { index: 0, id: 'a', name: 's__look', text: '{"x"' },
        { index: 0, id: 'b', name: 's__look', text: ':1}' },
      ],
      ['s.look {"x":1}'],
    ],
    [
      'langchain#35414: an empty id',
      [
        { index: 0, id: 'a', name: 's__look', text: '' },
        { index: 0, id: '', text: '{"x":1}' },
      ],
      ['s.look {"x":1}'],
    ],
    [
      'aichat#1495: no id after the first piece',
      [
        { index: 0, id: 'a', name: 's__look', text: '' },
        { index: 0, text: '{"x":1}' },
      ],
      ['s.look {"x":1}'],
    ],
    [
      'empty names after the first piece',
      [
        { index: 0, id: 'a', name: 's__look', text: '{"x"' },
        { index: 0, id: null, name: '', text: ':1}' },
      ],
      ['s.look {"x":1}'],
    ],
    [
      'an index that counts pieces',
      [
        { index: 0, id: 'a', name: 's__look', text: '' },
        { index: 1, text: '{"x"' },
        { index: 2, text: ':1}' },
      ],
      ['s.look {"x":1}'],
    ],
    [
      'no index at all',
      [{ id: 'a', name: 's__look', text: '' }, { text: '{"x"' }, { id: 'b', text: ':1}' }],
      ['s.look {"x":1}'],
    ],
    [
      'two calls with index 0 and other ids',
      [
        { index: 0, id: 'a', name: 's__look', text: '{}' },
        { index: 0, id: 'b', name: 's__look', text: '{"x":1}' },
      ],
      ['s.look {}', 's.look {"x":1}'],
    ],
    [
      'two calls with index 0, without ids',
      [
        { index: 0, name: 's__look', text: '{"x":1}' },
        { index: 0, name: 's__go', text: '{"y":' },
        { index: 0, text: '2}' },
      ],
      ['s.look {"x":1}', 's.go {"y":2}'],
    ],
    [
      'two calls whose pieces alternate, both with index 0',
      [
        { index: 0, id: 'a', name: 's__look', text: '{}' },
        { index: 0, id: 'b', name: 's__go', text: '{"y"' },
        { index: 0, id: 'b', text: ':2}' },
      ],
      ['s.look {}', 's.go {"y":2}'],
    ],
    [
      'a name in pieces',
      [
        { index: 0, id: 'a', name: 's__', text: '' },
        { index: 0, name: 'look', text: '{}' },
      ],
      ['s.look {}'],
    ],
    [
      'an empty object before the arguments',
      [
        { index: 0, id: 'a', name: 's__look', text: '{}' },
        { index: 0, text: '{"x":1}' },
      ],
      ['s.look {"x":1}'],
    ],
    [
      'all arguments again at the end',
      [
        { index: 0, id: 'a', name: 's__look', text: '{"x":' },
        { index: 0, text: '1}' },
        { index: 0, id: 'a', name: 's__look', text: '{"x":1}' },
      ],
      ['s.look {"x":1}'],
    ],
    [
      'nulls',
      [
        { index: 0, id: 'a', name: 's__look', text: null },
        { index: 0, id: null, name: null, text: '{"x":1}' },
      ],
      ['s.look {"x":1}'],
    ],
  ])('are put together: %s', (_source, pieces, calls) => {
    expect(callsOf(pieces)).toEqual(calls)
  })
})
