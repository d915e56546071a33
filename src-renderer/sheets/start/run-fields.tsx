import { type ReactNode, useId } from 'react'
import controls from '../../kit/controls.module.css'
import styles from './StartSheet.module.css'
import { startStrings as words } from './strings'

/** Several fields that are folded away, with what is chosen in them beside their name. */
export function Group({
  name,
  said,
  children,
}: {
  readonly name: string
  readonly said: string
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
        <span className={styles.said}>{said}</span>
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
  /** What holds where nothing is typed. */
  readonly usual?: string
  readonly onChange: (value: number | undefined) => void
}

/** Empty is as usual. What the field refuses is said by the browser when the sheet is sent. */
export function NumberField({
  name,
  value,
  least,
  most,
  step = 1,
  hint,
  usual = words.usual,
  onChange,
}: NumberFieldProps) {
  const id = useId()
  return (
    <div className={controls.field}>
      <label className={controls.label} htmlFor={id}>
        {name}
      </label>
      <input
        id={id}
        className={controls.input}
        type="number"
        min={least}
        max={most}
        step={step}
        placeholder={usual}
        defaultValue={value}
        aria-describedby={hint === undefined ? undefined : `${id}-hint`}
        onChange={({ target }) =>
          target.validity.valid && onChange(target.value === '' ? undefined : target.valueAsNumber)
        }
      />
      {hint !== undefined && (
        <p id={`${id}-hint`} className={controls.hint}>
          {hint}
        </p>
      )}
    </div>
  )
}
