import { useEffect, useId, useState } from 'react'
import { visibleLine } from '@shared/base/visible-text'
import type { McpCompletion } from '@shared/contract/mcp-visits'
import { offerStrings as words } from './strings'
import controls from '../../kit/controls.module.css'

/** Delay before values are requested, so that not every key press sends a request. */
const PAUSE_MS = 200

interface ArgumentFieldProps {
  readonly name: string
  readonly label: string
  readonly description?: string
  readonly isRequired: boolean
  readonly value: string
  readonly onChange: (value: string) => void
  /** Requests values from the server. */
  readonly complete: (typed: string) => Promise<McpCompletion>
}

/** An argument of a prompt or a template, with the values that the server suggests. */
export function ArgumentField({
  name,
  label,
  description = '',
  isRequired,
  value,
  onChange,
  complete,
}: ArgumentFieldProps) {
  const id = useId()
  const [found, setFound] = useState<McpCompletion>({ values: [], hasMore: false })
  const [typed, setTyped] = useState<string | null>(null)
  useEffect(() => {
    if (typed === null) return undefined
    let isCurrent = true
    const timer = setTimeout(() => {
      // If the server suggests nothing, the field stays unchanged.
      complete(typed).then(
        (completion) => isCurrent && setFound(completion),
        () => {},
      )
    }, PAUSE_MS)
    return () => {
      isCurrent = false
      clearTimeout(timer)
    }
    // eslint-disable-next-line react-hooks/exhaustive-deps -- only what is typed asks
  }, [typed])
  return (
    <div className={controls.field}>
      <label htmlFor={id} className={controls.label}>
        <code>{visibleLine(name, 200)}</code>
        {isRequired && <span className={controls.hint}> {words.required}</span>}
      </label>
      <input
        id={id}
        className={controls.input}
        aria-label={label}
        list={`${id}-values`}
        value={value}
        autoComplete="off"
        spellCheck={false}
        onFocus={() => setTyped(value)}
        onChange={({ target }) => {
          onChange(target.value)
          setTyped(target.value)
        }}
      />
      <datalist id={`${id}-values`}>
        {found.values.map((each) => (
          <option key={each} value={each} />
        ))}
      </datalist>
      {description !== '' && <span className={controls.hint}>{description}</span>}
      {found.hasMore && <span className={controls.hint}>{words.moreValues}</span>}
    </div>
  )
}
