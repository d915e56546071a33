import { describe, expect, it } from 'vitest'
import type { ToolCall } from '@shared/episode/state/episode'
import { argumentLine, foldCalls, progressLine, readableText, resultText } from './call-text'

const call = (given: unknown, callId: string): ToolCall => ({
  callId,
  toolName: 'zork.act',
  serverName: 'zork',
  arguments: given,
  status: 'ok',
  result: 'Taken.',
  durationMs: 3,
})

describe('foldCalls', () => {
  it('folds equal calls only if they are adjacent', () => {
    const calls = [call({ a: 1 }, '1'), call({ a: 1 }, '2'), call({ a: 2 }, '3'), call({ a: 1 }, '4')]
    expect(foldCalls(calls).map(({ call: { callId }, times }) => [callId, times])).toEqual([
      ['1', 2],
      ['3', 1],
      ['4', 1],
    ])
  })
})

it('writes arguments in one line', () => {
  expect(argumentLine({ command: 'open door', times: 2 })).toBe('command: open door · times: 2')
  expect(argumentLine([1, 2])).toBe('[1,2]')
  expect(argumentLine(null)).toBe('')
})

it('shows the progress of a running tool only', () => {
  const progress = { progress: 3, total: 10, message: 'reading' }
  expect(progressLine({ ...call({}, '1'), status: 'running', progress })).toBe('3/10 · reading')
  expect(
    progressLine({ ...call({}, '1'), status: 'running', progress: { ...progress, total: null, message: null } }),
  ).toBe('3')
  expect(progressLine({ ...call({}, '1'), progress })).toBeNull()
})

it('returns the text parts of a result, else its JSON', () => {
  expect(
    resultText([
      { type: 'text', text: 'a' },
      { type: 'text', text: 'b' },
    ]),
  ).toBe('a\nb')
  expect(resultText([{ type: 'image', data: '…' }])).toContain('"image"')
  expect(resultText('No answer')).toBe('No answer')
  expect(resultText(null)).toBe('')
})

it('indents JSON in a text, and leaves other text alone', () => {
  expect(readableText('{"a":1}')).toBe('{\n  "a": 1\n}')
  expect(readableText('{not json')).toBe('{not json')
  expect(readableText('plain')).toBe('plain')
})
