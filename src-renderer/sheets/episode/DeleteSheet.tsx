import type { LibraryEntry } from '@shared/contract/library'
import { deleteEpisode } from '../../session/host/commands'
import { useLibrary } from '../../session/library/library-store'
import controls from '../../kit/controls.module.css'
import { formatDateTime } from '../../kit/format'
import { HostButton } from '../../session/connection/HostButton'
import { Sheet } from '../../kit/Sheet'
import { titleOf } from '../../panels/library/entry-title'
import styles from '../../kit/SheetForm.module.css'
import { libraryStrings as words } from '../../panels/library/strings'

/** Asks once, naming the episode. One that is running is not deleted, and one that another window deleted is gone. */
export function DeleteSheet({ episodeId, onClose }: { readonly episodeId: string; readonly onClose: () => void }) {
  const entry = useLibrary(({ entries }) => entries.get(episodeId))
  const remove = (title: string) => {
    onClose()
    void deleteEpisode(episodeId, title)
  }
  return (
    <Sheet title={words.deleteTitle} onClose={onClose}>
      <div className={styles.form}>
        <p>{entry ? questionOf(entry) : words.isGone}</p>
        {entry && <p className={controls.hint}>{entry.running ? words.isRunning : words.deleteHint}</p>}
        <div className={styles.buttons}>
          <button type="button" className={controls.button} onClick={onClose}>
            {words.cancel}
          </button>
          {entry?.running === false && (
            <HostButton
              data-first-stop
              className={`${controls.button} ${controls.primary}`}
              onClick={() => remove(titleOf(entry))}
            >
              {words.delete}
            </HostButton>
          )}
        </div>
      </div>
    </Sheet>
  )
}

const questionOf = (entry: LibraryEntry): string =>
  entry.summary
    ? words.deleteQuestion(titleOf(entry), entry.summary.turns, formatDateTime(entry.summary.startedAt))
    : words.deleteUnreadable(entry.id)
