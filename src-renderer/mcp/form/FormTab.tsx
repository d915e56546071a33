import { useId } from 'react'
import { meaningOf, TRANSPORTS } from '@shared/mcp/mcp-entry-keys'
import { type Field, renameServer, type ServerForm, setField } from '@shared/mcp/mcp-document'
import type { HostApi } from '@shared/contract/contract'
import type { McpServerStatus } from '@shared/contract/mcp'
import controls from '../../kit/controls.module.css'
import { useLibrary } from '../../session/episodes/library-store'
import { Empty } from '../../kit/text/Empty'
import { ArgumentRows } from '../../kit/form/ListField'
import { CommitField } from '../../kit/form/CommitField'
import { FolderField } from './FolderField'
import { ChoiceField, Input, Switch } from '../../kit/form/fields'
import styles from './form.module.css'
import { LaunchLine } from '../launch/LaunchLine'
import { RowTable } from '../../kit/form/TableField'
import { ServerFault } from '../launch/ServerFault'
import { configStrings as words } from '../strings'
import type { Config } from '../draft/use-config'
import { useLaunchInfo } from '../launch/use-launch-info'
import { useSecretNames } from './use-secret-names'

interface FormTabProps {
  readonly api: HostApi
  readonly config: Config
  readonly server: ServerForm
  readonly status: McpServerStatus | null
  readonly onRenamed: (name: string) => void
}

/** The entry as fields. Each change is one edit of the text: comments and keys that the form does not know stay. */
export function FormTab({ api, config, server, status, onRenamed }: FormTabProps) {
  const { editor, draft, servers } = config
  const secrets = useSecretNames(api, editor)
  const info = useLaunchInfo(api, draft.text, server.name, draft.agreements, secrets.list)
  const canPickFolders = useLibrary(({ appInfo }) => appInfo?.canPickFolders === true)
  if (!server.hasForm) return <Empty>{words.noForm}</Empty>
  const set = (field: Field, value: ServerForm[Field]) => editor.edit(setField(draft.text, server.name, field, value))
  const pickFolder = async () => {
    // The host that cannot be reached is told of elsewhere.
    const { path } = await api.pickFolder({ from: info?.folder ?? '' }).catch(() => ({ path: null }))
    // Typing may go on under the dialog of some systems.
    if (path !== null) editor.edit(setField(editor.draft.getState().text, server.name, 'cwd', path))
  }
  const rename = (name: string) => {
    editor.edit(renameServer(draft.text, server.name, name))
    onRenamed(name)
  }
  const taken = servers.filter(({ name }) => name !== server.name).map(({ name }) => name)
  const faultOfName = (name: string) => {
    if (name.trim() === '') return words.nameMissing
    return taken.includes(name) ? words.nameTaken : null
  }
  return (
    <form className={styles.form} aria-label={words.formOf(server.name)} onSubmit={(event) => event.preventDefault()}>
      <ServerFault name={server.name} problems={draft.problems} status={status} />
      <div className={styles.columns}>
        <CommitField label={words.name} value={server.name} faultOf={faultOfName} onCommit={rename} />
        <ChoiceField
          label={words.transportLabel}
          value={server.type}
          choices={TRANSPORTS}
          nameOf={(type) => words.transport[type] + (type === 'sse' ? words.legacy : '')}
          onChoose={(type) => set('type', type)}
        />
      </div>
      {server.type === 'stdio' ? (
        <>
          <Text
            label={words.command}
            hint={meaningOf('command')}
            value={server.command}
            onChange={(value) => set('command', value)}
          />
          <LaunchLine
            info={info}
            onAgree={(unagreed) => void editor.agree([unagreed])}
            onWithdraw={(agreed) => void editor.withdraw(agreed)}
          />
          <ArgumentRows args={server.args} onChange={(args) => set('args', args)} />
          <RowTable secrets={secrets} config={config} server={server} field="env" />
          <div className={styles.columns}>
            <FolderField
              label={words.cwd}
              hint={meaningOf('cwd')}
              value={server.cwd}
              fault={info?.folderIsMissing ? words.noFolder : null}
              onChange={(value) => set('cwd', value)}
              onPick={canPickFolders ? () => void pickFolder() : null}
            />
            <Text
              label={words.envFile}
              hint={meaningOf('envFile')}
              value={server.envFile}
              onChange={(value) => set('envFile', value)}
            />
          </div>
        </>
      ) : (
        <>
          <Text label={words.url} hint={meaningOf('url')} value={server.url} onChange={(value) => set('url', value)} />
          <LaunchLine info={info} />
          <RowTable secrets={secrets} config={config} server={server} field="headers" />
        </>
      )}
      <details className={styles.more}>
        <summary>{words.more}</summary>
        <div className={styles.columns}>
          <Milliseconds
            label={words.startTimeout}
            value={server.connectTimeoutMs}
            onChange={(value) => set('connectTimeoutMs', value)}
          />
          <Milliseconds
            label={words.callTimeout}
            value={server.timeoutMs}
            onChange={(value) => set('timeoutMs', value)}
          />
        </div>
        <Text
          label={words.description}
          hint={meaningOf('description')}
          value={server.description}
          onChange={(value) => set('description', value)}
        />
        <Switch
          label={meaningOf('allowSampling')}
          isOn={server.allowSampling}
          onSwitch={(on) => set('allowSampling', on)}
        />
        <Switch
          label={meaningOf('allowElicitation')}
          isOn={server.allowElicitation}
          onSwitch={(on) => set('allowElicitation', on)}
        />
      </details>
    </form>
  )
}

function Text({
  label,
  hint,
  value,
  onChange,
}: {
  readonly label: string
  readonly hint?: string
  readonly value: string
  readonly onChange: (value: string) => void
}) {
  const hintId = useId()
  return (
    <div className={controls.field}>
      <label className={controls.field}>
        <span className={controls.label}>{label}</span>
        <input
          className={controls.input}
          aria-describedby={hint === undefined ? undefined : hintId}
          value={value}
          spellCheck={false}
          autoComplete="off"
          onChange={({ target }) => onChange(target.value)}
        />
      </label>
      {hint !== undefined && (
        <span id={hintId} className={controls.hint}>
          {hint}
        </span>
      )}
    </div>
  )
}

/** Empty: the limit of the settings. */
function Milliseconds({
  label,
  value,
  onChange,
}: {
  readonly label: string
  readonly value: number | null
  readonly onChange: (value: number | null) => void
}) {
  return (
    <Input
      label={label}
      type="number"
      min={1}
      step={1}
      placeholder={words.fromSettings}
      value={value ?? ''}
      onChange={({ target }) =>
        target.value === '' ? onChange(null) : target.valueAsNumber > 0 && onChange(target.valueAsNumber)
      }
    />
  )
}
