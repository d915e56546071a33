import { IconButton } from '../../kit/IconButton'
import { Copy, PlugZap, Trash2 } from 'lucide-react'
import { useStore } from 'zustand'
import { cloneServer, freeName, type ServerForm } from '@shared/config/mcp-document'
import type { HostApi } from '@shared/contract/contract'
import type { McpServerStatus } from '@shared/contract/mcp'
import controls from '../../kit/controls.module.css'
import { Empty } from '../../kit/Empty'
import { HostButton } from '../../session/connection/HostButton'
import { TabList, TabPanel } from '../../kit/Tabs'
import { isBroken } from '../draft/config-draft'
import { ConfirmRun } from '../agree/ConfirmRun'
import { FormTab } from '../form/FormTab'
import { JsonTab } from '../json/JsonTab'
import { LogTab } from './LogTab'
import { type TestCall, serverTestsOf } from './server-tests'
import styles from './ServerView.module.css'
import { configStrings as words } from '../strings'
import { TestResult } from './TestResult'
import { ToolsTab } from '../tools/ToolsTab'
import type { Config } from '../draft/use-config'

export type ServerTab = keyof typeof words.tabs

interface ServerViewProps {
  readonly api: HostApi
  readonly config: Config
  readonly tab: ServerTab
  readonly onTab: (tab: ServerTab) => void
  readonly selected: string | null
  readonly statuses: readonly McpServerStatus[]
  readonly onSelect: (name: string) => void
  readonly onSave: () => void
}

/**
 * One server of the draft, four ways to look at it. The text is the whole file's, and is there without a server too.
 */
export function ServerView({ api, config, tab, onTab, selected, statuses, onSelect, onSave }: ServerViewProps) {
  const { editor, draft, servers } = config
  const server = servers.find(({ name }) => name === selected) ?? null
  const tests = serverTestsOf(api)
  const test = useStore(tests.store, (all) => (selected === null ? null : (all[selected] ?? null)))
  const broken = isBroken(draft)
  const unagreed = test?.unagreed ?? null
  const run = (call: TestCall) => {
    if (server && !broken) void tests.run(draft.text, server.name, call)
  }
  const clone = (source: ServerForm) => {
    const name = freeName(
      servers.map((each) => each.name),
      source.name,
    )
    editor.edit(cloneServer(draft.text, source.name, name))
    onSelect(name)
  }
  const status = statuses.find(({ name }) => name === selected) ?? null
  return (
    <section className={styles.view} aria-label={words.details}>
      <header className={styles.header}>
        <h3 className={styles.name}>{selected ?? ''}</h3>
        {server && !broken && (
          <>
            <HostButton className={controls.button} onClick={() => run('ping')}>
              <PlugZap size={15} strokeWidth={1.75} aria-hidden />
              {words.test}
            </HostButton>
            <IconButton icon={Copy} label={words.clone(server.name)} isQuiet onClick={() => clone(server)} />
            <IconButton
              icon={Trash2}
              label={words.remove(server.name)}
              isQuiet
              onClick={() => editor.remove(server.name)}
            />
          </>
        )}
      </header>
      <div className={styles.tabs}>
        <TabList label={words.tabsLabel} tabs={words.tabs} selected={tab} onSelect={onTab} idPrefix="mcp" />
      </div>
      {server && test && unagreed === null && (
        <TestResult
          test={test}
          onCancel={() => tests.cancel(server.name)}
          onDismiss={() => tests.dismiss(server.name)}
        />
      )}
      <div className={styles.body}>
        <TabPanel idPrefix="mcp" selected={tab}>
          {tab === 'json' ? (
            <JsonTab api={api} config={config} statuses={statuses} onSave={onSave} />
          ) : broken ? (
            <Empty>{words.broken}</Empty>
          ) : !server ? (
            <Empty>{words.noServer}</Empty>
          ) : (
            <>
              {/* By its place: to rename a server must not take the form away, and the focus in it. */}
              {tab === 'form' && (
                <FormTab
                  key={`${servers.length} ${servers.indexOf(server)}`}
                  api={api}
                  config={config}
                  server={server}
                  status={status}
                  onRenamed={onSelect}
                />
              )}
              {tab === 'tools' && (
                <ToolsTab
                  key={server.name}
                  api={api}
                  config={config}
                  server={server}
                  statuses={statuses}
                  test={test}
                  onRun={run}
                />
              )}
              {tab === 'log' && <LogTab key={server.name} api={api} server={server.name} />}
            </>
          )}
        </TabPanel>
      </div>
      {server && unagreed && (
        <ConfirmRun
          api={api}
          config={config}
          server={server.name}
          onCancel={() => tests.dismiss(server.name)}
          onAgreed={() => run(unagreed.call)}
        />
      )}
    </section>
  )
}
