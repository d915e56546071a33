import type { ReactNode } from 'react'
import type { Region } from './regions'
import controls from '../controls.module.css'
import styles from './Panel.module.css'

interface PanelProps {
  readonly name: string
  /** Identifies the region for the keys that move the focus between regions. */
  readonly region: Region
  readonly heading?: ReactNode
  readonly children: ReactNode
  readonly className?: string | undefined
  /** The panel covers its neighbors, which stay mounted. */
  readonly isMaximised?: boolean
}

/** A region of the window with its heading. The heading may contain tabs or buttons instead of the name. */
export function Panel({ name, region, heading, children, className, isMaximised = false }: PanelProps) {
  return (
    <section
      aria-label={name}
      data-region={region}
      data-maximised={isMaximised || undefined}
      tabIndex={-1}
      className={className ? `${styles.panel} ${className}` : styles.panel}
    >
      <header className={styles.heading}>
        {heading ?? <h2 className={`${controls.caption} ${styles.name}`}>{name}</h2>}
      </header>
      <div className={styles.body}>{children}</div>
    </section>
  )
}
