import { describe, expect, it } from 'vitest'
import { ToolCallReader } from './tool-call-reader'

/** Reads a text that arrives in pieces of this many characters. */
function read(text: string, offered: readonly string[], size = 1) {
  const reader = new ToolCallReader(offered)
  let passed = ''
  for (let at = 0; at < text.length; at += size) passed += reader.add(text.slice(at, at + size))
  const { text: rest, calls } = reader.end()
  return { passed, rest, calls: calls.map(({ name, arguments: given }) => [name, given]) }
}

const CALLS = [
  ['of Hermes and Qwen', '<tool_call>\n{"name": "think", "arguments": {"a": 1}}\n</tool_call>'],
  ['without its last mark', '<tool_call>{"name": "think", "arguments": {"a": 1}}'],
  ['of Llama', ' {"name": "think", "parameters": {"a": 1}}'],
  ['of Mistral', '[TOOL_CALLS] [{"name": "think", "arguments": {"a": 1}}]'],
  ['with arguments as text', '<tool_call>{"name": "think", "arguments": "{\\"a\\":1}"}</tool_call>'],
] as const

describe.each([1, 3, 1000])('in pieces of %i characters', (size) => {
  it.each(CALLS)('a call %s is read', (_form, text) => {
    expect(read(text, ['think'], size)).toEqual({ passed: '', rest: '', calls: [['think', '{"a":1}']] })
  })

  it('several calls are read in order', () => {
    const call = (name: string) => `<tool_call>{"name":"${name}","arguments":{}}</tool_call>\n`
    expect(read(`First. ${call('a')}${call('b')}`, ['a', 'b'], size)).toEqual({
      passed: 'First. ',
      rest: '',
      calls: [
        ['a', '{}'],
        ['b', '{}'],
      ],
    })
  })

  it.each([
    ['an answer in JSON', '{"thinking": "I call <b>it</b>", "action": "look"}'],
    ['text with the beginning of a mark', 'a < b <tool and [TOOL'],
  ])('%s is passed on unchanged', (_what, text) => {
    const { passed, rest, calls } = read(text, ['think'], size)
    expect([passed + rest, calls]).toEqual([text, []])
  })

  it.each([
    ['of another tool', '<tool_call>{"name": "other", "arguments": {}}</tool_call>'],
    ['that is no JSON', '<tool_call>think about it</tool_call>'],
    ['that is cut off', '<tool_call>{"name": "think", "argum'],
  ])('a call %s is text', (_what, text) => {
    const { passed, rest, calls } = read(text, ['think'], size)
    expect([passed + rest, calls]).toEqual([text, []])
  })
})

it('an answer in JSON is passed on as soon as it cannot be a call', () => {
  const reader = new ToolCallReader(['think'])
  expect(reader.add('{"')).toBe('')
  expect(reader.add('thinking')).toBe('{"thinking')
})

it('without tools everything is passed on at once', () => {
  expect(new ToolCallReader([]).add('<tool_call>')).toBe('<tool_call>')
})
