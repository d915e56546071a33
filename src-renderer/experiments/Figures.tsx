import { type ReactNode, useState } from 'react'
import { Button } from '../kit/Button'
import styles from './ShownExperimentView.module.css'
import { experimentStrings as words } from './strings'

interface FiguresProps {
  readonly head: readonly string[]
  readonly rows: readonly (readonly ReactNode[])[]
}

/** Rows shown before the button that shows all. */
const PAGE = 100

/** A table of figures. Columns of numbers are right-aligned. */
export function Figures({ head, rows }: FiguresProps) {
  const [shown, setShown] = useState(PAGE)
  const isFigure = head.map((_title, column) =>
    rows.every((row) => typeof row[column] === 'string' && /^(?:[-+−<$]?[\d.,]|–$)/.test(row[column])),
  )
  return (
    <div className={styles.scroll}>
      <table className={styles.table}>
        <thead>
          <tr>
            {head.map((title, column) => (
              <th key={`${title} ${column}`} scope="col" data-figure={isFigure[column]}>
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.slice(0, shown).map((row, index) => (
            <tr key={index}>
              {row.map((content, column) => (
                <td key={column} data-figure={isFigure[column]}>
                  {content}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {rows.length > shown && <Button onClick={() => setShown(rows.length)}>{words.allRows(rows.length)}</Button>}
    </div>
  )
}
