import type { Turn } from '@shared/episode/episode'
import { strings } from '../ui/strings'
import styles from './CommandLine.module.css'

/** The action as it was typed into the game. */
export function CommandLine({ action }: { readonly action: NonNullable<Turn['action']> }) {
  return (
    <p className={styles.command}>
      <span aria-hidden className={styles.prompt}>&gt;</span>
      <span>{action.action}</span>
      {action.source === 'human' && <span className={styles.source}>{strings.badge.human}</span>}
      {action.source === 'default' && <span className={styles.source}>{strings.badge.defaultAction}</span>}
    </p>
  )
}
