import type { ReactNode } from 'react'
import controls from '../controls.module.css'
import styles from './Panel.module.css'

interface PanelProps {
  readonly name: string
  /** Names the region for the keys that move the focus between regions. */
  readonly region: string
  readonly heading?: ReactNode
  readonly children: ReactNode
  readonly className?: string | undefined
  /** It lies over its neighbors, which wait beneath as they are. */
  readonly isMaximised?: boolean
}

/** A region of the window with its heading. The heading bar may hold tabs or buttons instead of the plain name. */
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
