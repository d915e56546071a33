import type { ToolCall } from '@shared/episode/episode'
import { ChevronRight } from 'lucide-react'
import { memo, useState } from 'react'
import { formatDuration } from '../ui/format'
import { argumentLine, progressLine, readableText, resultText } from './call-text'
import styles from './CallLine.module.css'
import { CodeText } from './CodeText'
import { FieldList } from './FieldList'
import { inspectorStrings } from './strings'

const words = inspectorStrings.call

/** One line a call: server, tool, what it was given, how it went, how long it took. Open, it shows all of it. A failed call opens by itself. */
export const CallLine = memo(function CallLine({ call, times }: { readonly call: ToolCall; readonly times: number }) {
  const { serverName, toolName, status, durationMs } = call
  const failed = status === 'failed' || status === 'timeout'
  const [isOpen, setIsOpen] = useState<boolean | null>(null)
  const open = isOpen ?? failed
  return (
    <details className={styles.call} open={open} onToggle={({ currentTarget }) => currentTarget.open !== open && setIsOpen(currentTarget.open)}>
      <summary className={styles.line}>
        <ChevronRight className={styles.chevron} size={14} aria-hidden />
        <span className={styles.name}>{toolName.startsWith(`${serverName}.`) ? <><span className={styles.server}>{serverName} · </span>{toolName.slice(serverName.length + 1)}</> : toolName}</span>
        <span className={styles.summary}>{progressLine(call) ?? argumentLine(call.arguments)}</span>
        {times > 1 && <span className={styles.times}>{words.repeated(times)}</span>}
        <span className={styles.status} data-status={status}>{words.status[status]}</span>
        <span className={styles.time}>{durationMs === null ? '' : formatDuration(durationMs)}</span>
      </summary>
      {open && <CallDetails call={call} />}
    </details>
  )
})

function CallDetails({ call }: { readonly call: ToolCall }) {
  const [view, setView] = useState<'form' | 'json'>('form')
  const output = readableText(resultText(call.result))
  return (
    <div className={styles.details}>
      <div role="group" aria-label={words.views} className={styles.views}>
        {(['form', 'json'] as const).map((name) => (
          <button key={name} type="button" className={styles.view} aria-pressed={name === view} onClick={() => setView(name)}>{words[name]}</button>
        ))}
      </div>
      {view === 'form' ? (
        <>
          <h4 className={styles.title}>{words.input}</h4>
          <FieldList value={call.arguments} />
          <h4 className={styles.title}>{words.output}</h4>
          {output === '' ? <p className={styles.none}>{words.noOutput}</p> : <CodeText text={output} />}
        </>
      ) : <CodeText text={JSON.stringify(call, null, 2)} />}
    </div>
  )
}
