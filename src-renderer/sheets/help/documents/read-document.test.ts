import { describe, expect, it } from 'vitest'
import { readDocument, targetOf } from './read-document'

describe('sections', () => {
  it('have the anchors that GitHub gives them', () => {
    const text = '# All settings\n\n## `[llm]`\n\n## Training pairs: `chat`\n\n## `[llm]`\n'
    expect(readDocument('settings', text).map(({ anchor }) => anchor)).toEqual([
      'all-settings',
      'llm',
      'training-pairs-chat',
      'llm-1',
    ])
  })

  it('have their text without that of the next heading', () => {
    const sections = readDocument('mind', '# A\n\nOne\ntwo.\n\n- three\n\n## B\n\n`four`\n')
    expect(sections.map(({ title, text }) => [title, text])).toEqual([
      ['A', 'One two. three'],
      ['B', 'four'],
    ])
  })
})

describe('a link', () => {
  it.each([
    ['mind.md', 'settings', 'mind'],
    ['mcp.md#agreement', 'servers', 'mcp#agreement'],
    ['#secrets', 'settings', 'settings#secrets'],
    ['../README.md', 'exports', 'README'],
    ['docs/mcp.md', 'README', 'mcp'],
  ] as const)('to %s in %s leads to %s', (href, from, place) => {
    expect(targetOf(href, from)).toEqual({ kind: 'place', place })
  })

  it('to the web or to another file leads out of Help', () => {
    expect(targetOf('https://example.org/a', 'mcp')).toEqual({ kind: 'address', address: 'https://example.org/a' })
    expect(targetOf('../examples/a.ts', 'mcp')).toEqual({ kind: 'file', file: 'examples/a.ts' })
  })
})
