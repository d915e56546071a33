import type { Problem } from '@shared/episode/state/episode'
import { problemText } from '@shared/episode/state/strings'
import styles from '../text/texts.module.css'
import { ServerActions } from './ServerActions'

/** A problem of a turn, with actions for its server. */
export function ProblemLine({ problem, turn }: { readonly problem: Problem; readonly turn: number }) {
  return (
    <div>
      <p className={styles.problem}>{problemText(problem)}</p>
      {(problem.event_type === 'mcp_server_failed' || problem.event_type === 'mcp_disabled_fallback') && (
        <ServerActions name={problem.server_name} turn={turn} />
      )}
    </div>
  )
}
