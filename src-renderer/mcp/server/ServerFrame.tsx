import { PlugZap } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useStore } from 'zustand'
import type { HostApi } from '@shared/contract/contract'
import type { McpServerStatus } from '@shared/contract/mcp'
import { TabList, TabPanel } from '../../kit/layout/Tabs'
import { HostButton } from '../../session/connection/HostButton'
import { ConfirmRun } from '../agree/ConfirmRun'
import type { Config } from '../draft/use-config'
import { SignInLine } from '../sign-in/SignInLine'
import { configStrings as words } from '../strings'
import { type ServerTest, serverTestsOf, sinceTest, type TestCall } from './server-tests'
import { TestResult } from './TestResult'
import styles from './server.module.css'

interface ServerFrameProps<Tab extends string> {
  readonly api: HostApi
  readonly config: Config
  readonly title: string
  readonly status: McpServerStatus | null
  /** Null if the draft has no server with this name. */
  readonly server: string | null
  readonly canRun: boolean
  /** Further actions for a server that can run. */
  readonly buttons?: ReactNode
  readonly tabs: Readonly<Record<Tab, string>>
  readonly tab: Tab
  readonly onTab: (tab: Tab) => void
  readonly children: (test: ServerTest | null, run: (call: TestCall) => void) => ReactNode
}

/** The name of a server, its test and the tabs. Asks for agreement before the server runs. */
export function ServerFrame<Tab extends string>({
  api,
  config,
  title,
  status,
  server,
  canRun,
  buttons,
  tabs,
  tab,
  onTab,
  children,
}: ServerFrameProps<Tab>) {
  const tests = serverTestsOf(api)
  const test = useStore(tests.store, (all) => (server === null ? null : (all.get(server) ?? null)))
  const unagreed = test?.unagreed ?? null
  const [lastRun, setLastRun] = useState<{ readonly tab: Tab; readonly call: TestCall }>({ tab, call: 'ping' })
  const run = (call: TestCall) => {
    if (server === null || !canRun) return
    setLastRun({ tab, call })
    void tests.run(config.draft.text, server, call)
  }
  return (
    <section className={styles.view} aria-label={words.details}>
      <header className={styles.header}>
        <h3 className={styles.name}>{title}</h3>
        {status?.revision && <p className={styles.revision}>{words.revision(status.revision)}</p>}
        {server !== null && canRun && (
          <>
            <HostButton onClick={() => run('ping')}>
              <PlugZap size={15} strokeWidth={1.75} aria-hidden />
              {words.test}
            </HostButton>
            {buttons}
          </>
        )}
      </header>
      <div className={styles.tabs}>
        <TabList label={words.tabsLabel} tabs={tabs} selected={tab} onSelect={onTab} idPrefix="mcp" />
      </div>
      {server !== null && (
        <SignInLine
          api={api}
          server={server}
          status={status}
          isNeeded={test?.test?.failure?.needsSignIn === true}
          text={canRun ? config.draft.text : null}
          onDone={() => run('ping')}
        />
      )}
      {server !== null && test && unagreed === null && (
        <TestResult
          server={server}
          test={test}
          since={sinceTest(test, config.draft.text, server, status?.lastCall ?? null)}
          isBrief={tab !== lastRun.tab || lastRun.call !== 'ping'}
          hidesCall={tab === lastRun.tab && typeof lastRun.call === 'object' && lastRun.call !== null}
          onCancel={() => tests.cancel(server)}
          onDismiss={() => tests.dismiss(server)}
        />
      )}
      <div className={styles.content}>
        <TabPanel idPrefix="mcp" selected={tab}>
          {children(test, run)}
        </TabPanel>
      </div>
      {server !== null && unagreed && (
        <ConfirmRun
          api={api}
          config={config}
          text={config.draft.text}
          server={server}
          onCancel={() => tests.dismiss(server)}
          onAgreed={() => run(unagreed.call)}
        />
      )}
    </section>
  )
}
