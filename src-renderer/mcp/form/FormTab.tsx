import { FolderOpen } from 'lucide-react'
import { type ClipboardEvent, type ReactNode, useState } from 'react'
import type { HostApi } from '@shared/contract/contract'
import type { McpServerStatus } from '@shared/contract/mcp'
import { isNotFound } from '@shared/contract/nothing-to-run'
import { splitCommandLine } from '@shared/mcp/mcp-add-command'
import type { ConfigProblem } from '@shared/mcp/mcp-config'
import { type Field, renameServer, type ServerForm, setField, setRow } from '@shared/mcp/mcp-document'
import { Button } from '../../kit/Button'
import { FormRow } from '../../kit/form/SchemaForm'
import { CommitField } from '../../kit/form/TableField'
import { IconButton } from '../../kit/IconButton'
import { Empty } from '../../kit/text/Empty'
import { useEpisodeList } from '../../session/episodes/episodes-store'
import type { Config } from '../draft/use-config'
import { LaunchLine } from '../launch/LaunchLine'
import { ServerFault } from '../launch/ServerFault'
import { useLaunchInfo } from '../launch/use-launch-info'
import { configStrings as words } from '../strings'
import { entryFields } from './entry-field'
import { PlainSecret, secretsIn, SecretTable } from './SecretTable'
import { useSecretNames } from './use-secret-names'
import styles from './form.module.css'

interface FormTabProps {
  readonly api: HostApi
  readonly config: Config
  readonly server: ServerForm
  readonly status: McpServerStatus | null
  /** Whether the server was just added. The field of its name then has the focus. */
  readonly isAdded: boolean
  readonly onRenamed: (name: string) => void
  readonly onLog: () => void
}

/** Fields that are always visible and show their faults. Faults of other fields are reported above the form. */
const FIELDS_IN_SIGHT: Readonly<Record<'stdio' | 'remote', readonly (keyof typeof entryFields)[]>> = {
  stdio: ['type', 'command', 'args', 'cwd', 'envFile'],
  remote: ['type', 'url'],
}

