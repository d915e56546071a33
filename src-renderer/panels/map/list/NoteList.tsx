import type { TurnAnnotation } from '@shared/episode/log/annotations'
import styles from './list.module.css'
import { mapStrings } from '../strings'

/** The user's notes on turns in a location. */
export function NoteList({ notes }: { readonly notes: readonly TurnAnnotation[] }) {
  if (notes.length === 0) return null
  return (
    <section>
      <h4 className={styles.heading}>{mapStrings.notes}</h4>
      <ul>
        {notes.map(({ turn, note }) => (
          <li key={turn} className={styles.note}>
            {mapStrings.note(turn, note)}
          </li>
        ))}
      </ul>
    </section>
  )
}
