import { useId, useState } from 'react'
import controls from '../controls.module.css'

interface CommitFieldProps {
  readonly label: string
  readonly value: string
  /** Why this cannot be the name, or null. */
  readonly faultOf: (typed: string) => string | null
  readonly onCommit: (value: string) => void
  readonly isBare?: boolean
}

/** A field for a name. A name is committed when the field loses the focus or on Enter; Escape reverts it. */
export function CommitField({ label, value, faultOf, onCommit, isBare = false }: CommitFieldProps) {
  const [typed, setTyped] = useState<string | null>(null)
  const inputId = useId()
  const faultId = useId()
  const fault = typed === null || typed === value ? null : faultOf(typed)
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
        aria-invalid={fault !== null}
        aria-describedby={fault === null ? undefined : faultId}
        spellCheck={false}
        autoComplete="off"
        value={typed ?? value}
        onChange={({ target }) => setTyped(target.value)}
        onBlur={commit}
        onKeyDown={(event) => {
          if (event.key === 'Enter') commit()
          if (event.key !== 'Escape' || typed === null) return
          event.preventDefault()
          event.stopPropagation()
          setTyped(null)
        }}
      />
      {fault !== null && (
        <span id={faultId} className={controls.error}>
          {fault}
        </span>
      )}
    </div>
  )
}
