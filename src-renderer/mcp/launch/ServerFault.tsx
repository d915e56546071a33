import type { McpServerStatus } from '@shared/contract/mcp'
import type { ConfigProblem } from '@shared/mcp/mcp-config'
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

/** Problems of the entry, why the saved server failed last, and what was odd about its answers. */
export function ServerFault({
  name,
  problems,
  status,
  hasFieldFaults = false,
}: {
  readonly name: string
  readonly problems: readonly ConfigProblem[]
  readonly status: McpServerStatus | null
  /** Whether fields show problems of the entry, which are then why it failed. */
  readonly hasFieldFaults?: boolean
}) {
  const ownProblems = problems.filter(({ server }) => server === name)
  const failed = status?.state === 'failed' && ownProblems.length === 0 && !hasFieldFaults ? status : null
  const notices = status?.notices ?? []
  if (ownProblems.length === 0 && failed === null && notices.length === 0) return null
  return (
    <div className={styles.fault}>
      {ownProblems.map(({ message, severity }) => (
        <p key={message} className={severity === 'error' ? controls.error : controls.hint}>
          {message}
        </p>
      ))}
      {failed?.error != null && <p className={controls.error}>{failed.error}</p>}
      <NoticeList name={name} notices={notices} />
      {failed && failed.stderr.trim() !== '' && (
        <pre className={styles.stderr} tabIndex={0} role="region" aria-label={words.stderr(name)}>
          {failed.stderr.trimEnd()}
        </pre>
      )}
    </div>
  )
}
