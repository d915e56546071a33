import { X } from 'lucide-react'
import { useState } from 'react'
import type { HostApi } from '@shared/contract/contract'
import { IconButton } from '../kit/IconButton'
import { Sheet } from '../kit/overlay/Sheet'
import { showNotice } from '../kit/text/notice-store'
import { useDroppedBundle } from '../session/files/dropped-bundle'
import { HelpButton } from '../session/help/Explain'
import { HELP } from '../session/help/help-places'
import type { McpTarget } from '../session/view/view-store'
import { BundleSheet } from './bundle/BundleSheet'
import { isDirty } from './draft/config-draft'
import { DocumentBar } from './draft/DocumentBar'
import { serversInSettings } from './draft/servers-in-settings'
import { useConfig } from './draft/use-config'
import { ImportSheet } from './import/ImportSheet'
import { RegistrySheet } from './registry/RegistrySheet'
import { SaveSheet } from './save/SaveSheet'
import { ServerList } from './server/ServerList'
import { type ServerTab, ServerView } from './server/ServerView'
import { SettingsServer } from './server/SettingsServer'
import { useMcpStatus } from './server/use-mcp-status'
import { configStrings } from './strings'
import styles from './mcp.module.css'

interface McpPanelProps {
  readonly api: HostApi
  /** The server and tab to show; null for the first. */
  readonly target?: McpTarget | null
  readonly onClose: () => void
}

/** The list of MCP servers, and the selected server with its entry, tools and log. */
export function McpPanel({ api, target = null, onClose }: McpPanelProps) {
  const status = useMcpStatus()
  const config = useConfig(api, status.batch?.version ?? null)
  const [requested, setRequested] = useState(target?.name ?? null)
  const [added, setAdded] = useState<string | null>(null)
  const [tab, setTab] = useState<ServerTab>(target?.tab ?? 'form')
  const [sheet, setSheet] = useState<'save' | 'import' | 'find' | null>(null)
  const bundle = useDroppedBundle(({ file }) => file)
  const statuses = status.batch?.servers ?? []
  const inSettings = serversInSettings(statuses)
  const names = [...config.servers, ...inSettings].map(({ name }) => name)
  const selected = requested !== null && names.includes(requested) ? requested : (names[0] ?? null)
  const chosenInSettings = config.servers.some(({ name }) => name === selected)
    ? undefined
    : inSettings.find(({ name }) => name === selected)
  const select = (name: string) => {
    setRequested(name)
    setAdded(null)
  }
  /** Shows the form of an added server, because the other tabs are still empty. */
  const showAdded = (name: string) => {
    select(name)
    setAdded(name)
    setTab('form')
  }
  const close = () => {
    if (isDirty(config.editor.draft.getState())) showNotice(configStrings.keptUnsaved)
    onClose()
  }
  return (
    <>
      <Sheet title={configStrings.title} bare size="wide" isSteady onClose={close}>
        <div className={styles.panel}>
          <header className={styles.header}>
            <h2 className={styles.title}>{configStrings.title}</h2>
            <span>
              <HelpButton about={configStrings.title} at={HELP.mcp} />
              <IconButton icon={X} label={configStrings.close} isQuiet onClick={close} />
            </span>
          </header>
          <DocumentBar config={config} onSave={() => setSheet('save')} />
          <div className={styles.columns}>
            <ServerList
              api={api}
              status={status}
              config={config}
              selected={selected}
              onSelect={select}
              onAdded={showAdded}
              onImport={() => setSheet('import')}
              onFind={() => setSheet('find')}
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
                added={added}
                statuses={statuses}
                onSelect={select}
                onSave={() => setSheet('save')}
              />
            )}
          </div>
          {sheet === 'save' && <SaveSheet api={api} config={config} onClose={() => setSheet(null)} />}
          {sheet === 'import' && (
            <ImportSheet
              api={api}
              config={config}
              onAdded={showAdded}
              onBundle={(file) => {
                setSheet(null)
                useDroppedBundle.setState({ file })
              }}
              onClose={() => setSheet(null)}
            />
          )}
          {sheet === 'find' && (
            <RegistrySheet api={api} config={config} names={names} onAdded={showAdded} onClose={() => setSheet(null)} />
          )}
        </div>
      </Sheet>
      {/* This dialog is outside the panel, because both may open at once. The one that opened last is on top. */}
      {bundle !== null && (
        <BundleSheet
          key={bundle.name + bundle.lastModified}
          api={api}
          config={config}
          names={names}
          source={bundle}
          onAdded={showAdded}
          onClose={() => useDroppedBundle.setState({ file: null })}
        />
      )}
    </>
  )
}
