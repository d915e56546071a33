import { useMemo } from 'react'
import { type EpisodeState, type Turn, CALL_CANCELED, type FailedAttempt } from '@shared/episode/state/episode'
import { messagesSent } from '@shared/episode/state/messages'
import { isPlayedByModel } from '@shared/episode/state/players'
import { Button } from '../../../kit/Button'
import { Empty } from '../../../kit/text/Empty'
import { formatClock, formatDuration } from '../../../kit/text/format'
import { setView, useView } from '../../../session/view/view-store'
import { type ModelCall, modelCallId } from '../../../turn/RequestLine'
import { turnStrings } from '../../../turn/strings'
import { CopyButton } from '../../../turn/text/CodeText'
import { inspectorStrings } from '../strings'
import { FindableText } from './FindableText'
import { MessageList } from './MessageList'
import { curlOf, requestJson, type WholeRequest } from './request-json'
import { ContextShares, RequestFigures, RequestShares } from './RequestFigures'
import controls from '../../../kit/controls.module.css'
import styles from './request.module.css'

const words = inspectorStrings.request

/** The model calls of a turn: request, reply and cost. The raw view is kept when the turn changes. */
export function RequestTab({ turn, state }: { readonly turn: Turn; readonly state: EpisodeState }) {
  const calls = callsOf(turn)
  const chosen = useView(({ callShown }) => (callShown?.turn === turn.number ? callShown.call : null))
  const isRaw = useView(({ requestIsRaw }) => requestIsRaw)
  const call =
    calls.find((each) => modelCallId(each) === chosen) ??
    calls.findLast(({ role }) => role === undefined) ??
    calls.at(-1)
  const whole = useWhole(state, turn, call)
  const none = turn.completed ? inspectorStrings.noRequest : inspectorStrings.noRequestYet
  if (!call && !isRaw) return <Empty>{none}</Empty>
  return (
    <div className={styles.tab}>
      <div className={styles.bar}>
        {calls.length > 1 && (
          <div role="group" aria-label={words.calls} className={controls.chips}>
            {calls.map((each) => (
              <Button
                key={modelCallId(each)}
                look="chip"
                aria-pressed={each === call}
                onClick={() => setView({ callShown: { turn: turn.number, call: modelCallId(each) } })}
              >
                {each.role === undefined
                  ? words.call(each.number)
                  : words.helperCall(turnStrings.role[each.role], each.number)}
              </Button>
            ))}
          </div>
        )}
        <Button look="chip" aria-pressed={isRaw} onClick={() => setView({ requestIsRaw: !isRaw })}>
          {words.raw}
        </Button>
        {whole && call && <Copies whole={whole} call={call} state={state} />}
      </div>
      {isRaw ? (
        <RawCall turn={turn} call={call} whole={whole} none={none} />
      ) : (
        call && <Call key={`${turn.number} ${modelCallId(call)}`} call={call} whole={whole} state={state} />
      )}
    </div>
  )
}

/** The model calls in order: helpers before the turn, the actor, the critic. */
function callsOf({ iterations, helperCalls = [] }: Turn): readonly ModelCall[] {
  const isCritic = ({ role }: ModelCall) => role === 'critic'
  const calls: readonly ModelCall[] = [
    ...helperCalls.filter((call) => !isCritic(call)),
    ...iterations,
    ...helperCalls.filter(isCritic),
  ]
  return calls.filter(({ request }) => request !== null)
}

interface CallProps {
  readonly call: ModelCall
  readonly whole: WholeRequest | null
  readonly state: EpisodeState
}

/** Null if the call has no request yet or an earlier request is missing. */
function useWhole(state: EpisodeState, turn: Turn, call: ModelCall | undefined): WholeRequest | null {
  const request = call?.request ?? null
  const number = call?.number ?? null
  const own = call?.role === undefined ? null : (request?.messages_added ?? null)
  const messages = useMemo(
    () => own ?? (number === null ? null : messagesSent(state, turn.number, number)),
    [state, turn.number, number, own],
  )
  if (request === null || messages === null) return null
  const sent = call?.sent
  const sentTools = sent?.tools_sent ? state.sentTools?.[sent.tools_sent] : []
  return {
    request,
    messages,
    tools: request.tool_set === null ? [] : (state.toolSets[request.tool_set] ?? []),
    // While a long log loads, the event with the tools may be missing.
    ...(sent && sentTools && { sent, sentTools }),
  }
}

