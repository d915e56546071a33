import { X } from 'lucide-react'
import { restoreEpisode } from '../store/commands'
import { useLibrary } from '../store/library-store'
import controls from '../ui/controls.module.css'
import { HostButton } from '../ui/HostButton'
import { strings } from '../ui/strings'
import styles from './DeletedStrip.module.css'
import { libraryStrings as words } from './strings'

/** What was deleted last, until it is put back or waved away. */
export function DeletedStrip() {
  const deleted = useLibrary((library) => library.deleted)
  if (deleted === null) return null
  return (
    <div className={styles.strip}>
      <p className={styles.text} role="status">{words.deleted(deleted.title)}</p>
      <HostButton autoFocus className={controls.button} onClick={() => void restoreEpisode(deleted.id)}>{words.undo}</HostButton>
      <button type="button" className={`${controls.button} ${controls.quiet} ${controls.icon}`} aria-label={strings.failure.dismiss} onClick={() => useLibrary.setState({ deleted: null })}><X size={15} aria-hidden /></button>
    </div>
  )
}
