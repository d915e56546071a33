import { deleteEpisode } from '../store/commands'
import { useLibrary } from '../store/library-store'
import controls from '../ui/controls.module.css'
import { formatDateTime } from '../ui/format'
import { HostButton } from '../ui/HostButton'
import { Sheet } from '../ui/Sheet'
import { titleOf } from './entry-title'
import styles from '../ui/SheetForm.module.css'
import { libraryStrings as words } from './strings'

/** Asks once, naming the episode. One that is running is not deleted. */
export function DeleteSheet({ episodeId, onClose }: { readonly episodeId: string; readonly onClose: () => void }) {
  const entry = useLibrary(({ entries }) => entries.get(episodeId))
  if (!entry) return null
  const { summary, running } = entry
  const title = titleOf(entry)
  const remove = () => {
    onClose()
    void deleteEpisode(episodeId, title)
  }
  return (
    <Sheet title={words.deleteTitle} onClose={onClose}>
      <div className={styles.form}>
        <p>{summary ? words.deleteQuestion(title, summary.turns, formatDateTime(summary.startedAt)) : words.deleteUnreadable(episodeId)}</p>
        <p className={controls.hint}>{running ? words.isRunning : words.deleteHint}</p>
        <div className={styles.buttons}>
          <button type="button" className={controls.button} onClick={onClose}>{words.cancel}</button>
          {!running && <HostButton data-first-stop className={`${controls.button} ${controls.primary}`} onClick={remove}>{words.delete}</HostButton>}
        </div>
      </div>
    </Sheet>
  )
}
