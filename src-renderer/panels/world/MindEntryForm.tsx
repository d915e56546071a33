import { Plus } from 'lucide-react'
import { type FormEvent, type KeyboardEvent, useState } from 'react'
import { LONGEST_NOTE } from '@shared/episode/log/mind-state'
import { latestObservation } from '@shared/episode/state/episode'
import { Button } from '../../kit/Button'
import { Check } from '../../kit/form/fields'
import { typedKey } from '../../kit/form/typed-key'
import { Refusal } from '../../kit/text/Refusal'
import { HostButton } from '../../session/connection/HostButton'
import { type MindEntryKind, useCanEditMind } from '../../session/episode/episode-status'
import { useEpisode } from '../../session/episode/episode-store'
import { setMindObjective, writeMindNote } from '../../session/host/mind-commands'
import { useSubmit } from '../../session/view/use-submit'
import { setView, useView } from '../../session/view/view-store'
import { worldStrings } from './strings'
import controls from '../../kit/controls.module.css'
import styles from './world.module.css'

const words = worldStrings.mind.form

interface MindEntryFormProps {
  readonly label: string
  readonly initial?: string
  /** The room that the note may be about; null for none. */
  readonly room?: string | null
  readonly onSave: (text: string, isHere: boolean) => Promise<string | null>
  readonly onClose: () => void
}

/** A form for a note or an objective. Enter saves, Escape cancels. Refused text stays in the form. */
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
    if (typedKey(event) === 'Enter' && !event.shiftKey) event.currentTarget.form?.requestSubmit()
    else if (typedKey(event) === 'Escape') onClose()
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    <form className={styles.form} onSubmit={save}>
      <textarea
        className={`${controls.input} ${styles.textarea}`}
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
      {room !== null && <Check label={words.about(room)} isOn={isHere} onSwitch={setIsHere} />}
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
        <Button onClick={onClose}>{words.cancel}</Button>
      </div>
    </form>
  )
}

const close = () => setView({ mindForm: null })

/** Buttons and a form that add a note or an objective to the player's mind. An addition counts as help. */
export function AddMindEntry() {
  const open = useView(({ mindForm }) => mindForm)
  const canAdd: Readonly<Record<MindEntryKind, boolean>> = {
    note: useCanEditMind('note'),
    objective: useCanEditMind('objective'),
  }
  const here = useEpisode(({ history }) => latestObservation(history.latest)?.location ?? null)
  if (!canAdd.note && !canAdd.objective) return null
  if (open === 'note' && canAdd.note)
    return (
      <MindEntryForm
        key="note"
        label={words.newNote}
        room={here?.name ?? null}
        onSave={(text, isHere) => writeMindNote(text, isHere ? (here?.id ?? null) : null)}
        onClose={close}
      />
    )
  if (open === 'objective' && canAdd.objective)
    return <MindEntryForm key="objective" label={words.newObjective} onSave={setMindObjective} onClose={close} />
  return (
    <div className={styles.add}>
      {(['note', 'objective'] as const).map(
        (kind) =>
          canAdd[kind] && (
            <HostButton
              key={kind}
              className={`${controls.button} ${controls.quiet}`}
              onClick={() => setView({ mindForm: kind })}
            >
              <Plus size={15} strokeWidth={1.75} aria-hidden />
              {words.add[kind]}
            </HostButton>
          ),
      )}
    </div>
  )
}
