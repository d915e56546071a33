import { useMemo, useState } from 'react'
import { isRecord } from '@shared/base/json/is-record'
import type { ShellForm } from '@shared/contract/mcp'
import { isUnanswered, type ToolCall } from '@shared/episode/state/episode'
import { resultOf } from '@shared/episode/state/strings'
import { Button } from '../../kit/Button'
import { formatClock, formatDuration } from '../../kit/text/format'
import { reachHost } from '../../session/connection/connection-store'
import { HostButton, disabledProps } from '../../session/connection/HostButton'
import { useEpisode } from '../../session/episode/episode-store'
import { sessionStrings } from '../../session/strings'
import { setView } from '../../session/view/view-store'
import { AppView } from '../app-view/AppView'
import { turnStrings } from '../strings'
import { CodeText, CopyButton } from '../text/CodeText'
import { GameText } from '../text/GameText'
import { asText, hasFailed, readableText, resultText, ownToolName, eventsOfCall } from './call-text'
import { parseGameToolResult, type GameToolResult } from './game-tool-result'
import { ServerActions, useHasServer } from './ServerActions'
import controls from '../../kit/controls.module.css'
import styles from './calls.module.css'

const words = turnStrings.call
const VIEWS = ['form', 'json', 'raw'] as const

interface CallDetailsProps {
  readonly call: ToolCall
  readonly turn: number
  /** True if the current search hit is in this call; no text is then shortened. */
  readonly isFound?: boolean
}

/** All data of a call: as fields, as JSON, or as its logged events. */
export function CallDetails({ call, turn, isFound = false }: CallDetailsProps) {
  const [view, setView] = useState<(typeof VIEWS)[number]>('form')
  const hasServer = useHasServer(call.serverName, turn)
  return (
    <div className={styles.details}>
      <div role="group" aria-label={words.views} className={controls.chips}>
        {VIEWS.map((name) => (
          <Button key={name} look="chip" aria-pressed={name === view} onClick={() => setView(name)}>
            {words[name]}
          </Button>
        ))}
      </div>
      {hasFailed(call) && hasServer && <ServerActions name={call.serverName} />}
      {view === 'raw' ? (
        <Logged call={call} turn={turn} />
      ) : (
        <CallData call={call} isJson={view === 'json'} isFound={isFound} />
      )}
      {view !== 'raw' && <Timing call={call} turn={turn} />}
      {call.view !== undefined && hasServer && <AppView call={call} tool={ownToolName(call)} view={call.view} />}
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

function Timing({ call, turn }: CallDetailsProps) {
  const { callId, durationMs } = call
  const calledAt = useEpisode(({ history, shown }) => eventsOfCall(history, { turn, callId, seq: shown.seq })[0]?.at)
  if (calledAt === undefined) return null
  const ended = isUnanswered(call) ? words.unanswered : words.answered
  return (
    <>
      <h4 className={styles.title}>{words.timing}</h4>
      <p>
        {durationMs === null
          ? words.called(formatClock(calledAt))
          : ended(formatClock(calledAt), formatDuration(durationMs))}
      </p>
    </>
  )
}

/** The logged events of a call. MCP messages are not in the log. */
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

const fieldText = (text: string) => (text.length > LONGEST_FIELD ? <CodeText text={text} /> : text)
const LONGEST_FIELD = 4000

/** The result of a text-adventure tool: game text as in the story, inventory and map as lists. */
function GameToolOutput({ result }: { readonly result: GameToolResult }) {
  switch (result.kind) {
    case 'played':
      return (
        <div className={styles.played}>
          <GameText text={result.text} location={result.location} />
          <p className={styles.facts}>
            {words.standing(result.location, sessionStrings.facts.of(result.score, result.maxScore), result.moves)}
          </p>
        </div>
      )
    case 'carried':
      return result.names.length === 0 ? (
        <p className={styles.facts}>{sessionStrings.objects.nothingCarried}</p>
      ) : (
        <ul>
          {result.names.map((name, index) => (
            <li key={index}>{name}</li>
          ))}
        </ul>
      )
    case 'map':
      return (
        <ul className={styles.locations}>
          {result.locations.map(({ name, isHere, exits }, index) => (
            <li key={index}>
              <span className={styles.location}>{isHere ? words.locationHere(name) : name}</span>
              <span className={styles.facts}>
                {exits.map(([direction, to]) => words.exit(direction, to)).join(', ')}
              </span>
            </li>
          ))}
        </ul>
      )
    default:
      return result satisfies never
  }
}

const FORMS: readonly ShellForm[] = ['curl', 'inspector']

/** Maximum size of arguments that can be edited or passed to a shell, in characters of JSON. */
const LONGEST_ARGUMENTS = 100_000

/** Buttons that copy a call or repeat it. */
export function CallActions({ call, turn }: { readonly call: ToolCall; readonly turn: number }) {
  const isHere = useHasServer(call.serverName, turn)
  // A model may send arguments that are not an object, which no tool accepts.
  const given = call.arguments ?? {}
  const canRun = isHere && isRecord(given)
  const isLong = useMemo(() => asText(call.arguments).length > LONGEST_ARGUMENTS, [call.arguments])
  const write = async (form: ShellForm) => {
    const { serverName: server } = call
    if (!canRun) return ''
    return (await reachHost().writeMcpCall({ server, tool: ownToolName(call), arguments: given, form })).text
  }
  return (
    <div role="group" aria-label={words.actions} className={styles.actions}>
      {canRun && (
        <HostButton
          className={controls.button}
          onClick={() => setView({ dialog: 'callAgain', callToRepeat: { call, turn } })}
          {...(isLong && disabledProps(words.tooLong))}
        >
          {words.runAgain}
        </HostButton>
      )}
      <CopyButton label={words.copyCall} text={() => asText(wholeCall(call, turn))} />
      {canRun &&
        !isLong &&
        FORMS.map((form) => <CopyButton key={form} label={words.copyFor[form]} text={() => write(form)} />)}
    </div>
  )
}

function wholeCall(call: ToolCall, turn: number): Readonly<Record<string, unknown>> {
  const { history, shown } = useEpisode.getState()
  return {
    server: call.serverName,
    tool: ownToolName(call),
    arguments: call.arguments ?? null,
    result: resultOf(call) ?? null,
    status: call.status,
    turn,
    called_at: eventsOfCall(history, { turn, callId: call.callId, seq: shown.seq })[0]?.at ?? null,
    duration_ms: call.durationMs,
  }
}
