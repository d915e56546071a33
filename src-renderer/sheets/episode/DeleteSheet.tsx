import type { LibraryEntry } from '@shared/contract/library'
import { Button } from '../../kit/Button'
import { Sheet } from '../../kit/overlay/Sheet'
import { formatDateTime } from '../../kit/text/format'
import { episodesStrings as words } from '../../panels/episodes/strings'
import { HostButton } from '../../session/connection/HostButton'
import { namedEpisode, titleOf } from '../../session/episodes/entry-title'
import { useEntriesOf } from '../../session/episodes/episodes-store'
import { deleteEpisodes } from '../../session/host/library-commands'
import { NamedList } from './NamedList'
import controls from '../../kit/controls.module.css'
import styles from '../../kit/overlay/SheetForm.module.css'

interface DeleteSheetProps {
  readonly episodeIds: readonly string[]
  readonly onClose: () => void
}

/**
 * Confirms a deletion. A single episode that is played here is stopped first; if several are selected, those that are
 * played are not deleted.
 */
export function DeleteSheet({ episodeIds, onClose }: DeleteSheetProps) {
  const entries = useEntriesOf(episodeIds)
  const atRest = entries.filter(({ running }) => !running)
  const played = entries.length === 1 ? entries.filter(({ running, elsewhere }) => running && !elsewhere) : []
  const stops = played.length > 0
  const targets = [...atRest, ...played]
  const remove = () => {
    onClose()
    void deleteEpisodes(targets.map(namedEpisode), stops)
  }
  return (
    <Sheet title={words.deleteTitle(Math.max(1, entries.length))} onClose={onClose}>
      <div className={styles.form}>
        {entries.length > 1 ? (
          <Several entries={atRest} running={entries.length - atRest.length} />
        ) : (
          <One entry={entries[0]} />
        )}
        <div className={styles.buttons}>
          <Button onClick={onClose}>{words.cancel}</Button>
          {targets.length > 0 && (
            <HostButton data-first-stop look="primary" onClick={remove}>
              {stops ? words.stopAndDelete : words.delete}
            </HostButton>
          )}
        </div>
      </div>
    </Sheet>
  )
}

function One({ entry }: { readonly entry: LibraryEntry | undefined }) {
  return (
    <>
      <p>{entry ? questionOf(entry) : words.isGone}</p>
      {entry && !entry.elsewhere && entry.running && <p>{words.stopsFirst(entry.summary?.isPaused === true)}</p>}
      {entry && <p className={controls.hint}>{entry.elsewhere ? words.isPlayedElsewhere : words.deleteHint}</p>}
    </>
  )
}

function Several({ entries, running }: { readonly entries: readonly LibraryEntry[]; readonly running: number }) {
  if (entries.length === 0) return <p>{words.allRunning}</p>
  return (
    <>
      <p>{entries.length === 1 && entries[0] ? questionOf(entries[0]) : words.deleteSeveral(entries.length)}</p>
      {entries.length > 1 && <NamedList entries={entries} />}
      {running > 0 && <p>{words.someRunning(running)}</p>}
      <p className={controls.hint}>{entries.length === 1 ? words.deleteHint : words.deleteSeveralHint}</p>
    </>
  )
}

const questionOf = (entry: LibraryEntry): string =>
  entry.summary
    ? words.deleteQuestion(titleOf(entry), entry.summary.turns, formatDateTime(entry.summary.startedAt))
    : words.deleteUnreadable(entry.id)
