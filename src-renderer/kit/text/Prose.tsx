import { memo, type ReactNode } from 'react'
import styles from './text.module.css'

/**
 * The subset of Markdown that models write: paragraphs, line breaks, lists, bold, emphasis, code. It creates text nodes
 * only, so a model cannot write links, images or HTML. `end` follows the last word.
 */
export const Prose = memo(function Prose({ text, end = null }: { readonly text: string; readonly end?: ReactNode }) {
  const blocks = text.trim().split(/\n{2,}/)
  return (
    <div className={styles.prose}>
      {blocks.map((block, index) => (
        <Block key={index} text={block} end={index === blocks.length - 1 ? end : null} />
      ))}
    </div>
  )
})

const ITEM = /^\s*(?:[-*•]|\d+[.)])\s+/

function Block({ text, end }: { readonly text: string; readonly end: ReactNode }) {
  const lines = text.replace(/^#{1,6}\s+/gm, '').split('\n')
  if (!lines.every((line) => ITEM.test(line)))
    return (
      <p className={styles.paragraph}>
        {inline(lines.join('\n'))}
        {end}
      </p>
    )
  return (
    <ul className={styles.list}>
      {lines.map((line, index) => (
        <li key={index}>
          {inline(line.replace(ITEM, ''))}
          {index === lines.length - 1 && end}
        </li>
      ))}
    </ul>
  )
}

/** A line of text with its code, bold and emphasis. */
export const Line = ({ text }: { readonly text: string }) => inline(text)

const MARKED = /(\*\*[^*\n]+\*\*|`[^`\n]+`|(?<![\w*])\*[^*\s][^*\n]*\*(?!\w))/

function inline(text: string): readonly ReactNode[] {
  return text.split(MARKED).map((part, index) => {
    if (index % 2 === 0) return part
    if (part.startsWith('**')) return <strong key={index}>{part.slice(2, -2)}</strong>
    if (part.startsWith('`')) return <code key={index}>{part.slice(1, -1)}</code>
    return <em key={index}>{part.slice(1, -1)}</em>
  })
}