/** The form of an entry. Each change edits the text and preserves comments and unknown keys. */
export function FormTab({ api, config, server, status, isAdded, onRenamed, onLog }: FormTabProps) {
  const { editor, draft, servers } = config
  const secrets = useSecretNames(api, editor)
  const info = useLaunchInfo(api, draft.text, server.name, draft.agreements, secrets.list)
  const canPickFolders = useEpisodeList(({ appInfo }) => appInfo?.canPickFolders === true)
  /** The field that the user types in, if it had no fault: it shows none until it loses the focus. */
  const [typing, setTyping] = useState<string | null>(null)
  /** Fields that lost the focus. The other empty fields of an unsaved server show no fault. */
  const [touched, setTouched] = useState<ReadonlySet<string>>(new Set())
  /** The last split of a command line, which can be undone until the next edit. */
  const [split, setSplit] = useState<{ readonly text: string; readonly before: string; readonly args: number } | null>(
    null,
  )
  if (!server.hasForm) return <Empty>{words.noForm}</Empty>
  const set = (field: Field, value: ServerForm[Field]) => editor.edit(setField(draft.text, server.name, field, value))
  const pickFolder = async () => {
    // The window already reports an unreachable host.
    const { path } = await api.pickFolder({ from: info?.folder ?? '' }).catch(() => ({ path: null }))
    // On some systems the user can edit the text while the dialog is open.
    if (path !== null) editor.edit(setField(editor.draft.getState().text, server.name, 'cwd', path))
  }
  const splitLine = (line: string, args: readonly string[]) => {
    const parts = splitCommandLine(line)
    if (parts === null) return false
    let text = setField(draft.text, server.name, 'command', parts.command)
    text = setField(text, server.name, 'args', [...parts.args, ...args])
    for (const [name, value] of Object.entries(parts.env)) text = setRow(text, server.name, 'env', name, value)
    setSplit({ text, before: setField(draft.text, server.name, 'command', line), args: parts.args.length })
    editor.edit(text)
    return true
  }
  const paste = (event: ClipboardEvent<HTMLElement>) => {
    const { target } = event
    if (!(target instanceof HTMLInputElement)) return
    // Pasted text that replaces the whole command also replaces its arguments.
    const isWhole = target.selectionStart === 0 && target.selectionEnd === target.value.length
    if (isWhole && splitLine(event.clipboardData.getData('text'), [])) event.preventDefault()
  }
  const rename = (name: string) => {
    editor.edit(renameServer(draft.text, server.name, name))
    onRenamed(name)
  }
  const faultOf = (name: keyof typeof entryFields) => {
    if (name === typing || (status === null && server[name] === '' && !touched.has(name))) return null
    if (name === 'cwd' && info?.folderIsMissing) return words.noFolder
    return own.find((problem) => isOfField(problem) && problem.key === name)?.message ?? null
  }
  const taken = servers.filter(({ name }) => name !== server.name).map(({ name }) => name)
  const faultOfName = (name: string) => {
    if (name.trim() === '') return words.nameMissing
    return taken.includes(name) ? words.nameTaken : null
  }
  const own = draft.problems.filter((problem) => problem.server === server.name)
  const inSight = FIELDS_IN_SIGHT[server.type === 'stdio' ? 'stdio' : 'remote']
  const isOfField = ({ key, severity }: ConfigProblem) => severity === 'error' && inSight.some((name) => name === key)
  const missing = [server.env, server.headers, server.oauth]
    .flatMap((table) => Object.values(table).flatMap(secretsIn))
    .filter((name) => secrets.list?.names.includes(name) === false)
  /** Whether a field or a row already shows the problem. */
  const isTold = (problem: ConfigProblem) =>
    isOfField(problem) ||
    problem.isOfName === true ||
    problem.isPlainSecret === true ||
    missing.some((name) => problem.message.includes(`\${secret:${name}}`))
  const row = (name: keyof typeof entryFields, button?: ReactNode) => (
    <div
      className={styles.touch}
      onFocus={() => faultOf(name) === null && setTyping(name)}
      onBlur={() => {
        setTyping(null)
        setTouched((before) => new Set(before).add(name))
      }}
    >
      <FormRow
        field={entryFields[name]}
        value={server[name] ?? undefined}
        placeholder={name.endsWith('Ms') ? words.fromSettings : undefined}
        fault={faultOf(name)}
        button={button}
        onChange={(value) => {
          const isOutOfRange = name.endsWith('Ms') && value !== undefined && !(typeof value === 'number' && value > 0)
          if (!isOutOfRange) set(name, (value ?? null) as ServerForm[Field])
        }}
      />
    </div>
  )
  // A reason that a field or the list above already shows is not repeated.
  const launchLine = !own.some(({ message }) => message === info?.fault) && (
    <LaunchLine
      info={info}
      onAgree={(unagreed) => void editor.agree([unagreed])}
      onWithdraw={(agreed) => void editor.withdraw(agreed)}
    />
  )
  return (
    <form className={styles.form} aria-label={words.formOf(server.name)} onSubmit={(event) => event.preventDefault()}>
      <ServerFault
        name={server.name}
        problems={own.filter((each) => !isTold(each))}
        status={status}
        hasFieldFaults={own.some((each) => each.severity === 'error' && isTold(each))}
        onLog={onLog}
      />
      <div className={styles.columns}>
        <CommitField
          autoFocus={isAdded}
          label={words.name}
          value={server.name}
          faultOf={faultOfName}
          remark={own.find(({ isOfName }) => isOfName)?.message}
          onCommit={rename}
        />
        {row('type')}
      </div>
      {server.type === 'stdio' ? (
        <>
          <div className={styles.touch} onPaste={paste}>
            {row('command')}
          </div>
          {split?.text === draft.text && (
            <p role="status">
              {words.wasSplit(split.args)} <Button onClick={() => editor.edit(split.before)}>{words.undo}</Button>
            </p>
          )}
          {server.command !== '' && launchLine}
          {info !== null && isNotFound(info) && splitCommandLine(server.command) !== null && (
            <div>
              <Button onClick={() => splitLine(server.command, server.args)}>{words.split}</Button>
            </div>
          )}
          {row('args')}
          {own.some(({ key, isPlainSecret }) => key === 'args' && isPlainSecret) && (
            <PlainSecret text={words.argumentIsPlain} onMove={() => void secrets.move(server.name)} />
          )}
          <SecretTable secrets={secrets} config={config} server={server} field="env" />
          <div className={styles.columns}>
            {row(
              'cwd',
              canPickFolders && (
                <IconButton icon={FolderOpen} label={words.chooseFolder} onClick={() => void pickFolder()} />
              ),
            )}
            {row('envFile')}
          </div>
        </>
      ) : (
        <>
          {row('url')}
          {server.url !== '' && launchLine}
          <SecretTable secrets={secrets} config={config} server={server} field="headers" />
        </>
      )}
      <details className={styles.more} open={Object.keys(server.oauth).length > 0 || undefined}>
        <summary>{words.more}</summary>
        <div className={styles.columns}>
          {row('connectTimeoutMs')}
          {row('timeoutMs')}
        </div>
        {row('description')}
        {server.type !== 'stdio' && <SecretTable secrets={secrets} config={config} server={server} field="oauth" />}
        {row('roots')}
        {row('allowSampling')}
        {row('allowElicitation')}
      </details>
    </form>
  )
}
