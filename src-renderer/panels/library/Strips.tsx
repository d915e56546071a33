import { X } from 'lucide-react'
import { titleFrom } from '@shared/episode/annotate'
import { IconButton } from '../../kit/IconButton'
import { restoreEpisode } from '../../session/host/commands'
import { useLibrary } from '../../session/library/library-store'
import controls from '../../kit/controls.module.css'
import { HostButton } from '../../session/connection/HostButton'
import { focusRegion } from '../../session/view/regions'
import { kitStrings } from '../../kit/strings'
import styles from './Strips.module.css'
import { libraryStrings as words } from './strings'

/** What was deleted last, until it is put back or waved away: the focus is then in its story, or in the list again. */
export function DeletedStrip() {
  const deleted = useLibrary((library) => library.deleted)
  if (deleted === null) return null
  const undo = () => void restoreEpisode(deleted.id).then(() => focusRegion('story'))
  const dismiss = () => {
    useLibrary.setState({ deleted: null })
    focusRegion('library')
  }
  return (
    <div className={styles.strip}>
      <p className={styles.text} role="status">
        {words.deleted(deleted.title)}
      </p>
      <HostButton key={deleted.id} autoFocus className={controls.button} onClick={undo}>
        {words.undo}
      </HostButton>
      <IconButton icon={X} label={kitStrings.dismiss} isQuiet onClick={dismiss} />
    </div>
  )
}

const MOST_NAMED = 3

/** Names the folders that hold an episode and are not in the list, for as long as there are any. */
export function SkippedStrip() {
  const skipped = useLibrary((library) => library.skipped)
  if (skipped.length === 0) return null
  // The name of a folder is somebody's text: it could turn the direction of what follows it.
  const names = skipped.slice(0, MOST_NAMED).map((name) => titleFrom(name) ?? '…')
  return (
    <div className={styles.strip}>
      <p className={styles.text} role="status">
        {words.skipped(names, skipped.length)}
      </p>
    </div>
  )
}
