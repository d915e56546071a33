import type { Turn } from '@shared/episode/episode'
import { conclusionOf, thinkingOf, thoughtOf } from '@shared/episode/thoughts'
import { CallLine } from '../inspector/CallLine'
import { foldCalls } from '../inspector/call-text'
import { inspectorStrings } from '../inspector/strings'
import { ProblemLine } from '../inspector/ProblemLine'
import { ThoughtText } from '../inspector/ThoughtText'
import { useView } from '../store/view-store'
import styles from './TurnDetails.module.css'

/** What led to the command, as much of it as the reader wants on the page: the last conclusion of the thoughts, the tool calls, the problems. */
export function TurnDetails({ turn }: { readonly turn: Turn }) {
  const detail = useView(({ storyDetail }) => storyDetail)
  if (detail === 'story') return null
  const showsThinking = detail === 'thinking' || detail === 'all'
  const conclusion = conclusionOf(thinkingOf(turn))
  const reason = turn.action?.reasoning ?? ''
  const calls = foldCalls(turn.iterations.flatMap(({ toolCalls }) => toolCalls)).filter(({ call }) => detail === 'tools' || thoughtOf(call) === null)
  return (
    <div className={styles.details}>
      {showsThinking && conclusion !== null && <ThoughtText label={inspectorStrings.conclusion} text={conclusion} tone="thought" />}
      {showsThinking && conclusion === null && reason !== '' && <ThoughtText label={inspectorStrings.reasonForAction} text={reason} />}
      {(detail === 'tools' || detail === 'all') && calls.map(({ call, times }) => <CallLine key={call.callId} call={call} turn={turn.number} times={times} />)}
      {(detail === 'problems' || detail === 'all') && turn.problems.map((problem) => <ProblemLine key={problem.seq} problem={problem} turn={turn.number} />)}
    </div>
  )
}
