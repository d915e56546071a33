import { type FormEvent, useState } from 'react'
import { renameEpisode } from '../store/commands'
import { useLibrary } from '../store/library-store'
import controls from '../ui/controls.module.css'
import { Sheet } from '../ui/Sheet'
import { SheetButtons } from '../ui/SheetButtons'
import { useSubmit } from '../ui/use-submit'
import { titleOf } from './entry-title'
import styles from '../ui/SheetForm.module.css'
import { libraryStrings as words } from './strings'

/** A name of the reader's own for an episode. */
export function RenameSheet({ episodeId, onClose }: { readonly episodeId: string; readonly onClose: () => void }) {
  const entry = useLibrary(({ entries }) => entries.get(episodeId))
  const [title, setTitle] = useState(entry ? titleOf(entry) : '')
  const { refusal, isSubmitting, submit } = useSubmit(onClose)
  const save = (event: FormEvent) => {
    event.preventDefault()
    // Its own title typed out is no other name.
    void submit(() => renameEpisode(episodeId, title === entry?.summary?.game.title ? '' : title))
  }
  return (
    <Sheet title={words.renameTitle} onClose={onClose}>
      <form className={styles.form} onSubmit={save}>
        <label className={controls.field}>
          <span className={controls.label}>{words.name}</span>
          <input
            dir="auto"
            className={controls.input}
            value={title}
            maxLength={200}
            data-first-stop
            onFocus={({ target }) => target.select()}
            onChange={({ target }) => setTitle(target.value)}
          />
          <span className={controls.hint}>{words.nameHint}</span>
        </label>
        {refusal !== null && (
          <p role="alert" className={controls.error}>
            {refusal}
          </p>
        )}
        <SheetButtons submit={words.save} isDisabled={isSubmitting} onCancel={onClose} />
      </form>
    </Sheet>
  )
}
