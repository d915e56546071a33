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
  if (!iteration?.request)
    return <Empty>{turn.completed ? inspectorStrings.noRequest : inspectorStrings.noRequestYet}</Empty>
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
                aria-pressed={number === iteration.number}
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
      <Call key={`${turn.number} ${iteration.number}`} turn={turn} iteration={iteration} state={state} isRaw={isRaw} />
    </div>
  )
}

function Call({
  turn,
  iteration,
  state,
  isRaw,
}: {
  readonly turn: Turn
  readonly iteration: Iteration
  readonly state: EpisodeState
  readonly isRaw: boolean
}) {
  const { request, response, failures } = iteration
  const messages = useMemo(
    () => messagesSent(state, turn.number, iteration.number),
    [state, turn.number, iteration.number],
  )
  if (request === null) return null
  if (messages === null) return <Empty>{words.missing}</Empty>
  const tools = request.tool_set === null ? [] : (state.toolSets[request.tool_set] ?? [])
  const whole: WholeRequest = { request, messages, tools }
  const baseUrl = state.manifest?.player.base_url ?? null
  return (
    <>
      {!isRaw && (
        <RequestFigures
          request={request}
          response={response}
          tools={tools.length}
          hasPrice={!traitsOf(state).isFreeModel}
        />
      )}
      <div className={styles.copies}>
        <CopyButton label={words.copyJson} text={() => requestJson(whole)} />
        {baseUrl !== null && <CopyButton label={words.copyCurl} text={() => curlOf(whole, baseUrl)} />}
      </div>
      {failures && <FailedAttempts failures={failures} isAnswered={response !== null} />}
      {isRaw ? (
        <FindableText text={`${requestJson(whole)}\n\n${JSON.stringify(response, null, 2)}`} />
      ) : (
        <>
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
      )}
    </>
  )
}
