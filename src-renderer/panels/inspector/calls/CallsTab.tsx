import type { Turn } from '@shared/episode/episode'
import { Empty } from '../../../kit/Empty'
import { CallLine } from '../../../turn/CallLine'
import { foldCalls } from '../../../turn/call-text'
import styles from './CallsTab.module.css'
import { inspectorStrings } from '../strings'

/**
 * Every tool call of the turn, one line each, equal calls that follow each other on one line; then what the servers
 * said by themselves.
 */
export function CallsTab({ turn }: { readonly turn: Turn }) {
  const calls = foldCalls(turn.iterations.flatMap(({ toolCalls }) => toolCalls))
  const { serverMessages = [] } = turn
  if (calls.length === 0 && serverMessages.length === 0)
    return <Empty>{turn.completed ? inspectorStrings.noCalls : inspectorStrings.noCallsYet}</Empty>
  return (
    <div className={styles.tab}>
      {calls.map(({ call, times }) => (
        <CallLine key={call.callId} call={call} turn={turn.number} times={times} />
      ))}
      {serverMessages.length > 0 && (
        <section className={styles.messages}>
          <h3 className={styles.title}>{inspectorStrings.serverMessages}</h3>
          <ul>
            {serverMessages.map(({ seq, serverName, level, text }) => (
              <li key={seq} className={styles.message}>
                <span className={styles.source}>
                  {serverName} · {level}
                </span>{' '}
                {text}
              </li>
            ))}
          </ul>
        </section>
      )}
    </div>
  )
}
