import { X } from 'lucide-react'
import type { HostApi } from '@shared/contract/contract'
import controls from '../ui/controls.module.css'
import { ConfigEditor } from './ConfigEditor'
import styles from './McpPanel.module.css'
import { ServerList } from './ServerList'
import { configStrings } from './strings'

export interface McpPanelProps {
  readonly api: HostApi
  readonly onClose: () => void
}

/** The configured MCP servers as they are, beside the file that says what they should be. */
export function McpPanel({ api, onClose }: McpPanelProps) {
  return (
    <div className={styles.panel}>
      <header className={styles.header}>
        <h2 className={styles.title}>{configStrings.title}</h2>
        <button type="button" className={`${controls.button} ${controls.quiet} ${controls.icon}`} aria-label={configStrings.close} onClick={onClose}>
          <X size={16} aria-hidden />
        </button>
      </header>
      <div className={styles.columns}>
        <ServerList api={api} />
        <ConfigEditor api={api} />
      </div>
    </div>
  )
}
