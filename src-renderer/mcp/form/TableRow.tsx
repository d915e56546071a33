import { IconButton } from '../../kit/IconButton'
import { Lock, LockOpen, X } from 'lucide-react'
import { secretNameFor } from '@shared/mcp/mcp-import'
import controls from '../../kit/controls.module.css'
import { CommitField } from '../../kit/form/CommitField'
import styles from './form.module.css'
import { SecretValue } from './SecretValue'
import { configStrings as words } from '../strings'
import type { SecretNames } from './use-secret-names'

interface TableRowProps {
  readonly server: string
  readonly row: string
  readonly value: string
  readonly secrets: SecretNames
  readonly faultOf: (name: string) => string | null
  readonly onRename: (name: string) => void
  readonly onChange: (value: string) => void
  readonly onRemove: () => void
}

const REFERENCE = /\$\{secret:(\w+)\}/

/** A name and a value. With the lock closed the file holds a reference, and the value rests among the secrets. */
export function TableRow({ server, row, value, secrets, faultOf, onRename, onChange, onRemove }: TableRowProps) {
  const secret = REFERENCE.exec(value)?.[1] ?? null
  const lock = async () => {
    if (secret !== null) return onChange(value.replace(REFERENCE, ''))
    const name = secretNameFor(server, row)
    const [, scheme = '', bare = value] = /^((?:Bearer|Basic|Token) )(.*)$/.exec(value) ?? []
    // Out of the file only when it is safe in the store.
    if (bare === '' || (await secrets.store(name, bare))) onChange(`${scheme}\${secret:${name}}`)
  }
  const Icon = secret === null ? LockOpen : Lock
  return (
    <div className={styles.pair}>
      <CommitField isBare label={words.rowName(row)} value={row} faultOf={faultOf} onCommit={onRename} />
      <input
        className={controls.input}
        aria-label={words.rowValue(row)}
        value={value}
        readOnly={secret !== null}
        spellCheck={false}
        autoComplete="off"
        onChange={({ target }) => onChange(target.value)}
      />
      <IconButton
        icon={Icon}
        label={words.lock(row)}
        isQuiet
        aria-pressed={secret !== null}
        title={secret === null ? words.lockHint : words.unlockHint}
        onClick={() => void lock()}
      />
      <IconButton icon={X} label={words.removeRow(row)} isQuiet onClick={onRemove} />
      {secret !== null && <SecretValue name={secret} secrets={secrets} />}
    </div>
  )
}
