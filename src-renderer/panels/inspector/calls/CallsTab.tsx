import { levelOf, type Turn } from '@shared/episode/state/episode'
import { serverMessageText } from '@shared/episode/state/strings'
import { Button } from '../../../kit/Button'
import controls from '../../../kit/controls.module.css'
import { Empty } from '../../../kit/text/Empty'
import { CallLine } from '../../../turn/calls/CallLine'
import { modelCallId, RequestLine } from '../../../turn/RequestLine'
import { foldCalls } from '../../../turn/calls/call-text'
import styles from './calls.module.css'
import { setView, useView } from '../../../session/view/view-store'
import { inspectorStrings } from '../strings'
import { EpisodeCalls } from './EpisodeCalls'

const words = inspectorStrings.calls

/** The calls of the turn or of the whole episode. */
export function CallsTab({ turn }: { readonly turn: Turn | null }) {
  const callsOf = useView((view) => view.callsOf)
  const scope = (
    <div role="group" aria-label={words.scope} className={`${controls.group} ${controls.segments}`}>
      {SCOPES.map((each) => (
        <Button key={each} aria-pressed={each === callsOf} onClick={() => setView({ callsOf: each })}>
          {words.of[each]}
        </Button>
      ))}
    </div>
  )
  if (callsOf === 'episode') return <EpisodeCalls scope={scope} />
  return (
    <div className={styles.tab}>
      <div className={styles.scope}>{scope}</div>
      {turn ? <TurnCalls turn={turn} /> : <Empty>{inspectorStrings.noTurn}</Empty>}
    </div>
  )
}

const SCOPES = ['turn', 'episode'] as const

/** Tool calls of the turn (equal adjacent calls folded), helper calls, and messages of servers. */
function TurnCalls({ turn }: { readonly turn: Turn }) {
  const calls = foldCalls(turn.iterations.flatMap(({ toolCalls }) => toolCalls))
  const { serverMessages = [], helperCalls = [] } = turn
  if (calls.length + serverMessages.length + helperCalls.length === 0)
    return <Empty>{turn.completed ? inspectorStrings.noCalls : inspectorStrings.noCallsYet}</Empty>
  return (
    <div className={styles.calls}>
      {calls.map(({ call, times }) => (
        <CallLine key={call.callId} call={call} turn={turn.number} times={times} />
      ))}
      {helperCalls.length > 0 && (
        <section className={styles.messages}>
          <h3 className={styles.title}>{inspectorStrings.helperCalls}</h3>
          {helperCalls.map((call) => (
            <RequestLine key={modelCallId(call)} call={call} turn={turn.number} />
          ))}
        </section>
      )}
      {serverMessages.length > 0 && (
        <section className={styles.messages}>
          <h3 className={styles.title}>{inspectorStrings.serverMessages}</h3>
          <ul>
            {serverMessages.map((message) => (
              <li key={message.seq} className={styles.message}>
                <span className={styles.source}>
                  {message.server_name} · {levelOf(message)}
                </span>{' '}
                {serverMessageText(message)}
              </li>
            ))}
          </ul>
        </section>
      )}
    </div>
  )
}
