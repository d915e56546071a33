import { PlugZap } from 'lucide-react'
import { useState } from 'react'
import { useStore } from 'zustand'
import type { HostApi } from '@shared/contract/contract'
import type { McpServerStatus } from '@shared/contract/mcp'
import controls from '../../kit/controls.module.css'
import { HostButton } from '../../session/connection/HostButton'
import { TabList, TabPanel } from '../../kit/Tabs'
import { ConfirmRun } from '../agree/ConfirmRun'
import styles from '../form/FormTab.module.css'
import { LaunchLine } from '../launch/LaunchLine'
import { LogTab } from './LogTab'
import { ServerFault } from '../launch/ServerFault'
import { serverTestsOf, type TestCall } from './server-tests'
import view from './ServerView.module.css'
import { configStrings as words } from '../strings'
import { TestResult } from './TestResult'
import type { Config } from '../draft/use-config'
import { useLaunchInfo } from '../launch/use-launch-info'

interface SettingsServerProps {
  readonly api: HostApi
  readonly config: Config
  readonly status: McpServerStatus
}

/**
 * A server that the settings file names: what it would run, whether it works and what it says. It is changed where it
 * stands.
 */
export function SettingsServer({ api, config, status }: SettingsServerProps) {
  const { editor, draft } = config
  const { name, namedIn, tools } = status
  const [tab, setTab] = useState<keyof typeof words.settingsTabs>('entry')
  const info = useLaunchInfo(api, draft.text, name, draft.agreements)
  const tests = serverTestsOf(api)
  const test = useStore(tests.store, (all) => all[name] ?? null)
  const unagreed = test?.unagreed ?? null
  const run = (call: TestCall) => void tests.run(draft.text, name, call)
  return (
    <section className={view.view} aria-label={words.details}>
      <header className={view.header}>
        <h3 className={view.name}>{name}</h3>
        <HostButton className={controls.button} onClick={() => run('ping')}>
          <PlugZap size={15} strokeWidth={1.75} aria-hidden />
          {words.test}
        </HostButton>
      </header>
      <div className={view.tabs}>
        <TabList label={words.tabsLabel} tabs={words.settingsTabs} selected={tab} onSelect={setTab} idPrefix="mcp" />
      </div>
      {test && unagreed === null && (
        <TestResult test={test} onCancel={() => tests.cancel(name)} onDismiss={() => tests.dismiss(name)} />
      )}
      <div className={view.body}>
        <TabPanel idPrefix="mcp" selected={tab}>
          {tab === 'log' ? (
            <LogTab key={name} api={api} server={name} />
          ) : (
            <div className={styles.form}>
              {namedIn && <p>{words.namedIn(namedIn.file, namedIn.line)}</p>}
              <ServerFault name={name} problems={[]} status={status} />
              <LaunchLine
                info={info}
                onAgree={(fingerprint) => void editor.agree([fingerprint])}
                onWithdraw={(fingerprint) => void editor.withdraw(fingerprint)}
              />
              {tools !== null && (
                <div className={controls.field}>
                  <span className={controls.label}>{words.toolList}</span>
                  <span className={controls.hint}>{tools.map((tool) => tool.name).join(', ') || words.noTools}</span>
                </div>
              )}
            </div>
          )}
        </TabPanel>
      </div>
      {unagreed && (
        <ConfirmRun
          api={api}
          config={config}
          server={name}
          onCancel={() => tests.dismiss(name)}
          onAgreed={() => run(unagreed.call)}
        />
      )}
    </section>
  )
}
