import { Plus, X } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { Button } from '../Button'
import controls from '../controls.module.css'
import { IconButton } from '../IconButton'
import { kitStrings } from '../strings'
import { CommitField } from './CommitField'
import styles from './form.module.css'
import { useRowFocus } from './use-row-focus'

const words = kitStrings.form

interface TableFieldProps {
  readonly rows: Readonly<Record<string, string>>
  /** Undefined removes the row. */
  readonly onSet: (name: string, value: string | undefined) => void
  readonly onRename: (name: string, to: string) => void
  /** What a row is, such as "variable". */
  readonly rowKind?: string
  readonly renderRow?: (name: string, value: string) => RowParts
}

export interface RowParts {
  readonly isReadOnly: boolean
  readonly button: ReactNode
  /** Stands below the value. */
  readonly more: ReactNode
}

/** Names and values, a row each. */
export function TableField({ rows, onSet, onRename, rowKind = words.entry, renderRow }: TableFieldProps) {
  const [newName, setNewName] = useState('')
  const entries = Object.entries(rows)
  const { rows: list, goTo } = useRowFocus(entries.length)
  const name = newName.trim()
  const canAdd = name !== '' && !(name in rows)
  const faultOfName = (typed: string) => {
    if (typed.trim() === '') return words.nameMissing
    return typed in rows ? words.nameTaken : null
  }
  const add = () => {
    if (!canAdd) return
    onSet(name, '')
    setNewName('')
  }
  return (
    <div ref={list} className={styles.list}>
      <ol>
        {entries.map(([row, value], index) => {
          const parts = renderRow?.(row, value)
          return (
            // Keyed by place: renaming a row must not move the focus out of it.
            <li key={`${entries.length} ${index}`} className={styles.pair}>
              <CommitField
                isBare
                label={words.nameOf(row)}
                value={row}
                faultOf={faultOfName}
                onCommit={(to) => onRename(row, to)}
              />
              <input
                className={controls.input}
                aria-label={words.valueOf(row)}
                value={value}
                readOnly={parts?.isReadOnly}
                spellCheck={false}
                autoComplete="off"
                onChange={({ target }) => onSet(row, target.value)}
              />
              {parts?.button}
              <IconButton
                icon={X}
                label={words.removeItem(row)}
                isQuiet
                onClick={() => {
                  goTo(index)
                  onSet(row, undefined)
                }}
              />
              {parts?.more}
            </li>
          )
        })}
      </ol>
      <div className={styles.row}>
        <input
          className={controls.input}
          aria-label={words.newName(rowKind)}
          placeholder={words.newName(rowKind)}
          value={newName}
          spellCheck={false}
          autoComplete="off"
          onChange={({ target }) => setNewName(target.value)}
          onKeyDown={(event) => event.key === 'Enter' && add()}
        />
        <Button aria-disabled={!canAdd} onClick={add}>
          <Plus size={15} aria-hidden />
          {words.addItem(rowKind)}
        </Button>
      </div>
    </div>
  )
}
