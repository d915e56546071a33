import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import type { LibraryEntry } from '@shared/contract/library'
import { useHostAbsence } from '../../session/connection/connection-store'
import { deselectAll, useSelection } from '../../session/episodes/selection-store'
import { focusRegion } from '../../session/view/regions'
import controls from '../../kit/controls.module.css'
import { IconButton } from '../../kit/IconButton'
import { itemsForAll } from './EpisodeMenu'
import styles from './Strips.module.css'
import { episodesStrings as words } from './strings'

interface SelectionBarProps {
  readonly entries: readonly LibraryEntry[]
  /** Show labels beside the icons. */
  readonly withWords: boolean
  /** Shown while nothing is selected, so that the list does not move under the pointer. */
  readonly children: ReactNode
}

/** The number of selected episodes and the actions for them. */
export function SelectionBar({ entries, withWords, children }: SelectionBarProps) {
  const selectedIds = useSelection((selection) => selection.selected)
  const absence = useHostAbsence()
  const selected = entries.filter(({ id }) => selectedIds.has(id))
  const clear = () => {
    deselectAll()
    focusRegion('library')
  }
  return (
    <>
      <p className={selected.length > 0 ? styles.selected : undefined} role="status">
        {selected.length > 0 && words.selected(selected.length)}
      </p>
      {selected.length === 0 ? (
        children
      ) : (
        <div className={styles.selection} role="group" aria-label={words.selected(selected.length)}>
          {itemsForAll(selected, absence).map(({ label, icon: Icon, why, run }) => (
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
          <IconButton icon={X} label={words.deselectAll} isQuiet onClick={clear} />
        </div>
      )}
    </>
  )
}
