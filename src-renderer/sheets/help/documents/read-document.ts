import { HELP_DOCUMENTS, type HelpDocument, type HelpPage, type HelpPlace } from '../../../session/help/help-places'
import { type Block, type Inline, parseMarkdown, textOf } from './parse-markdown'

/** A heading and the blocks after it, up to the next heading. */
export interface Section {
  readonly page: HelpPage
  /** Derived from the title, as on GitHub. */
  readonly anchor: string
  readonly title: string
  readonly heading: readonly Inline[]
  /** 1 for the title of the document. */
  readonly depth: number
  readonly blocks: readonly Block[]
  /** The text of the blocks, for the search. */
  readonly text: string
}

export const placeOf = ({ page, anchor, depth }: Section): HelpPlace => (depth === 1 ? page : `${page}#${anchor}`)

/** The sections of the README for users; the others are for developers. */
const OF_README = new Set([
  'ZorkGPT desktop',
  'Start',
  'Three shells, one host',
  'Configuration',
  'Where data is stored',
])

export function readDocument(document: HelpDocument, markdown: string): readonly Section[] {
  const sections: (Omit<Section, 'blocks' | 'text'> & { readonly blocks: Block[] })[] = []
  const anchors = new Map<string, number>()
  for (const block of parseMarkdown(markdown)) {
    if (block.kind !== 'heading') {
      sections.at(-1)?.blocks.push(block)
      continue
    }
    const title = textOf(block.inside)
    const name = anchorOf(title)
    const before = anchors.get(name) ?? 0
    anchors.set(name, before + 1)
    const anchor = before === 0 ? name : `${name}-${before}`
    sections.push({ page: document, anchor, title, heading: block.inside, depth: block.depth, blocks: [] })
  }
  return sections
    .filter(({ title }) => document !== 'README' || OF_README.has(title))
    .map((section) => ({ ...section, text: textOf(section.blocks).replaceAll(/\s+/g, ' ').trim() }))
}

const anchorOf = (title: string): string =>
  title
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .replaceAll(/\s/g, '-')

/** The file of a document, relative to the root of the repository. */
export const fileOf = (document: HelpDocument): string => (document === 'README' ? 'README.md' : `docs/${document}.md`)

const documentOf = new Map(HELP_DOCUMENTS.map((document) => [`/${fileOf(document)}`, document]))

export type LinkTarget =
  | { readonly kind: 'place'; readonly place: HelpPlace }
  /** A web address. */
  | { readonly kind: 'address'; readonly address: string }
  /** A file of the repository that Help does not contain, relative to the root. */
  | { readonly kind: 'file'; readonly file: string }

export function targetOf(href: string, from: HelpDocument): LinkTarget {
  const { protocol, pathname, hash, href: address } = new URL(href, `file:///${fileOf(from)}`)
  if (protocol !== 'file:') return { kind: 'address', address }
  const document = documentOf.get(pathname)
  if (document === undefined) return { kind: 'file', file: pathname.slice(1) }
  return { kind: 'place', place: hash === '' ? document : `${document}${hash as `#${string}`}` }
}
