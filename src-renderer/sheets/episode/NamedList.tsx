import type { LibraryEntry } from '@shared/contract/library'
import { episodesStrings as words } from '../../panels/episodes/strings'
import { titleOf } from '../../session/episodes/entry-title'
import styles from './episode.module.css'

const MAX_NAMED = 5

/** The first titles, and the number of the others. */
export function NamedList({ entries }: { readonly entries: readonly LibraryEntry[] }) {
  // One more title needs no more space than the line with the number.
  const named = entries.length === MAX_NAMED + 1 ? entries : entries.slice(0, MAX_NAMED)
  return (
    <ul className={styles.names}>
      {named.map((entry) => (
        <li key={entry.id} dir="auto">
          {titleOf(entry)}
        </li>
      ))}
      {entries.length > named.length && <li className={styles.more}>{words.andMore(entries.length - named.length)}</li>}
    </ul>
  )
}
