import { Plus, X } from 'lucide-react'
import { type ReactNode, useState, useId, type RefObject, useEffect, useRef } from 'react'
import { Button } from '../Button'
import { IconButton } from '../IconButton'
import { kitStrings } from '../strings'
import { typedKey } from './typed-key'
import controls from '../controls.module.css'
import styles from './form.module.css'

const words = kitStrings.form

interface TableFieldProps {
  readonly rows: Readonly<Record<string, string>>
  /** Undefined removes the row. */
  readonly onSet: (name: string, value: string | undefined) => void
  readonly onRename: (name: string, to: string) => void
  /** The noun for a row, such as "variable". */
  readonly rowKind?: string
  readonly renderRow?: (name: string, value: string) => RowParts
}

interface RowParts {
  readonly isReadOnly: boolean
  readonly button: ReactNode
  /** Shown below the value. */
  readonly more: ReactNode
}

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
    goTo(entries.length)
    onSet(name, '')
    setNewName('')
  }
  return (
    <div ref={list} className={styles.list}>
      <ol>
        {entries.map(([row, value], index) => {
          const parts = renderRow?.(row, value)
          return (
            // The key is the position, so that renaming a row does not move the focus out of it.
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
                data-row-value
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
          onKeyDown={(event) => typedKey(event) === 'Enter' && add()}
        />
        <Button aria-disabled={!canAdd} onClick={add}>
          <Plus size={15} aria-hidden />
          {words.addItem(rowKind)}
        </Button>
      </div>
    </div>
  )
}

interface CommitFieldProps {
  readonly label: string
  readonly value: string
  /** Why this cannot be the name; null if it can. */
  readonly faultOf: (typed: string) => string | null
  /** Why the committed value may not work, although it is accepted. */
  readonly remark?: string | undefined
  readonly onCommit: (value: string) => void
  readonly isBare?: boolean
  /** The field is focused, and its text selected, when it appears. */
  readonly autoFocus?: boolean
}

/** A field for a name. A name is committed when the field loses the focus or on Enter; Escape reverts it. */
export function CommitField({
  label,
  value,
  faultOf,
  remark,
  onCommit,
  isBare = false,
  autoFocus = false,
}: CommitFieldProps) {
  const [typed, setTyped] = useState<string | null>(null)
  const inputId = useId()
  const faultId = useId()
  const isUnchanged = typed === null || typed === value
  const fault = isUnchanged ? null : faultOf(typed)
  const note = fault ?? (isUnchanged ? remark : undefined)
  const commit = () => {
    if (typed !== null && typed !== value && fault === null) onCommit(typed)
    if (fault === null) setTyped(null)
  }
  return (
    <div className={controls.field}>
      {!isBare && (
        <label className={controls.label} htmlFor={inputId}>
          {label}
        </label>
      )}
      <input
        id={inputId}
        className={controls.input}
        aria-label={isBare ? label : undefined}
        aria-invalid={note !== undefined}
        aria-describedby={note === undefined ? undefined : faultId}
        spellCheck={false}
        autoComplete="off"
        autoFocus={autoFocus}
        value={typed ?? value}
        onChange={({ target }) => setTyped(target.value)}
        onFocus={({ target }) => autoFocus && target.select()}
        onBlur={commit}
        onKeyDown={(event) => {
          if (typedKey(event) === 'Enter') commit()
          if (typedKey(event) !== 'Escape' || typed === null) return
          event.preventDefault()
          event.stopPropagation()
          setTyped(null)
        }}
      />
      {note !== undefined && (
        <span id={faultId} className={controls.error}>
          {note}
        </span>
      )}
    </div>
  )
}

interface RowFocus {
  /** The ref of the element that contains the list and the control that adds a row. */
  readonly rows: RefObject<HTMLDivElement | null>
  /**
   * Once the number of rows has changed, focuses this row; if there is none, the last row; if the list is empty, the
   * control after it.
   */
  readonly goTo: (place: number) => void
}

/** Keeps the focus in a list: a new row gets it; when a row is removed, a row beside it gets it. */
export function useRowFocus(count: number): RowFocus {
  const rows = useRef<HTMLDivElement>(null)
  const place = useRef<number | null>(null)
  useEffect(() => {
    if (place.current === null) return
    const items = [...(rows.current?.querySelectorAll('li') ?? [])]
    const row = items[Math.min(place.current, items.length - 1)]
    const next =
      row?.querySelector<HTMLElement>('[data-row-value]') ??
      row?.querySelector<HTMLElement>('input, select, textarea') ??
      rows.current?.querySelector<HTMLElement>('ol ~ * input, ol ~ button')
    next?.focus()
    place.current = null
  }, [count])
  return {
    rows,
    goTo: (next) => {
      place.current = next
    },
  }
}
