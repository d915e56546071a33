import { describe, expect, it } from 'vitest'
import { type Block, type Inline, parseMarkdown, textOf } from './parse-markdown'

const inline = (text: string): readonly Inline[] => {
  const [block] = parseMarkdown(text)
  return block?.kind === 'paragraph' ? block.inside : []
}
const kindsOf = (blocks: readonly Block[]) => blocks.map(({ kind }) => kind)

describe('a document', () => {
  it('has headings, paragraphs, listings, lists in lists, and tables', () => {
    const text =
      '# Title\n\nWords.\n\n```sh\nnpm start\n```\n\n- one\n  - two\n- three\n\n| a | b |\n| --- | --- |\n| `c` | d |\n'
    const blocks = parseMarkdown(text)
    expect(kindsOf(blocks)).toEqual(['heading', 'paragraph', 'listing', 'list', 'table'])
    const [, , listing, list, table] = blocks
    expect(listing).toEqual({ kind: 'listing', text: 'npm start' })
    expect(list?.kind === 'list' && list.items.map(kindsOf)).toEqual([['paragraph', 'list'], ['paragraph']])
    expect(table).toEqual({
      kind: 'table',
      head: [[{ kind: 'text', text: 'a' }], [{ kind: 'text', text: 'b' }]],
      rows: [[[{ kind: 'code', text: 'c' }], [{ kind: 'text', text: 'd' }]]],
    })
  })

  it('has links, code and emphasis in its text, and no images', () => {
    expect(inline('See [`a`](b.md) **now** _or_ ![picture](c.png)later')).toEqual([
      { kind: 'text', text: 'See ' },
      { kind: 'link', href: 'b.md', inside: [{ kind: 'code', text: 'a' }] },
      { kind: 'text', text: ' ' },
      { kind: 'strong', inside: [{ kind: 'text', text: 'now' }] },
      { kind: 'text', text: ' ' },
      { kind: 'emphasis', inside: [{ kind: 'text', text: 'or' }] },
      { kind: 'text', text: ' ' },
      { kind: 'text', text: 'later' },
    ])
  })

  it('shows HTML as its source', () => {
    expect(parseMarkdown('<script>alert(1)</script>')).toEqual([{ kind: 'listing', text: '<script>alert(1)</script>' }])
    expect(textOf(inline('a <img src=x onerror=alert(1)> b'))).toBe('a <img src=x onerror=alert(1)> b')
  })
})
