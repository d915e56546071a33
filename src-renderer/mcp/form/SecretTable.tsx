import { Lock, LockOpen } from 'lucide-react'
import { useState } from 'react'
import { renameRow, type ServerForm, setRow, type TableField as TableName } from '@shared/mcp/mcp-document'
import { freeSecretName, secretNameFor } from '@shared/mcp/mcp-import'
import { splitScheme, wantsSecret } from '@shared/mcp/plain-secrets'
import { TableField } from '../../kit/form/TableField'
import { IconButton } from '../../kit/IconButton'
import { Strip } from '../../kit/layout/Strip'
import { HostButton } from '../../session/connection/HostButton'
import type { Config } from '../draft/use-config'
import { configStrings } from '../strings'
import { SecretValue } from './SecretValue'
import type { SecretNames } from './use-secret-names'
import controls from '../../kit/controls.module.css'
import styles from './form.module.css'

interface SecretTableProps {
  readonly secrets: SecretNames
  readonly config: Config
  readonly server: ServerForm
  readonly field: TableName
}

const REFERENCE = /\$\{secret:(\w+)\}/

/** The names of the stored secrets to which a value refers. */
export const secretsIn = (value: string): readonly string[] => REFERENCE.exec(value)?.slice(1) ?? []

/** Variables or headers. A locked row has a reference in the file and its value in the secret store. */
export function SecretTable({ secrets, config: { editor }, server, field }: SecretTableProps) {
  const { title, row: rowKind } = configStrings.table[field]
  /** The row that was locked while it was empty; the user types its secret next. */
  const [lockedEmpty, setLockedEmpty] = useState<string | null>(null)
  const text = () => editor.draft.getState().text
  const set = (row: string, value: string | undefined) => editor.edit(setRow(text(), server.name, field, row, value))
  const lock = async (row: string, value: string) => {
    if (REFERENCE.test(value)) return set(row, value.replace(REFERENCE, ''))
    const { scheme, value: bare } = splitScheme(value)
    const wanted = secretNameFor(server.name, row)
    // Another entry may already use a secret with this name.
    const name = bare === '' ? wanted : freeSecretName(new Set(secrets.list?.names), wanted)
    setLockedEmpty(bare === '' ? row : null)
    // The value is removed from the file only after it is stored.
    if (bare === '' || (await secrets.store(name, bare))) set(row, `${scheme}\${secret:${name}}`)
  }
  return (
    <fieldset className={styles.table}>
      <legend className={controls.label}>{title}</legend>
      {secrets.failure !== null && <Strip text={secrets.failure}>{null}</Strip>}
      <TableField
        rows={server[field]}
        rowKind={rowKind}
        onSet={set}
        onRename={(row, to) => editor.edit(renameRow(text(), server.name, field, row, to))}
        renderRow={(row, value) => {
          const secret = secretsIn(value)[0] ?? null
          return {
            isReadOnly: secret !== null,
            button: (
              <IconButton
                icon={secret === null ? LockOpen : Lock}
                label={configStrings.lock(row)}
                isQuiet
                aria-pressed={secret !== null}
                title={secret === null ? configStrings.lockHint : configStrings.unlockHint}
                onClick={() => void lock(row, value)}
              />
            ),
            more:
              secret !== null ? (
                <SecretValue name={secret} secrets={secrets} hasFocus={row === lockedEmpty} />
              ) : (
                wantsSecret(row, value) && (
                  <PlainSecret text={configStrings.isPlain} onMove={() => void lock(row, value)} />
                )
              ),
          }
        }}
      />
    </fieldset>
  )
}

/**
 * Offers to move a plain-text secret to the store. Shown as soon as the name of the row indicates a secret, so that
 * nothing moves while the user types the value.
 */
export const PlainSecret = ({ text, onMove }: { readonly text: string; readonly onMove: () => void }) => (
  <p className={styles.plain}>
    <span className={controls.hint}>{text}</span>
    <HostButton onClick={onMove}>{configStrings.moveToSecrets}</HostButton>
  </p>
)
