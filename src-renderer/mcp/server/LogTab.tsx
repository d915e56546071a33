import { useEffect, useMemo, useRef, useState } from 'react'
import { tryParseJson } from '@shared/base/json/bound-json'
import { visibleJson } from '@shared/base/visible-text'
import type { HostApi } from '@shared/contract/contract'
import type { McpHealth, McpLogEntry } from '@shared/contract/mcp'
import { Strip } from '../../kit/layout/Strip'
import { Empty } from '../../kit/text/Empty'
import { formatDuration, formatExactClock } from '../../kit/text/format'
import { useHostAbsence } from '../../session/connection/connection-store'
import { isFailed, isOutput, type LogRow, pairMessages } from '../draft/pair-messages'
import { reasonOf } from '../draft/reason-of'
import { EpisodeHealth } from '../health/EpisodeHealth'
import { configStrings as words } from '../strings'
import controls from '../../kit/controls.module.css'
import styles from './server.module.css'

const MAX_ENTRIES = 600
const MARKS = { sent: '→', received: '←', stderr: '!', stdout: '?', ended: '×' } as const

interface LogTabProps {
  readonly api: HostApi
  readonly server: string
  readonly health: McpHealth | null
}

/**
 * Messages, newest last. A request and its reply share a row; other output of the server is between them. Opens at the
 * end of the last failed call, with the output after it; without a failed call, at the end.
 */
export function LogTab({ api, server, health }: LogTabProps) {
  const { entries, failure } = useLog(api, server)
  const [showsStderr, setShowsStderr] = useState(true)
  const rows = useMemo(
    () => pairMessages(entries).filter(({ kind }) => showsStderr || !isOutput(kind)),
    [entries, showsStderr],
  )
  const list = useRef<HTMLOListElement>(null)
  const [firstShown, setFirstShown] = useState<number | null>(null)
  const first = rows.findLast((row) => row.title === 'tools/call' && isFailed(row)) ?? rows.at(-1)
  if (firstShown === null && first) setFirstShown(first.key)
  const lastShown = endOfCall(rows, firstShown)
  useEffect(() => {
    const item = list.current?.querySelector('[data-last]')
    item?.scrollIntoView?.({ block: 'end' })
  }, [firstShown])
  return (
    <div className={styles.log}>
      {health && <p>{words.health(health)}</p>}
      <EpisodeHealth server={server} />
      <label className={controls.check}>
        <input type="checkbox" checked={showsStderr} onChange={({ target }) => setShowsStderr(target.checked)} />
        <span>{words.showStderr}</span>
      </label>
      {failure !== null && <Strip text={failure}>{null}</Strip>}
      {rows.length === 0 && failure === null && <Empty>{words.noLog}</Empty>}
      <ol ref={list} className={styles.rows} aria-label={words.logOf(server)}>
        {rows.map((row) => (
          <li key={row.key} data-last={row.key === lastShown || undefined}>
            {/* A row without a reply stays closed: the expanded request would hide the last output of the server. */}
            <Row row={row} isOpen={row.key === firstShown && row.reply?.isError === true} />
          </li>
        ))}
      </ol>
    </div>
  )
}

/** The key of the last row before the next call, or of the row that ends the session. */
function endOfCall(rows: readonly LogRow[], key: number | null): number | null {
  const start = rows.findIndex((row) => row.key === key)
  const after = rows.slice(start + 1)
  const next = after.findIndex(({ kind, title }) => kind === 'ended' || title === 'tools/call')
  const end = next !== -1 && after[next]?.kind === 'ended' ? next + 1 : next
  return (next === -1 ? rows.at(-1) : rows[start + end])?.key ?? null
}

function Row({ row, isOpen }: { readonly row: LogRow; readonly isOpen: boolean }) {
  const { at, kind, title, about, text, reply } = row
  const head = (
    <>
      <time className={styles.at} dateTime={at}>
        {formatExactClock(at)}
      </time>
      <span className={styles.mark} role="img" aria-label={words.logKind[kind]}>
        {MARKS[kind]}
      </span>
      <span className={styles.title}>
        {kind === 'ended' ? words.sessionEnded(formatExactClock(title), text) : title}
        {about !== '' && <span className={styles.about}> {about}</span>}
      </span>
    </>
  )
  if (isOutput(kind) || kind === 'ended') return <p className={styles.stderr}>{head}</p>
  return (
    <details className={styles.message} data-failed={isFailed(row)} open={isOpen}>
      <summary>
        {head}
        {row.isUnanswered && <span className={styles.took}>{words.noReply}</span>}
        {reply && (
          <span className={styles.took}>
            {reply.isError ? words.replyFailed(formatDuration(reply.ms)) : formatDuration(reply.ms)}
          </span>
        )}
      </summary>
      <pre tabIndex={0}>{pretty(text)}</pre>
      {reply && <pre tabIndex={0}>{pretty(reply.text)}</pre>}
    </details>
  )
}

/** Indents JSON. The host truncates long messages, which are then invalid JSON and returned unchanged. */
function pretty(text: string): string {
  const value = tryParseJson(text)
  return value === undefined ? text : visibleJson(value, undefined, 2)
}

function useLog(
  api: HostApi,
  server: string,
): { readonly entries: readonly McpLogEntry[]; readonly failure: string | null } {
  const [entries, setEntries] = useState<readonly McpLogEntry[]>([])
  const [failure, setFailure] = useState<string | null>(null)
  const isAway = useHostAbsence() !== null
  useEffect(() => {
    // After a reconnect, the host sends its whole log again.
    if (isAway) return undefined
    const abort = new AbortController()
    const follow = async () => {
      let received: readonly McpLogEntry[] = []
      for await (const batch of api.watchMcpLog({ server }, abort.signal)) {
        received = [...received, ...batch.entries].slice(-MAX_ENTRIES)
        setEntries(received)
        setFailure(null)
      }
    }
    follow().catch((error: unknown) => {
      if (!abort.signal.aborted) setFailure(words.logStopped(reasonOf(error)))
    })
    return () => abort.abort()
  }, [api, server, isAway])
  return { entries, failure }
}
