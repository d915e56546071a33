import { type FormEvent, type KeyboardEvent, useState } from 'react'
import { annotationOf } from '@shared/episode/log/annotate'
import { typedKey } from '../../kit/form/typed-key'
import { Sheet } from '../../kit/overlay/Sheet'
import { showNotice } from '../../kit/text/notice-store'
import { Refusal } from '../../kit/text/Refusal'
import { SheetButtons } from '../../session/connection/HostButton'
import { currentAnnotations } from '../../session/episode/annotations'
import { useEpisode } from '../../session/episode/episode-store'
import { saveNote } from '../../session/host/library-commands'
import { setUnsaved } from '../../session/view/unsaved'
import { useSubmit } from '../../session/view/use-submit'
import { markStrings as words } from './strings'
import controls from '../../kit/controls.module.css'
import form from '../../kit/overlay/SheetForm.module.css'
import styles from './marks.module.css'

/**
 * Edits the note on a turn. Ctrl+Enter or Command+Enter saves. Unsaved text is kept as a draft until it is saved or
 * cleared.
 */
export function NoteSheet({ turn, onClose }: { readonly turn: number; readonly onClose: () => void }) {
  const episodeId = useEpisode(({ id }) => id)
  const [saved] = useState(() => annotationOf(currentAnnotations(), turn).note)
  const [note, setNote] = useState(() => noteDraft(episodeId, turn) ?? saved)
  const { refusal, isSubmitting, submit } = useSubmit(onClose)
  const save = (event: FormEvent | KeyboardEvent) => {
    event.preventDefault()
    if (episodeId !== null) void submit(() => saveText(episodeId))
  }
  const saveText = async (id: string) => {
    const why = await saveNote(id, turn, note.trim())
    // Text that was typed meanwhile remains a draft.
    if (why === null && noteDraft(id, turn) === note) setNoteDraft(id, turn, note, note.trim())
    return why
  }
  const write = (text: string) => {
    setNote(text)
    setNoteDraft(episodeId, turn, text, saved)
  }
  const close = () => {
    if (noteDraft(episodeId, turn) !== null) showNotice(words.unsavedDraft(turn))
    onClose()
  }
  const saveOnChord = (event: KeyboardEvent) =>
    typedKey(event) === 'Enter' && (event.ctrlKey || event.metaKey) && save(event)
  return (
    <Sheet title={words.noteTitle(turn)} onClose={close}>
      <form className={form.form} onSubmit={save}>
        <textarea
          className={`${controls.input} ${styles.text}`}
          aria-label={words.noteTitle(turn)}
          aria-describedby="note-hint"
          rows={6}
          maxLength={10_000}
          value={note}
          data-first-stop
          onChange={({ target }) => write(target.value)}
          onKeyDown={saveOnChord}
        />
        <p id="note-hint" className={controls.hint}>
          {words.noteHint}
        </p>
        <Refusal text={refusal} />
        <SheetButtons submit={words.save} isDisabled={isSubmitting} onCancel={close} />
      </form>
    </Sheet>
  )
}

/** Unsaved notes by turn. They outlive the sheet, but not the window. */
const drafts = new Map<string, string>()

const keyOf = (episodeId: string | null, turn: number) => `${episodeId} ${turn}`

export const noteDraft = (episodeId: string | null, turn: number): string | null =>
  drafts.get(keyOf(episodeId, turn)) ?? null

/** Stores a draft, or deletes it if it is empty or equals the saved note. */
export function setNoteDraft(episodeId: string | null, turn: number, note: string, saved: string): void {
  if (note.trim() === '' || note.trim() === saved) drafts.delete(keyOf(episodeId, turn))
  else drafts.set(keyOf(episodeId, turn), note)
  setUnsaved('notes', drafts.size > 0)
}
