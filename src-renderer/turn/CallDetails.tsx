import type { ToolCall } from '@shared/episode/episode'
import { useMemo, useState } from 'react'
import type { LoggedEvent } from '@shared/episode/event'
import { useEpisode } from '../session/episode/episode-store'
import { formatClock, formatDuration } from '../kit/format'
import { readableText, resultText } from './call-text'
import styles from './CallDetails.module.css'
import { CodeText } from './CodeText'
import { CopyButton } from './CopyButton'
import { ServerActions } from './ServerActions'
import { turnStrings } from './strings'
import { knownResult } from './known-result'
import { KnownOutput } from './KnownOutput'
import type { History } from '../session/episode/history'

const words = turnStrings.call
const VIEWS = ['form', 'json', 'raw'] as const

interface CallDetailsProps {
  readonly call: ToolCall
  readonly turn: number
}

/** All of a call, as fields to read, as the JSON that was given and answered, or as the log has it. */
export function CallDetails({ call, turn }: CallDetailsProps) {
  const [view, setView] = useState<(typeof VIEWS)[number]>('form')
  const hasFailed = call.status === 'failed' || call.status === 'timeout'
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
      {hasFailed && <ServerActions name={call.serverName} turn={turn} />}
      {view === 'raw' ? <Logged call={call} turn={turn} /> : <Exchange call={call} isJson={view === 'json'} />}
      {view !== 'raw' && <Timing call={call} turn={turn} />}
    </div>
  )
}

function Exchange({ call, isJson }: { readonly call: ToolCall; readonly isJson: boolean }) {
  const result = isJson ? null : knownResult(call.result)
  const output = isJson ? json(call.result) : readableText(resultText(call.result))
  const asItIs = output === '' ? <p className={styles.none}>{words.noOutput}</p> : <CodeText text={output} />
  return (
    <>
      <h4 className={styles.title}>{words.input}</h4>
      {isJson ? <CodeText text={json(call.arguments)} /> : <FieldList value={call.arguments} />}
      <h4 className={styles.title}>{words.output}</h4>
      {result === null ? asItIs : <KnownOutput result={result} />}
    </>
  )
}

/** When it was made, and how long the answer took. */
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

/** The messages of the protocol are in no log: what the log holds is what can be shown of any call at any time. */
function Logged({ call: { callId }, turn }: CallDetailsProps) {
  const history = useEpisode((episode) => episode.history)
  const seq = useEpisode(({ shown }) => shown.seq)
  const text = useMemo(
    () => eventsOfCall(history, { turn, callId, seq }).map(json).join('\n'),
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

const json = (value: unknown): string => (value === null || value === undefined ? '' : JSON.stringify(value, null, 2))

/** What the log holds of one call, up to `seq`: that it was made, how far it said it was, and what came of it. */
export function eventsOfCall(
  { events, spans }: History,
  { turn, callId, seq }: { readonly turn: number; readonly callId: string; readonly seq: number },
): readonly LoggedEvent[] {
  const span = spans[turn]
  if (!span) return []
  return events
    .slice(span.firstSeq, Math.min(seq, span.lastSeq ?? seq) + 1)
    .filter((event) => 'call_id' in event && event.call_id === callId)
}

/** An object as names and values; anything else as its JSON. */
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
          <dd>{typeof field === 'string' ? field : JSON.stringify(field)}</dd>
        </div>
      ))}
    </dl>
  )
}
