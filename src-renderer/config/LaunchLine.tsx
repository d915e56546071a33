import type { McpLaunchInfo } from '@shared/contract/mcp'
import controls from '../ui/controls.module.css'
import styles from './LaunchLine.module.css'
import { configStrings as words } from './strings'

/** Exactly what is executed or connected to; read-only, because it is made of the fields. */
export function LaunchLine({ info }: { readonly info: McpLaunchInfo | null }) {
  if (info === null) return <p className={controls.hint}>{words.resolving}</p>
  return (
    <div className={styles.launch} role="group" aria-label={words.executes}>
      <span className={controls.label}>{words.executes}</span>
      {info.line !== '' && <code className={styles.line}>{info.line}</code>}
      {info.folder !== null && <span className={controls.hint}>{words.inFolder(info.folder)}</span>}
      {info.fault !== null && <p className={`${controls.error} ${styles.fault}`} role="status">{info.fault}</p>}
    </div>
  )
}
