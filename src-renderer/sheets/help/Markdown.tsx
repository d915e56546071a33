import { createContext, use } from 'react'
import type { HelpPlace } from '../../session/help/help-places'
import { CopyButton } from '../../turn/text/CodeText'
import type { Block, Inline } from './documents/parse-markdown'
import type { LinkTarget } from './documents/read-document'
import { Marked } from './Marked'
import { helpStrings as words } from './strings'
import styles from './HelpSheet.module.css'

interface Links {
  readonly targetOf: (href: string) => LinkTarget
  readonly onFollow: (place: HelpPlace) => void
}
export const LinksContext = createContext<Links | null>(null)

/** Creates only elements of these kinds, with text nodes inside. */
export const Blocks = ({ blocks }: { readonly blocks: readonly Block[] }) =>
  blocks.map((block, index) => <OneBlock key={index} block={block} />)

function OneBlock({ block }: { readonly block: Block }) {
  switch (block.kind) {
    case 'paragraph':
      return (
        <p>
          <Inlines parts={block.inside} />
        </p>
      )
    case 'heading':
      return (
        <h4>
          <Inlines parts={block.inside} />
        </h4>
      )
    case 'listing':
      return (
        <div className={styles.listing}>
          <pre tabIndex={0}>
            <Marked text={block.text} />
          </pre>
          <CopyButton label={words.copy} text={() => block.text} />
        </div>
      )
    case 'list': {
      const List = block.isOrdered ? 'ol' : 'ul'
      return (
        <List>
          {block.items.map((item, index) => (
            <li key={index}>
              <Blocks blocks={item} />
            </li>
          ))}
        </List>
      )
    }
    case 'table':
      return (
        <div className={styles.scroll} tabIndex={0}>
          <table>
            <thead>
              <tr>
                {block.head.map((cell, index) => (
                  <th key={index} scope="col">
                    <Inlines parts={cell} />
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {block.rows.map((row, index) => (
                <tr key={index}>
                  {row.map((cell, column) => (
                    <td key={column}>
                      <Inlines parts={cell} />
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )
    default:
      return block satisfies never
  }
}

export const Inlines = ({ parts }: { readonly parts: readonly Inline[] }) =>
  parts.map((part, index) => <OneInline key={index} part={part} />)

function OneInline({ part }: { readonly part: Inline }) {
  switch (part.kind) {
    case 'text':
      return <Marked text={part.text} />
    case 'code':
      return (
        <code>
          <Marked text={part.text} />
        </code>
      )
    case 'strong':
      return (
        <strong>
          <Inlines parts={part.inside} />
        </strong>
      )
    case 'emphasis':
      return (
        <em>
          <Inlines parts={part.inside} />
        </em>
      )
    case 'link':
      return <Link link={part} />
    default:
      return part satisfies never
  }
}

/** A link. One to a place in Help opens it. A web address is also written out, because the desktop shell opens none. */
function Link({ link: { href, inside } }: { readonly link: Extract<Inline, { kind: 'link' }> }) {
  const links = use(LinksContext)
  const target = links?.targetOf(href)
  const text = <Inlines parts={inside} />
  if (target?.kind === 'place')
    return (
      <button type="button" role="link" className={styles.link} onClick={() => links?.onFollow(target.place)}>
        {text}
      </button>
    )
  if (target?.kind === 'address')
    return (
      <>
        <a href={target.address} target="_blank" rel="noopener noreferrer">
          {text}
        </a>{' '}
        <span className={styles.address}>({target.address})</span>
      </>
    )
  return text
}
