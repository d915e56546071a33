import { describe, expect, it } from 'vitest'
import type { ChatMessage } from '../log/chat'
import { packBody, unpackBody } from './sent-body'

const mark = { type: 'ephemeral' } as const
const asked: readonly ChatMessage[] = [
  { role: 'system', content: 'Play.', cache_control: mark },
  { role: 'user', content: 'A field.', tail: 'Notes.', cache_control: mark },
  {
    role: 'assistant',
    content: null,
    tool_calls: [{ id: 'c', type: 'function', function: { name: 's.go', arguments: '{}' } }],
  },
  { role: 'tool', tool_call_id: 'c', content: '1' },
]
const call = { role: 'assistant', content: null, tool_calls: [{ id: 'c', function: { name: 's__go' } }], extra: 1 }

describe('a body in the log', () => {
  it('can be rebuilt as it was sent, and stores only messages that differ from the request’s', () => {
    const body = {
      model: 'm',
      messages: [
        { role: 'system', content: [{ type: 'text', text: 'Play.', cache_control: mark }] },
        { role: 'user', content: 'A field.\n\nNotes.' },
        call,
        { role: 'tool', tool_call_id: 'c', content: '1' },
      ],
      tools: [{ type: 'function' }],
      stream: true,
      temperature: 0.5,
    }
    const packed = packBody(body, asked)
    expect(packed).toEqual({
      body: { model: 'm', stream: true, temperature: 0.5 },
      cache_marks: [0],
      messages: [{ index: 2, message: call }],
    })
    expect(unpackBody(packed, asked, body.tools)).toEqual(body)
  })
})
