import type { Problem } from '@shared/episode/state/episode'
import styles from './texts.module.css'
import { ServerActions } from './ServerActions'

/** One thing that went wrong in a turn, and what can be done about it. A call that failed offers that itself. */
export function ProblemLine({
  problem: { type, text, serverName },
  turn,
}: {
  readonly problem: Problem
  readonly turn: number
}) {
  const isOfServer = type === 'mcp_server_failed' || type === 'mcp_disabled_fallback'
  return (
    <div>
      <p className={styles.problem}>{text}</p>
      {isOfServer && serverName !== undefined && <ServerActions name={serverName} turn={turn} />}
    </div>
  )
}
