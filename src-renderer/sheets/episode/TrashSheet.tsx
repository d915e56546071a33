import { useState } from 'react'
import type { HostApi } from '@shared/contract/contract'
import type { LibraryEntry } from '@shared/contract/library'
import { Button } from '../../kit/Button'
import { Sheet } from '../../kit/overlay/Sheet'
import { kitStrings } from '../../kit/strings'
import { formatDateTime } from '../../kit/text/format'
import { Refusal } from '../../kit/text/Refusal'
import { episodesStrings as words } from '../../panels/episodes/strings'
import { useHostQuery } from '../../session/connection/connection-store'
import { HostButton } from '../../session/connection/HostButton'
import { titleOf } from '../../session/episodes/entry-title'
import { eraseEpisodes, restoreEpisode } from '../../session/host/library-commands'
import controls from '../../kit/controls.module.css'
import form from '../../kit/overlay/SheetForm.module.css'
import styles from './episode.module.css'

const readTrash = (api: HostApi) => api.readTrash({})

/** Deleted episodes. Each can be restored; all can be erased after a confirmation. */
export function TrashSheet({ onClose }: { readonly onClose: () => void }) {
  const { answer: entries, failure } = useHostQuery(readTrash)
  const [isAsking, setIsAsking] = useState(false)
  const ids = entries?.map(({ id }) => id) ?? []
  const erase = () => {
    onClose()
    void eraseEpisodes(ids)
  }
  return (
    <Sheet title={words.trash} onClose={onClose}>
      <div className={form.body}>
        <Refusal text={failure} />
        {entries === null && failure === null && <p>{kitStrings.loading}</p>}
        {entries?.length === 0 && <p className={styles.more}>{words.trashIsEmpty}</p>}
        {entries && entries.length > 0 && (
          <>
            <p className={controls.hint}>{words.trashHolds(ids.length)}</p>
            <ul className={styles.deleted} tabIndex={0} aria-label={words.trash}>
              {entries.map((entry) => (
                <TrashRow
                  key={entry.id}
                  entry={entry}
                  onRestore={() => {
                    onClose()
                    void restoreEpisode(entry.id)
                  }}
                />
              ))}
            </ul>
            {isAsking && <p role="alert">{words.eraseQuestion(ids.length)}</p>}
            <div className={styles.buttons}>
              {isAsking ? (
                <>
                  <Button autoFocus onClick={() => setIsAsking(false)}>
                    {words.cancel}
                  </Button>
                  <HostButton look="primary" onClick={erase}>
                    {words.eraseNow(ids.length)}
                  </HostButton>
                </>
              ) : (
                <Button onClick={() => setIsAsking(true)}>{words.erase}…</Button>
              )}
            </div>
          </>
        )}
      </div>
    </Sheet>
  )
}

function TrashRow({ entry, onRestore }: { readonly entry: LibraryEntry; readonly onRestore: () => void }) {
  const { id, summary, reason } = entry
  const title = titleOf(entry)
  return (
    <li className={styles.deletedEpisode}>
      <span className={styles.text} title={id}>
        <span className={styles.title}>{title}</span>
        <span className={controls.hint}>
          {summary
            ? words.trashFacts(summary.game.title, summary.turns, formatDateTime(summary.startedAt))
            : (reason ?? id)}
        </span>
      </span>
      <HostButton aria-label={words.restoreEpisode(title)} onClick={onRestore}>
        {words.restore}
      </HostButton>
    </li>
  )
}
