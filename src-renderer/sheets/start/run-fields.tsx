import { type ReactNode } from 'react'
import { Input } from '../../kit/form/fields'
import { startStrings as words } from './strings'
import styles from './StartSheet.module.css'

export function Group({
  name,
  summary,
  children,
}: {
  readonly name: string
  readonly summary: string
  readonly children: ReactNode
}) {
  return (
    <details
      className={styles.group}
      onInvalidCapture={({ currentTarget }) => {
        currentTarget.open = true
      }}
    >
      <summary>
        <span>{name}</span>
        <span className={styles.summary}>{summary}</span>
      </summary>
      <div className={styles.inside}>{children}</div>
    </details>
  )
}

interface NumberFieldProps {
  readonly name: string
  readonly value: number | undefined
  readonly least: number
  readonly most?: number
  readonly step?: number | 'any'
  readonly hint?: string
  /** The default, shown while the field is empty. */
  readonly defaultText?: string | undefined
  readonly onChange: (value: number | undefined) => void
}

/** A field for a number. If empty, the default is used. `onChange` receives valid numbers only. */
export function NumberField({
  name,
  value,
  least,
  most,
  step = 1,
  hint,
  defaultText = words.defaultText,
  onChange,
}: NumberFieldProps) {
  return (
    <Input
      label={name}
      hint={hint}
      type="number"
      min={least}
      max={most}
      step={step}
      placeholder={defaultText}
      defaultValue={value}
      onChange={({ target }) =>
        target.validity.valid && onChange(target.value === '' ? undefined : target.valueAsNumber)
      }
    />
  )
}
