import type { EpisodeState, Iteration, Turn } from '@shared/episode/episode'
import { messagesSent } from '@shared/episode/messages'
import { traitsOf } from '@shared/episode/players'
import { useMemo, useState } from 'react'
import { setView, useView } from '../../../session/view/view-store'
import { Empty } from '../../../kit/Empty'
import chips from '../../../kit/Chip.module.css'
import { CopyButton } from '../../../turn/CopyButton'
import { FailedAttempts } from './FailedAttempts'
import { FindableText } from './FindableText'
import { MessageList } from './MessageList'
import { curlOf, requestJson, type WholeRequest } from './request-json'
import { RequestFigures } from './RequestFigures'
import { RequestShares } from './RequestShares'
import styles from './RequestTab.module.css'
import { inspectorStrings } from '../strings'

const words = inspectorStrings.request

/**
 * What exactly was asked of the model in each call of the turn, what it answered, and what that cost. The raw view
 * stays while the reader goes through the turns.
 */
export function RequestTab({ turn, state }: { readonly turn: Turn; readonly state: EpisodeState }) {
  const asked = turn.iterations.filter(({ request }) => request !== null)
  const [chosen, choose] = useState<{ readonly turn: number; readonly call: number } | null>(null)
  const isRaw = useView(({ requestIsRaw }) => requestIsRaw)
  const iteration = asked.find(({ number }) => chosen?.turn === turn.number && chosen.call === number) ?? asked.at(-1)
  const none = turn.completed ? inspectorStrings.noRequest : inspectorStrings.noRequestYet
  if (!iteration && !isRaw) return <Empty>{none}</Empty>
  return (
    <div className={styles.tab}>
      <div className={styles.bar}>
        {asked.length > 1 && (
          <div role="group" aria-label={words.calls} className={chips.chips}>
            {asked.map(({ number }) => (
              <button
                key={number}
                type="button"
                className={chips.chip}
                aria-pressed={number === iteration?.number}
                onClick={() => choose({ turn: turn.number, call: number })}
              >
                {words.call(number)}
              </button>
            ))}
          </div>
        )}
        <button
          type="button"
          className={chips.chip}
          aria-pressed={isRaw}
          onClick={() => setView({ requestIsRaw: !isRaw })}
        >
          {words.raw}
        </button>
      </div>
      {isRaw ? (
        <RawCall turn={turn} iteration={iteration} state={state} none={none} />
      ) : (
        iteration && <Call key={`${turn.number} ${iteration.number}`} turn={turn} iteration={iteration} state={state} />
      )}
    </div>
  )
}

interface CallProps {
  readonly turn: Turn
  readonly iteration: Iteration
  readonly state: EpisodeState
}

/** Null where there is no such call yet, or what it builds on is missing. */
function useWhole(state: EpisodeState, turn: Turn, iteration: Iteration | undefined): WholeRequest | null {
  const request = iteration?.request ?? null
  const number = iteration?.number ?? null
  const messages = useMemo(
    () => (number === null ? null : messagesSent(state, turn.number, number)),
    [state, turn.number, number],
  )
  if (request === null || messages === null) return null
  return { request, messages, tools: request.tool_set === null ? [] : (state.toolSets[request.tool_set] ?? []) }
}

/**
 * One for all calls: whoever types into its search goes on typing when the next turn begins, and finds the same in its
 * request.
 */
function RawCall({
  turn,
  iteration,
  state,
  none,
}: Omit<CallProps, 'iteration'> & { readonly iteration: Iteration | undefined; readonly none: string }) {
  const whole = useWhole(state, turn, iteration)
  const response = iteration?.response ?? null
  const call = `${turn.number} ${iteration?.number}`
  return (
    <>
      {whole && <Copies whole={whole} state={state} />}
      {whole && iteration && <Failures key={call} iteration={iteration} />}
      <FindableText
        of={call}
        text={whole && `${requestJson(whole)}\n\n${JSON.stringify(response, null, 2)}`}
        none={iteration ? words.missing : none}
      />
    </>
  )
}

function Call({ turn, iteration, state }: CallProps) {
  const whole = useWhole(state, turn, iteration)
  if (whole === null) return <Empty>{words.missing}</Empty>
  const { request, messages, tools } = whole
  const { response } = iteration
  return (
    <>
      <RequestFigures
        request={request}
        response={response}
        tools={tools.length}
        hasPrice={!traitsOf(state).isFreeModel}
      />
      <Copies whole={whole} state={state} />
      <Failures iteration={iteration} />
      <RequestShares messages={messages} tools={tools} />
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

function Copies({ whole, state }: { readonly whole: WholeRequest; readonly state: EpisodeState }) {
  const baseUrl = state.manifest?.player.base_url ?? null
  return (
    <div className={styles.copies}>
      <CopyButton label={words.copyJson} text={() => requestJson(whole)} />
      {baseUrl !== null && <CopyButton label={words.copyCurl} text={() => curlOf(whole, baseUrl)} />}
    </div>
  )
}

const Failures = ({ iteration: { failures, response } }: Pick<CallProps, 'iteration'>) =>
  failures ? <FailedAttempts failures={failures} isAnswered={response !== null} /> : null
