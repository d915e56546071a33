import type { Turn } from '@shared/episode/state/episode'
import { isTakenOver } from '@shared/episode/projections/help'
import { traitsOf } from '@shared/episode/state/players'
import { useEpisode } from '../../session/episode/episode-store'
import { HelpIcon } from '../../turn/HelpIcon'
import styles from './CommandLine.module.css'
import { turnStrings } from '../../turn/strings'

/** The action of a turn. */
export function CommandLine({ action }: { readonly action: NonNullable<Turn['action']> }) {
  return (
    <p className={styles.command}>
      <span aria-hidden className={styles.prompt}>
        &gt;
      </span>
      <span data-field="action">{action.action}</span>
      {isTakenOver({ action }) && <ByPerson />}
      {action.source === 'default' && <span className={styles.source}>{turnStrings.badge.defaultAction}</span>}
    </p>
  )
}

/** In an agent's episode an action of a person is help. */
function ByPerson() {
  const isPlayer = useEpisode(({ history }) => traitsOf(history.latest).isPerson)
  if (isPlayer) return <span className={styles.source}>{turnStrings.badge.human}</span>
  return (
    <span className={styles.help}>
      <HelpIcon />
      {turnStrings.badge.byPerson}
    </span>
  )
}
