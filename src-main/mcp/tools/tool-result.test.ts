import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { MAX_RESULT_CHARACTERS, resultContent } from './tool-result'

const text = (value: string): CallToolResult['content'][number] => ({ type: 'text', text: value })
const read = (...content: CallToolResult['content']) => resultContent({ content })

describe('resultContent', () => {
  it('R11.3 P43: every answer is JSON, and JSON in its text is the same JSON', () => {
    fc.assert(
      fc.property(fc.oneof(fc.jsonValue(), fc.string()), (value) => {
        const given = typeof value === 'string' ? value : JSON.stringify(value)
        const content = read(text(given))
        expect(JSON.parse(JSON.stringify(content))).toEqual(content)
        if (typeof value === 'object' && value !== null) expect(content).toEqual(JSON.parse(given))
      }),
      { numRuns: 300 },
    )
  })

  it('text that only looks like a number or a list stays text', () => {
    expect(read(text('42'))).toBe('42')
    expect(read(text('[sic]'))).toBe('[sic]')
  })

  it('structured content is preferred to text', () => {
    expect(resultContent({ content: [text('three degrees')], structuredContent: { celsius: 3 } })).toEqual({
      celsius: 3,
    })
  })

  it('several blocks become a list, and images and sounds become their type and size', () => {
    expect(
      read(
        text('see'),
        { type: 'image', mimeType: 'image/png', data: 'AAAA' },
        { type: 'resource', resource: { uri: 'file:///a', text: 'b' } },
        { type: 'resource_link', uri: 'file:///c', name: 'c' },
      ),
    ).toEqual([
      'see',
      { type: 'image', mimeType: 'image/png', bytes: 3 },
      { type: 'resource', uri: 'file:///a', text: 'b' },
      { type: 'resource_link', uri: 'file:///c', name: 'c' },
    ])
  })

  it('empty content becomes an empty list', () => {
    expect(read()).toEqual([])
  })

  it('long content is cut, with a notice', () => {
    const cut = resultContent({ content: [], structuredContent: { rows: 'x'.repeat(MAX_RESULT_CHARACTERS) } })
    expect(cut).toMatch(/\[cut: the first 200000 of 200011 characters\]$/)
    const words = 'x'.repeat(MAX_RESULT_CHARACTERS)
    expect(read(text(words))).toBe(words)
    expect(read(text(`${words}y`))).toBe(`${words}\n[cut: the first 200000 of 200001 characters]`)
  })
})
