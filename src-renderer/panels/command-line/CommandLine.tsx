import type { Turn } from '@shared/episode/episode'
import styles from './CommandLine.module.css'
import { turnStrings } from '../../turn/strings'

/** The action as it was typed into the game. */
export function CommandLine({ action }: { readonly action: NonNullable<Turn['action']> }) {
  return (
    <p className={styles.command}>
      <span aria-hidden className={styles.prompt}>
        &gt;
      </span>
      <span data-field="action">{action.action}</span>
      {action.source === 'human' && <span className={styles.source}>{turnStrings.badge.human}</span>}
      {action.source === 'default' && <span className={styles.source}>{turnStrings.badge.defaultAction}</span>}
    </p>
  )
}
