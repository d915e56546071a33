import type { Turn } from '@shared/episode/episode'
import { Empty } from '../ui/Empty'
import { strings } from '../ui/strings'
import { CallLine } from './CallLine'
import { foldCalls } from './call-text'
import styles from './CallsTab.module.css'

/** Every tool call of the turn, one line each; equal calls that follow each other are one line. */
export function CallsTab({ turn }: { readonly turn: Turn }) {
  const calls = foldCalls(turn.iterations.flatMap(({ toolCalls }) => toolCalls))
  if (calls.length === 0) return <Empty>{strings.inspector.noCalls}</Empty>
  return <div className={styles.tab}>{calls.map(({ call, times }) => <CallLine key={call.callId} call={call} times={times} />)}</div>
}
