import { LONGEST_NOTE } from '@shared/episode/log/mind-state'
import { type FormEvent, type KeyboardEvent, useState } from 'react'
import controls from '../../kit/controls.module.css'
import { Refusal } from '../../kit/text/Refusal'
import { HostButton } from '../../session/connection/HostButton'
import { useSubmit } from '../../session/view/use-submit'
import styles from './Lists.module.css'
import { worldStrings } from './strings'

const words = worldStrings.mind.form

interface MindEntryFormProps {
  readonly label: string
  readonly initial?: string
  /** The room that the note may be about. */
  readonly room?: string | null
  /** Resolves to a refusal or to null. */
  readonly onSave: (text: string, isHere: boolean) => Promise<string | null>
  readonly onClose: () => void
}

/** A form for a note or an objective. Enter saves, Escape cancels; refused text stays. */
export function MindEntryForm({ label, initial = '', room = null, onSave, onClose }: MindEntryFormProps) {
  const [text, setText] = useState(initial)
  const [isHere, setIsHere] = useState(true)
  const { refusal, isSubmitting, submit } = useSubmit(onClose)
  const isEmpty = text.trim() === ''
  const save = (event: FormEvent) => {
    event.preventDefault()
    if (!isEmpty) void submit(() => onSave(text.trim(), room !== null && isHere))
  }
  const press = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (event.key === 'Enter' && !event.shiftKey) event.currentTarget.form?.requestSubmit()
    else if (event.key === 'Escape') onClose()
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    <form className={styles.form} onSubmit={save}>
      <textarea
        className={`${controls.input} ${styles.text}`}
        aria-label={label}
        placeholder={label}
        rows={3}
        maxLength={LONGEST_NOTE}
        value={text}
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- opened by the user to write
        autoFocus
        onFocus={({ target }) => target.setSelectionRange(initial.length, initial.length)}
        onChange={({ target }) => setText(target.value)}
        onKeyDown={press}
      />
      {room !== null && (
        <label className={controls.check}>
          <input type="checkbox" checked={isHere} onChange={({ target }) => setIsHere(target.checked)} />
          <span>{words.about(room)}</span>
        </label>
      )}
      <p className={controls.hint}>{words.hint}</p>
      <Refusal text={refusal} />
      <div className={styles.buttons}>
        <HostButton
          type="submit"
          className={`${controls.button} ${controls.primary}`}
          aria-disabled={isEmpty || isSubmitting || undefined}
        >
          {words.save}
        </HostButton>
        <button type="button" className={controls.button} onClick={onClose}>
          {words.cancel}
        </button>
      </div>
    </form>
  )
}
