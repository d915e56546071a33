import { X } from 'lucide-react'
import type { LibraryEntry } from '@shared/contract/library'
import { titleFrom } from '@shared/episode/log/annotate'
import { Button } from '../../kit/Button'
import { IconButton } from '../../kit/IconButton'
import { kitStrings } from '../../kit/strings'
import { HostButton } from '../../session/connection/HostButton'
import { useEpisode } from '../../session/episode/episode-store'
import { dismissBulkAction, useBulkAction } from '../../session/episodes/bulk-action'
import { useEpisodeList } from '../../session/episodes/episodes-store'
import { restoreDeleted } from '../../session/host/library-commands'
import { focusRegion } from '../../session/view/regions'
import { setView } from '../../session/view/view-store'
import { episodesStrings as words } from './strings'
import controls from '../../kit/controls.module.css'
import styles from './EpisodesPanel.module.css'

/** Offers to restore the last deleted episodes. */
export function DeletedStrip() {
  const deleted = useEpisodeList((library) => library.deleted)
  const [first] = deleted
  if (first === undefined) return null
  const dismiss = () => {
    useEpisodeList.setState({ deleted: [] })
    focusRegion('library')
  }
  return (
    <div className={styles.strip}>
      <p className={styles.text} role="status">
        {deleted.length === 1 ? words.deleted(first.title) : words.deletedSeveral(deleted.length)}
      </p>
      <HostButton key={first.id} autoFocus className={controls.button} onClick={() => void restoreDeleted()}>
        {words.undo}
      </HostButton>
      <IconButton icon={X} label={kitStrings.dismiss} isQuiet onClick={dismiss} />
    </div>
  )
}

/** Says that the filter hides the open episode, which may be a new fork. */
export function HiddenStrip({ found }: { readonly found: readonly LibraryEntry[] }) {
  const openId = useEpisode(({ id }) => id)
  const isKnown = useEpisodeList(({ entries }) => openId !== null && entries.has(openId))
  if (!isKnown || found.some(({ id }) => id === openId)) return null
  const showAll = () => {
    setView({ libraryFilter: '', libraryShow: 'all' })
    focusRegion('library')
  }
  return (
    <div className={styles.strip}>
      <p className={styles.text} role="status">
        {words.hidesOpen}
      </p>
      <Button onClick={showAll}>{words.clearFilter}</Button>
    </div>
  )
}

const MAX_NAMES = 3

/** Names the folders with an episode that are not listed. */
export function SkippedStrip() {
  const skipped = useEpisodeList((library) => library.skipped)
  if (skipped.length === 0) return null
  // A folder name is untrusted text and may contain bidi controls.
  const names = skipped.slice(0, MAX_NAMES).map((name) => titleFrom(name) ?? '…')
  return (
    <div className={styles.strip}>
      <p className={styles.text} role="status">
        {words.skipped(names, skipped.length)}
      </p>
    </div>
  )
}

const MAX_FAILURES = 100

/** Progress of a bulk action with a cancel button; afterwards its failures. */
export function BulkActionStrip() {
  const action = useBulkAction((store) => store.action)
  if (action === null) return null
  const { kind, total, tried, failures, isOver, isCancelled, cancel } = action
  const dismiss = () => {
    dismissBulkAction()
    focusRegion('library')
  }
  const { doing, done } = words.bulk[kind]
  return (
    <div className={styles.strip} role="group" aria-label={doing(total)}>
      <div className={styles.text}>
        <p role="status">{isOver ? done(tried - failures.length, total, isCancelled) : doing(total)}</p>
        {!isOver && <progress className={styles.progress} max={total} value={tried} aria-label={doing(total)} />}
        {isOver && failures.length > 0 && (
          <ul className={styles.failures} role="alert" aria-label={words.bulk.failed(failures.length)} tabIndex={0}>
            {failures.slice(0, MAX_FAILURES).map(({ id, title, reason }) => (
              <li key={id}>
                <bdi>{title}</bdi>: {reason}
              </li>
            ))}
            {failures.length > MAX_FAILURES && <li>{words.bulk.more(failures.length - MAX_FAILURES)}</li>}
          </ul>
        )}
      </div>
      {isOver ? (
        <IconButton icon={X} label={kitStrings.dismiss} isQuiet onClick={dismiss} />
      ) : (
        <Button onClick={cancel}>{words.cancel}</Button>
      )}
    </div>
  )
}
