import type { ToolCall } from '@shared/episode/state/episode'
import { resultOf } from '@shared/episode/state/strings'
import { useMemo, useState } from 'react'
import { useEpisode } from '../../session/episode/episode-store'
import { formatClock, formatDuration } from '../../kit/text/format'
import { CallActions } from './CallActions'
import { asText, hasFailed, readableText, resultText } from './call-text'
import styles from './CallDetails.module.css'
import { CodeText } from '../text/CodeText'
import { CopyButton } from '../text/CopyButton'
import { ServerActions } from './ServerActions'
import { turnStrings } from '../strings'
import { parseGameToolResult } from './game-tool-result'
import { GameToolOutput } from './GameToolOutput'
import { eventsOfCall } from './call-events'

const words = turnStrings.call
const VIEWS = ['form', 'json', 'raw'] as const

interface CallDetailsProps {
  readonly call: ToolCall
  readonly turn: number
  /** The current search hit is in this call, so no text is shortened. */
  readonly isFound?: boolean
}

/** A call in full: as fields, as JSON, or as its logged events. */
export function CallDetails({ call, turn, isFound = false }: CallDetailsProps) {
  const [view, setView] = useState<(typeof VIEWS)[number]>('form')
  return (
    <div className={styles.details}>
      <div role="group" aria-label={words.views} className={styles.views}>
        {VIEWS.map((name) => (
          <button
            key={name}
            type="button"
            className={styles.view}
            aria-pressed={name === view}
            onClick={() => setView(name)}
          >
            {words[name]}
          </button>
        ))}
      </div>
      {hasFailed(call) && <ServerActions name={call.serverName} turn={turn} />}
      {view === 'raw' ? (
        <Logged call={call} turn={turn} />
      ) : (
        <CallData call={call} isJson={view === 'json'} isFound={isFound} />
      )}
      {view !== 'raw' && <Timing call={call} turn={turn} />}
      <CallActions call={call} turn={turn} />
    </div>
  )
}

interface CallDataProps {
  readonly call: ToolCall
  readonly isJson: boolean
  readonly isFound: boolean
}

function CallData({ call, isJson, isFound }: CallDataProps) {
  const result = isJson ? null : parseGameToolResult(call.result)
  const output = isJson ? asJson(resultOf(call)) : readableText(resultText(resultOf(call)))
  const asItIs =
    output === '' ? <p className={styles.none}>{words.noOutput}</p> : <CodeText text={output} isAll={isFound} />
  const place = { 'data-field': 'call', 'data-part': call.callId, className: styles.found }
  return (
    <>
      <Heading title={words.input} copy={words.copyArguments} value={call.arguments} />
      <div {...place}>
        {isJson ? <CodeText text={asJson(call.arguments)} isAll={isFound} /> : <FieldList value={call.arguments} />}
      </div>
      <Heading title={words.output} copy={words.copyResult} value={resultOf(call)} />
      <div {...place}>{result === null ? asItIs : <GameToolOutput result={result} />}</div>
    </>
  )
}

function Heading({ title, copy, value }: { readonly title: string; readonly copy: string; readonly value: unknown }) {
  return (
    <div className={styles.heading}>
      <h4 className={styles.title}>{title}</h4>
      {value !== null && value !== undefined && <CopyButton label={copy} text={() => asText(value)} />}
    </div>
  )
}

function Timing({ call: { callId, durationMs }, turn }: CallDetailsProps) {
  const calledAt = useEpisode(({ history, shown }) => eventsOfCall(history, { turn, callId, seq: shown.seq })[0]?.at)
  if (calledAt === undefined) return null
  return (
    <>
      <h4 className={styles.title}>{words.timing}</h4>
      <p>
        {durationMs === null
          ? words.called(formatClock(calledAt))
          : words.answered(formatClock(calledAt), formatDuration(durationMs))}
      </p>
    </>
  )
}

/** The logged events. MCP messages are not in the log. */
function Logged({ call: { callId }, turn }: CallDetailsProps) {
  const history = useEpisode((episode) => episode.history)
  const seq = useEpisode(({ shown }) => shown.seq)
  const text = useMemo(
    () => eventsOfCall(history, { turn, callId, seq }).map(asJson).join('\n'),
    [history, turn, callId, seq],
  )
  return (
    <>
      <p className={styles.none}>{words.rawHint}</p>
      <CodeText text={text} />
      <div>
        <CopyButton label={words.copy} text={() => text} />
      </div>
    </>
  )
}

const asJson = (value: unknown): string => (value === null || value === undefined ? '' : JSON.stringify(value, null, 2))

/** An object as names and values; anything else as JSON. */
function FieldList({ value }: { readonly value: unknown }) {
  if (value === null || value === undefined) return <p className={styles.none}>{words.noArguments}</p>
  if (typeof value !== 'object' || Array.isArray(value))
    return <CodeText text={typeof value === 'string' ? value : JSON.stringify(value, null, 2)} />
  const fields = Object.entries(value)
  if (fields.length === 0) return <p className={styles.none}>{words.noArguments}</p>
  return (
    <dl className={styles.fields}>
      {fields.map(([name, field]) => (
        <div key={name} className={styles.field}>
          <dt>{name}</dt>
          <dd>{fieldText(typeof field === 'string' ? field : JSON.stringify(field))}</dd>
        </div>
      ))}
    </dl>
  )
}

/** Long text is collapsed. */
const fieldText = (text: string) => (text.length > LONGEST_FIELD ? <CodeText text={text} /> : text)
const LONGEST_FIELD = 4000
