import { ChevronRight } from 'lucide-react'
import { memo, useState } from 'react'
import type { ToolCall } from '@shared/episode/state/episode'
import { formatDuration } from '../../kit/text/format'
import { useHasCurrentHit } from '../../session/find/find-store'
import { turnStrings } from '../strings'
import { argumentLine, hasFailed, ownToolName, progressLine } from './call-text'
import { CallDetails } from './CallDetails'
import { parseGameToolResult } from './game-tool-result'
import controls from '../../kit/controls.module.css'
import styles from './calls.module.css'

const words = turnStrings.call

interface CallLineProps {
  readonly call: ToolCall
  readonly turn: number
  readonly times?: number
  readonly expandsOnFailure?: boolean
}

/** A call in one line, with details when expanded. Expands if it contains the current search hit. */
export const CallLine = memo(function CallLine({ call, turn, times = 1, expandsOnFailure = true }: CallLineProps) {
  const { serverName, toolName, status, durationMs } = call
  const tool = ownToolName(call)
  const [isOpen, setIsOpen] = useState<boolean | null>(null)
  const holdsHit = useHasCurrentHit(turn, 'call', call.callId)
  const open = isOpen ?? (holdsHit || (expandsOnFailure && hasFailed(call)))
  const known = parseGameToolResult(call.result)
  const reward = known?.kind === 'played' ? known.reward : 0
  return (
    <details
      className={styles.call}
      open={open}
      onToggle={({ currentTarget }) => currentTarget.open !== open && setIsOpen(currentTarget.open)}
    >
      <summary className={styles.line}>
        <ChevronRight className={styles.chevron} size={14} aria-hidden />
        <span className={`${controls.cut} ${styles.name}`} data-field="tool" data-part={call.callId}>
          {tool !== toolName && <span className={styles.server}>{serverName} · </span>}
          {tool}
        </span>
        <span
          className={`${controls.cut} ${styles.summary}`}
          data-field={open ? undefined : 'call'}
          data-part={call.callId}
        >
          {progressLine(call) ?? argumentLine(call.arguments)}
        </span>
        {reward !== 0 && (
          <span className={styles.reward} data-loss={reward < 0 || undefined}>
            {words.reward(reward)}
          </span>
        )}
        {times > 1 && <span className={styles.times}>{words.repeated(times)}</span>}
        <span className={styles.status} data-status={status}>
          {call.serverIsGone ? words.serverIsGone : words.status[status]}
        </span>
        <span className={styles.time}>{durationMs === null ? '' : formatDuration(durationMs)}</span>
      </summary>
      {open && <CallDetails call={call} turn={turn} isFound={holdsHit} />}
    </details>
  )
})