interface RawCallProps extends Pick<CallProps, 'whole'> {
  readonly turn: Turn
  readonly call: ModelCall | undefined
  readonly none: string
}

/** One component for all calls, so that its search keeps focus and query when the next turn begins. */
function RawCall({ turn, call, whole, none }: RawCallProps) {
  const response = call?.response ?? null
  const id = `${turn.number} ${call && modelCallId(call)}`
  return (
    <>
      {whole && call && <Failures key={id} call={call} />}
      <FindableText
        of={id}
        text={whole && `${requestJson(whole)}\n\n${JSON.stringify(response, null, 2)}`}
        none={call ? words.missing : none}
      />
    </>
  )
}

function Call({ call, whole, state }: CallProps) {
  if (whole === null) return <Empty>{words.missing}</Empty>
  const { request, messages, tools } = whole
  const { response } = call
  return (
    <>
      <RequestFigures
        request={request}
        response={response}
        body={call.sent?.body}
        tools={tools.length}
        isOfModel={call.role !== undefined || isPlayedByModel(state)}
      />
      <Failures call={call} />
      {request.sections ? (
        <ContextShares sections={request.sections} usage={response?.usage} />
      ) : (
        <RequestShares messages={messages} tools={tools} />
      )}
      <MessageList messages={messages} kept={request.messages_kept} />
      <section>
        <h3 className={styles.title}>{words.reply}</h3>
        {response === null ? (
          <p className={styles.none}>{words.noReply}</p>
        ) : (
          <MessageList
            messages={[{ role: 'assistant', content: response.content, tool_calls: response.tool_calls }]}
            kept={0}
          />
        )}
      </section>
    </>
  )
}

function Copies({ whole, call: { role }, state }: CallProps & { readonly whole: WholeRequest }) {
  const { mind, player } = state.manifest ?? {}
  const own = role === undefined ? null : mind?.models[role]?.base_url
  const baseUrl = own ?? player?.base_url ?? null
  return (
    <div className={styles.copies}>
      <CopyButton label={words.copyJson} text={() => requestJson(whole)} />
      {baseUrl !== null && <CopyButton label={words.copyCurl} text={() => curlOf(whole, baseUrl)} />}
    </div>
  )
}

const Failures = ({ call: { failures, response } }: Pick<CallProps, 'call'>) =>
  failures ? <FailedAttempts failures={failures} isAnswered={response !== null} /> : null

interface FailedAttemptsProps {
  readonly failures: readonly FailedAttempt[]
  readonly isAnswered: boolean
}

/** Failed attempts of a model call, each with the consequence. */
export function FailedAttempts({ failures, isAnswered }: FailedAttemptsProps) {
  return (
    <section>
      <h3 className={styles.title}>{words.failures}</h3>
      <ol className={styles.failures}>
        {failures.map((failure, index) => (
          <li key={failure.seq} className={styles.failure}>
            <p className={styles.name}>
              {words.failure(failure.attempt, failure.code)}{' '}
              <time className={styles.time} dateTime={failure.at}>
                {formatClock(failure.at)}
              </time>
            </p>
            <p>{failure.message}</p>
            <p className={styles.next}>{nextAfter(failure, isAnswered || index < failures.length - 1)}</p>
          </li>
        ))}
      </ol>
    </section>
  )
}

function nextAfter({ code, retry_in_ms: retryInMs }: FailedAttempt, wasRetried: boolean): string {
  if (retryInMs !== null) return words.retried(formatDuration(retryInMs))
  if (!wasRetried) return words.gaveUp
  return code === CALL_CANCELED ? words.retriedOnResume : words.otherModel
}
