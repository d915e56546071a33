import { IconButton } from '../../kit/IconButton'
import { FolderOpen } from 'lucide-react'
import { useId } from 'react'
import controls from '../../kit/controls.module.css'
import styles from './form.module.css'
import { configStrings as words } from '../strings'

interface FolderFieldProps {
  readonly label: string
  readonly hint: string
  readonly value: string
  readonly fault: string | null
  readonly onChange: (value: string) => void
  /** Asks for a folder in the system's own dialog; null where there is none, as in a browser. */
  readonly onPick: (() => void) | null
}

/** A folder of the computer that the host runs on, typed or chosen. */
export function FolderField({ label, hint, value, fault, onChange, onPick }: FolderFieldProps) {
  const id = useId()
  return (
    <div className={controls.field}>
      <label className={controls.label} htmlFor={id}>
        {label}
      </label>
      <div className={styles.folder}>
        <input
          id={id}
          className={controls.input}
          aria-describedby={`${id}-hint`}
          aria-invalid={fault !== null}
          value={value}
          spellCheck={false}
          autoComplete="off"
          onChange={({ target }) => onChange(target.value)}
        />
        {onPick && <IconButton icon={FolderOpen} label={words.chooseFolder} onClick={onPick} />}
      </div>
      <span id={`${id}-hint`} className={fault === null ? controls.hint : controls.error}>
        {fault ?? hint}
      </span>
    </div>
  )
}
