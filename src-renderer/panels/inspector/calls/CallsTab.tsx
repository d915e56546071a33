import { useVirtualizer } from '@tanstack/react-virtual'
import { type ReactNode, useDeferredValue, useMemo, useRef, useState } from 'react'
import { levelOf, type Turn } from '@shared/episode/state/episode'
import { serverMessageText } from '@shared/episode/state/strings'
import { textScale } from '../../../kit/browser/window-size'
import { Button } from '../../../kit/Button'
import { Check, Choice, SearchField } from '../../../kit/form/fields'
import { inView } from '../../../kit/layout/in-view'
import { kitStrings } from '../../../kit/strings'
import { Empty } from '../../../kit/text/Empty'
import { formatClock, formatDuration } from '../../../kit/text/format'
import { goToTurn, useEpisode, useSettledState } from '../../../session/episode/episode-store'
import { turnOf } from '../../../session/episode/playhead'
import { useLastVisibleTurn } from '../../../session/episode/use-last-visible-turn'
import { setView, useView } from '../../../session/view/view-store'
import { foldCalls, hasFailed, eventsOfCall } from '../../../turn/calls/call-text'
import { CallLine } from '../../../turn/calls/CallLine'
import { modelCallId, RequestLine } from '../../../turn/RequestLine'
import { inspectorStrings } from '../strings'
import { calledTools, callsOf, type EpisodeCall, filterCalls, latenciesOf } from './episode-calls'
import controls from '../../../kit/controls.module.css'
import styles from './calls.module.css'

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

/** Tool calls of the turn, helper calls, and messages of servers. Equal adjacent tool calls are folded. */
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

const ORDERS = ['turn', 'latency'] as const
const ROW_HEIGHT = 30
/** The value for all tools; no tool has this key. */
const ALL = ''

/** All tool calls of the episode, with filters, counts and links to their turns. */
function EpisodeCalls({ scope }: { readonly scope: ReactNode }) {
  const latest = useSettledState(useEpisode(({ history }) => history.latest))
  const isOutline = useEpisode((episode) => episode.isOutline)
  const lastShown = useLastVisibleTurn()
  const calls = useMemo(
    () => callsOf(latest).filter(({ turn }) => lastShown === null || turn <= lastShown),
    [latest, lastShown],
  )
  const tools = useMemo(() => calledTools(calls), [calls])
  const [text, setText] = useState('')
  const [chosen, setChosen] = useState(ALL)
  const [onlyFailed, setOnlyFailed] = useState(false)
  const [order, setOrder] = useState<(typeof ORDERS)[number]>('turn')
  const searched = useDeferredValue(text)
  const { server = null, tool = null } = tools.find((each) => keyOf(each) === chosen) ?? {}
  const shown = useMemo(
    () => filterCalls(calls, { text: searched, server, tool, onlyFailed, order }),
    [calls, searched, server, tool, onlyFailed, order],
  )
  if (isOutline || calls.length === 0) {
    return (
      <div className={styles.episode}>
        <div className={styles.head}>{scope}</div>
        <Empty>{isOutline ? kitStrings.loading : words.none}</Empty>
      </div>
    )
  }
  const latencies = latenciesOf(shown)
  const nameOf = (key: string) => {
    const found = tools.find((each) => keyOf(each) === key)
    if (!found) return words.allTools(calls.length)
    return words.toolOf(found.tool === null ? found.server : `${found.server} · ${found.tool}`, found.calls)
  }
  return (
    <div className={styles.episode}>
      <div className={styles.head}>
        {scope}
        <p className={controls.hint} role="status">
          {shown.length === 0
            ? words.noneFound
            : words.sum(
                shown.length,
                shown.filter(({ call }) => hasFailed(call)).length,
                latencies && formatDuration(latencies.median),
                latencies && formatDuration(latencies.longest),
              )}
        </p>
      </div>
      <div className={styles.filter}>
        <SearchField label={words.search} value={text} onSearch={setText} />
        <Choice
          aria-label={words.tool}
          value={chosen}
          choices={[ALL, ...tools.map(keyOf)]}
          nameOf={nameOf}
          onChoose={setChosen}
        />
        <Choice
          aria-label={words.order}
          value={order}
          choices={ORDERS}
          nameOf={(each) => words.orders[each]}
          onChoose={setOrder}
        />
        <Check label={words.onlyFailed} isOn={onlyFailed} onSwitch={setOnlyFailed} />
      </div>
      <CallList calls={shown} />
    </div>
  )
}

const keyOf = ({ server, tool }: { readonly server: string; readonly tool: string | null }) =>
  JSON.stringify([server, tool])

/** A virtual list, which measures expanded calls. */
function CallList({ calls }: { readonly calls: readonly EpisodeCall[] }) {
  const scroller = useRef<HTMLDivElement>(null)
  // oxlint-disable-next-line react/incompatible-library -- nothing is compiled here: every render reads it again
  const rows = useVirtualizer({
    count: calls.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_HEIGHT * textScale(),
    overscan: 8,
    getItemKey: (index) => keyOfCall(calls[index]) ?? index,
  })
  return (
    <div ref={scroller} className={styles.scroller}>
      <ol className={styles.list} style={{ height: rows.getTotalSize() }}>
        {inView(rows, calls).map(({ row, index, key, start }) => (
          <li
            key={key}
            ref={rows.measureElement}
            data-index={index}
            aria-setsize={calls.length}
            aria-posinset={index + 1}
            className={styles.item}
            style={{ transform: `translateY(${start}px)` }}
          >
            <Row {...row} />
          </li>
        ))}
      </ol>
    </div>
  )
}

const keyOfCall = (row: EpisodeCall | undefined) => row && `${row.turn} ${row.call.callId}`

function Row({ call, turn }: EpisodeCall) {
  const isHere = useEpisode(({ history, playhead }) => turnOf(history, playhead) === turn)
  const at = useEpisode(
    ({ history }) => eventsOfCall(history, { turn, callId: call.callId, seq: history.latest.seq })[0]?.at ?? null,
  )
  return (
    <div className={styles.row}>
      <Button
        look="quiet"
        className={styles.turn}
        aria-label={words.goTo(turn)}
        title={words.goTo(turn)}
        aria-current={isHere ? 'step' : undefined}
        onClick={() => goToTurn(turn)}
      >
        {turn}
      </Button>
      {at !== null && (
        <time className={`${controls.hint} ${styles.at}`} dateTime={at}>
          {formatClock(at)}
        </time>
      )}
      <div className={styles.call}>
        <CallLine call={call} turn={turn} expandsOnFailure={false} />
      </div>
    </div>
  )
}
