import { IconButton } from '../kit/IconButton'
import { X } from 'lucide-react'
import { useState } from 'react'
import type { HostApi } from '@shared/contract/contract'
import type { McpTarget } from '../session/view/view-store'
import { tell } from '../kit/text/notice-store'
import { Sheet } from '../kit/overlay/Sheet'
import { isDirty } from './draft/config-draft'
import { DocumentBar } from './draft/DocumentBar'
import { ImportSheet } from './import/ImportSheet'
import styles from './mcp.module.css'
import { SaveSheet } from './save/SaveSheet'
import { ServerList } from './server/ServerList'
import { serversInSettings } from './draft/servers-in-settings'
import { type ServerTab, ServerView } from './server/ServerView'
import { SettingsServer } from './server/SettingsServer'
import { configStrings } from './strings'
import { useConfig } from './draft/use-config'
import { useMcpStatus } from './server/use-mcp-status'

interface McpPanelProps {
  readonly api: HostApi
  /** What it opens on. */
  readonly target?: McpTarget | null
  readonly onClose: () => void
}

/** The configured MCP servers as they are, beside the entry that says what the chosen one should be. */
export function McpPanel({ api, target = null, onClose }: McpPanelProps) {
  const status = useMcpStatus(api)
  const config = useConfig(api, status.batch?.version ?? null)
  const [wanted, setWanted] = useState(target?.name ?? null)
  const [tab, setTab] = useState<ServerTab>(target?.tab ?? 'form')
  const [sheet, setSheet] = useState<'save' | 'import' | null>(null)
  const statuses = status.batch?.servers ?? []
  const inSettings = serversInSettings(statuses)
  const names = [...config.servers, ...inSettings].map(({ name }) => name)
  const selected = wanted !== null && names.includes(wanted) ? wanted : (names[0] ?? null)
  const chosenInSettings = config.servers.some(({ name }) => name === selected)
    ? undefined
    : inSettings.find(({ name }) => name === selected)
  /** A new server has nothing but its form to look at. */
  const showAdded = (name: string) => {
    setWanted(name)
    setTab('form')
  }
  const close = () => {
    if (isDirty(config.editor.draft.getState())) tell(configStrings.keptUnsaved)
    onClose()
  }
  return (
    <Sheet title={configStrings.title} bare size="wide" isSteady onClose={close}>
      <div className={styles.panel}>
        <header className={styles.header}>
          <h2 className={styles.title}>{configStrings.title}</h2>
          <IconButton icon={X} label={configStrings.close} isQuiet onClick={close} />
        </header>
        <DocumentBar config={config} onSave={() => setSheet('save')} />
        <div className={styles.columns}>
          <ServerList
            api={api}
            status={status}
            config={config}
            selected={selected}
            onSelect={setWanted}
            onAdded={showAdded}
            onImport={() => setSheet('import')}
          />
          {chosenInSettings ? (
            <SettingsServer key={chosenInSettings.name} api={api} config={config} status={chosenInSettings} />
          ) : (
            <ServerView
              api={api}
              tab={tab}
              onTab={setTab}
              config={config}
              selected={selected}
              statuses={statuses}
              onSelect={setWanted}
              onSave={() => setSheet('save')}
            />
          )}
        </div>
        {sheet === 'save' && <SaveSheet api={api} config={config} onClose={() => setSheet(null)} />}
        {sheet === 'import' && (
          <ImportSheet api={api} config={config} onAdded={showAdded} onClose={() => setSheet(null)} />
        )}
      </div>
    </Sheet>
  )
}
