import { useState } from 'react'
import type { HostApi } from '@shared/contract/contract'
import type { McpServerStatus } from '@shared/contract/mcp'
import type { Config } from '../draft/use-config'
import { LaunchLine } from '../launch/LaunchLine'
import { ServerFault } from '../launch/ServerFault'
import { useLaunchInfo } from '../launch/use-launch-info'
import { OffersTab } from '../offers/OffersTab'
import { configStrings as words } from '../strings'
import { LogTab } from './LogTab'
import { ServerFrame } from './ServerFrame'
import controls from '../../kit/controls.module.css'
import styles from '../form/form.module.css'

interface SettingsServerProps {
  readonly api: HostApi
  readonly config: Config
  readonly status: McpServerStatus
}

/** A server of the settings file: its command, test, resources and log. The user edits it in that file. */
export function SettingsServer({ api, config, status }: SettingsServerProps) {
  const { editor, draft } = config
  const { name, namedIn, tools } = status
  const [tab, setTab] = useState<keyof typeof words.settingsTabs>('entry')
  const info = useLaunchInfo(api, draft.text, name, draft.agreements)
  return (
    <ServerFrame
      api={api}
      config={config}
      title={name}
      status={status}
      server={name}
      canRun
      tabs={words.settingsTabs}
      tab={tab}
      onTab={setTab}
    >
      {(test) => {
        if (tab === 'log') return <LogTab key={name} api={api} server={name} health={status.health} />
        if (tab === 'offers')
          return <OffersTab key={name} {...{ api, config, status, test }} server={name} attached={null} />
        return (
          <div className={styles.form}>
            {namedIn && <p>{words.namedIn(namedIn.file, namedIn.line)}</p>}
            <ServerFault name={name} problems={[]} status={status} onLog={() => setTab('log')} />
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
        )
      }}
    </ServerFrame>
  )
}
