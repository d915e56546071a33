import { Columns3 } from 'lucide-react'
import { LIBRARY_COLUMNS, setView, useView } from '../../session/view/view-store'
import controls from '../../kit/controls.module.css'
import { Popover } from '../../kit/overlay/Popover'
import styles from './EpisodesPanel.module.css'
import { episodesStrings as words } from './strings'

/** Which columns the table shows. */
export function ColumnChoice() {
  const shown = useView(({ libraryColumns }) => libraryColumns)
  return (
    <Popover
      id="library-columns"
      name={words.columnChoice}
      className={`${controls.button} ${controls.quiet} ${styles.columns}`}
      face={
        <>
          <Columns3 size={14} strokeWidth={1.75} aria-hidden />
          {words.columnChoice}
        </>
      }
    >
      <div className={styles.columnList}>
        {LIBRARY_COLUMNS.map((column) => (
          <label key={column} className={controls.check}>
            <input
              type="checkbox"
              checked={shown.includes(column)}
              onChange={({ target }) =>
                setView({
                  libraryColumns: LIBRARY_COLUMNS.filter((one) =>
                    one === column ? target.checked : shown.includes(one),
                  ),
                })
              }
            />
            <span>{words.columns[column]}</span>
          </label>
        ))}
      </div>
    </Popover>
  )
}
