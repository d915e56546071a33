import { Lexer, type MarkedToken, type Token } from 'marked'

export type Inline =
  | { readonly kind: 'text' | 'code'; readonly text: string }
  | { readonly kind: 'strong' | 'emphasis'; readonly inside: readonly Inline[] }
  | { readonly kind: 'link'; readonly href: string; readonly inside: readonly Inline[] }

export type Block =
  | { readonly kind: 'heading'; readonly depth: number; readonly inside: readonly Inline[] }
  | { readonly kind: 'paragraph'; readonly inside: readonly Inline[] }
  | { readonly kind: 'listing'; readonly text: string }
  | { readonly kind: 'list'; readonly isOrdered: boolean; readonly items: readonly (readonly Block[])[] }
  | { readonly kind: 'table'; readonly head: readonly Cell[]; readonly rows: readonly (readonly Cell[])[] }
type Cell = readonly Inline[]

/** Images are omitted. Markup that the documents do not use, such as HTML, is shown as source. */
export const parseMarkdown = (text: string): readonly Block[] => blocksOf(new Lexer().lex(text))

function blocksOf(tokens: readonly Token[]): readonly Block[] {
  return (tokens as readonly MarkedToken[]).flatMap((token): readonly Block[] => {
    switch (token.type) {
      case 'space':
        return []
      case 'heading':
        return [{ kind: 'heading', depth: token.depth, inside: inlinesOf(token.tokens) }]
      case 'code':
        return [{ kind: 'listing', text: token.text }]
      case 'list':
        return [{ kind: 'list', isOrdered: token.ordered, items: token.items.map((item) => blocksOf(item.tokens)) }]
      case 'table': {
        const [head = [], ...rows] = [token.header, ...token.rows].map((row) =>
          row.map((cell) => inlinesOf(cell.tokens)),
        )
        return [{ kind: 'table', head, rows }]
      }
      case 'paragraph':
      case 'text': {
        const inside = inlinesOf(token.tokens ?? [token])
        return inside.length === 0 ? [] : [{ kind: 'paragraph', inside }]
      }
      default:
        return [{ kind: 'listing', text: token.raw }]
    }
  })
}

function inlinesOf(tokens: readonly Token[]): readonly Inline[] {
  return (tokens as readonly MarkedToken[]).flatMap((token): readonly Inline[] => {
    switch (token.type) {
      case 'image':
        return []
      case 'codespan':
        return [{ kind: 'code', text: token.text }]
      case 'strong':
        return [{ kind: 'strong', inside: inlinesOf(token.tokens) }]
      case 'em':
        return [{ kind: 'emphasis', inside: inlinesOf(token.tokens) }]
      case 'link':
        return [{ kind: 'link', href: token.href, inside: inlinesOf(token.tokens) }]
      case 'text':
      case 'escape':
        return [{ kind: 'text', text: token.text }]
      default:
        return [{ kind: 'text', text: token.raw }]
    }
  })
}

/** The text of inline content or of blocks, without markup. */
export const textOf = (parts: readonly (Inline | Block)[]): string => parts.map(textOfPart).join('')

function textOfPart(part: Inline | Block): string {
  switch (part.kind) {
    case 'text':
    case 'code':
      return part.text
    case 'listing':
      return `${part.text} `
    case 'list':
      return part.items.map((item) => `${textOf(item)} `).join('')
    case 'table':
      return [part.head, ...part.rows].map((row) => `${row.map(textOf).join(' ')} `).join('')
    case 'paragraph':
    case 'heading':
      return `${textOf(part.inside)} `
    default:
      return textOf(part.inside)
  }
}
