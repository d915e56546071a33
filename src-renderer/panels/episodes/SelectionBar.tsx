import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import type { LibraryEntry } from '@shared/contract/library'
import { useHostAbsence } from '../../session/connection/connection-store'
import { deselectAll, useSelection } from '../../session/episodes/selection-store'
import { focusRegion } from '../../session/view/regions'
import controls from '../../kit/controls.module.css'
import { IconButton } from '../../kit/IconButton'
import { forMany } from './EpisodeMenu'
import styles from './Strips.module.css'
import { libraryStrings as words } from './strings'

interface SelectionBarProps {
  readonly entries: readonly LibraryEntry[]
  /** There is room for them. */
  readonly withWords: boolean
  /** What stands there while none is chosen: the list stays where it is, under the pointer. */
  readonly children: ReactNode
}

/** How many are chosen, and what can be done to them. */
export function SelectionBar({ entries, withWords, children }: SelectionBarProps) {
  const chosen = useSelection((selection) => selection.selected)
  const absence = useHostAbsence()
  const those = entries.filter(({ id }) => chosen.has(id))
  const forget = () => {
    deselectAll()
    focusRegion('library')
  }
  return (
    <>
      <p className={those.length > 0 ? styles.chosen : undefined} role="status">
        {those.length > 0 && words.selected(those.length)}
      </p>
      {those.length === 0 ? (
        children
      ) : (
        <div className={styles.selection} role="group" aria-label={words.selected(those.length)}>
          {forMany(those, absence).map(({ label, icon: Icon, why, run }) => (
            <button
              key={label}
              type="button"
              className={`${controls.button} ${controls.quiet} ${withWords ? '' : controls.icon}`}
              aria-label={label}
              title={why ?? label}
              {...(why && { 'aria-disabled': true, 'aria-description': why })}
              onClick={() => !why && void run()}
            >
              <Icon size={16} strokeWidth={1.75} aria-hidden />
              {withWords && <span>{label}</span>}
            </button>
          ))}
          <IconButton icon={X} label={words.deselectAll} isQuiet onClick={forget} />
        </div>
      )}
    </>
  )
}
