import { titleFrom } from '@shared/episode/annotate'
import { useLibrary } from '../../session/library/library-store'
import styles from './DeletedStrip.module.css'
import { libraryStrings as words } from './strings'

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
