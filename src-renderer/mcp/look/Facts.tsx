import { TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import controls from '../../kit/controls.module.css'
import styles from './look.module.css'

export const Facts = ({ children }: { readonly children: ReactNode }) => <dl className={styles.facts}>{children}</dl>

interface FactProps {
  readonly name: string
  /** The value is an address or another text that the user compares letter by letter. */
  readonly isCode?: boolean
  /** The fact is omitted if this is null. */
  readonly children: ReactNode
}

export function Fact({ name, isCode = false, children }: FactProps) {
  if (children === null) return null
  return (
    <div>
      <dt className={controls.label}>{name}</dt>
      <dd>{isCode ? <code>{children}</code> : children}</dd>
    </div>
  )
}

/** Facts that the user should know before using the server. */
export function Notes({ notes }: { readonly notes: readonly string[] }) {
  if (notes.length === 0) return null
  return (
    <ul className={styles.notes}>
      {notes.map((note) => (
        <li key={note}>
          <TriangleAlert size={14} aria-hidden />
          {note}
        </li>
      ))}
    </ul>
  )
}

/** Why the server cannot be used. */
export const Refused = ({ children }: { readonly children: string }) => (
  <p className={styles.refused} role="status">
    <TriangleAlert size={14} aria-hidden />
    {children}
  </p>
)
