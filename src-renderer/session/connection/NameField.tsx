import { type KeyboardEvent, useState } from 'react'
import { typedKey } from '../../kit/form/typed-key'
import { HostButton } from './HostButton'
import controls from '../../kit/controls.module.css'

interface NameFieldProps {
  readonly label: string
  /** The initial name. */
  readonly name?: string
  /** The label of the button. */
  readonly submit: string
  readonly className?: string | undefined
  readonly onSubmit: (name: string) => void
  readonly onCancel: () => void
}

/**
 * A field for the name of something that the host saves. Enter saves, Escape cancels; neither key reaches the parent
 * elements.
 */
export function NameField({ label, name = '', submit, className, onSubmit, onCancel }: NameFieldProps) {
  const [text, setText] = useState(name)
  const isBlank = text.trim() === ''
  const act = (event: KeyboardEvent) => {
    const key = typedKey(event)
    if (key !== 'Enter' && key !== 'Escape') return
    event.preventDefault()
    event.stopPropagation()
    if (key === 'Escape') onCancel()
    else if (!isBlank) onSubmit(text)
  }
  return (
    <div className={className}>
      <input
        className={controls.input}
        aria-label={label}
        placeholder={label}
        value={text}
        maxLength={80}
        dir="auto"
        autoFocus
        spellCheck={false}
        onChange={({ target }) => setText(target.value)}
        onKeyDown={act}
      />
      <HostButton disabled={isBlank} onClick={() => onSubmit(text)}>
        {submit}
      </HostButton>
    </div>
  )
}
