import type { Objective } from '@shared/episode/episode'
import { Empty } from '../../kit/Empty'
import styles from './Lists.module.css'
import { placeStrings } from './strings'

/** What the agent has set out to do, newest first; each leads to the turn in which it was set. */
export function ObjectiveList({
  objectives,
  onSelectTurn,
}: {
  readonly objectives: readonly Objective[]
  readonly onSelectTurn: (turn: number) => void
}) {
  if (objectives.length === 0) return <Empty>{placeStrings.objectives.empty}</Empty>
  return (
    <ul className={styles.list}>
      {objectives.toReversed().map(({ text, turn }) => (
        <li key={`${turn} ${text}`}>
          <button type="button" className={styles.row} onClick={() => onSelectTurn(turn)}>
            <span>{text}</span>
            <span className={styles.second}>{placeStrings.objectives.setIn(turn)}</span>
          </button>
        </li>
      ))}
    </ul>
  )
}
