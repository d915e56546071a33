import type { McpServerStatus } from '@shared/contract/mcp'
import type { ConfigProblem } from '@shared/mcp/mcp-config'
import { Button } from '../../kit/Button'
import { formatClock } from '../../kit/text/format'
import { Line } from '../../kit/text/Prose'
import { configStrings as words } from '../strings'
import controls from '../../kit/controls.module.css'
import styles from './launch.module.css'

export function NoticeList({ name, notices }: { readonly name: string; readonly notices: readonly string[] }) {
  if (notices.length === 0) return null
  return (
    <ul className={styles.notices} aria-label={words.notices(name)}>
      {notices.map((notice) => (
        <li key={notice} className={controls.hint}>
          {notice}
        </li>
      ))}
    </ul>
  )
}

interface ServerFaultProps {
  readonly name: string
  readonly problems: readonly ConfigProblem[]
  readonly status: McpServerStatus | null
  /** Whether fields show problems of the entry, which are then the reason of its failure. */
  readonly hasFieldFaults?: boolean
  readonly onLog: () => void
}

/**
 * Problems of the entry, the reason why the saved server or its last call failed, and irregular answers of the server.
 */
export function ServerFault({ name, problems, status, hasFieldFaults = false, onLog }: ServerFaultProps) {
  const ownProblems = problems.filter(({ server }) => server === name)
  const failed = status?.state === 'failed' && ownProblems.length === 0 && !hasFieldFaults ? status : null
  const notices = status?.notices ?? []
  const lastCall = status?.lastCall ?? null
  const callError = lastCall?.error ?? null
  if (ownProblems.length === 0 && failed === null && notices.length === 0 && callError === null) return null
  return (
    <div className={styles.fault}>
      {ownProblems.map(({ message, severity }) => (
        <p key={message} className={severity === 'error' ? controls.error : controls.hint}>
          <Line text={message} />
        </p>
      ))}
      {failed?.error != null && <p className={controls.error}>{failed.error}</p>}
      {lastCall !== null && callError !== null && (
        <>
          <p className={controls.error}>{words.lastCallFailed(lastCall.tool, formatClock(lastCall.at), callError)}</p>
          <div>
            <Button onClick={onLog}>{words.showLog}</Button>
          </div>
        </>
      )}
      <NoticeList name={name} notices={notices} />
      {failed && failed.stderr.trim() !== '' && (
        <pre className={styles.stderr} tabIndex={0} role="region" aria-label={words.stderr(name)}>
          {failed.stderr.trimEnd()}
        </pre>
      )}
    </div>
  )
}
