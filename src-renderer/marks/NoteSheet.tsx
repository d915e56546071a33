import { annotationOf } from '@shared/episode/annotate'
import { type FormEvent, type KeyboardEvent, useState } from 'react'
import { currentAnnotations } from '../store/annotations'
import { saveNote } from '../store/commands'
import { useEpisode } from '../store/episode-store'
import controls from '../ui/controls.module.css'
import { Sheet } from '../ui/Sheet'
import { SheetButtons } from '../ui/SheetButtons'
import { useSubmit } from '../ui/use-submit'
import form from '../ui/SheetForm.module.css'
import styles from './NoteSheet.module.css'
import { markStrings as words } from './strings'

/** A few words of the reader on one turn. Enter makes a line; Ctrl or Command with it saves. */
export function NoteSheet({ turn, onClose }: { readonly turn: number; readonly onClose: () => void }) {
  const [note, setNote] = useState(() => annotationOf(currentAnnotations(), turn).note)
  const episodeId = useEpisode(({ id }) => id)
  const { refusal, submit } = useSubmit(onClose)
  const save = (event: FormEvent | KeyboardEvent) => {
    event.preventDefault()
    if (episodeId !== null) void submit(saveNote(episodeId, turn, note.trim()))
  }
  const saveOnChord = (event: KeyboardEvent) => event.key === 'Enter' && (event.ctrlKey || event.metaKey) && save(event)
  return (
    <Sheet title={words.noteTitle(turn)} onClose={onClose}>
      <form className={form.form} onSubmit={save}>
        <textarea className={`${controls.input} ${styles.text}`} aria-label={words.noteTitle(turn)} aria-describedby="note-hint" rows={6} maxLength={10_000} value={note} data-first-stop onChange={({ target }) => setNote(target.value)} onKeyDown={saveOnChord} />
        <p id="note-hint" className={controls.hint}>{words.noteHint}</p>
        {refusal !== null && <p role="alert" className={controls.error}>{refusal}</p>}
        <SheetButtons submit={words.save} onCancel={onClose} />
      </form>
    </Sheet>
  )
}
