import { type ReactNode, useState } from 'react'
import { Button } from '../kit/Button'
import { experimentStrings as words } from './strings'
import styles from './ShownExperimentView.module.css'

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
      <Terms head={head} />
      {rows.length > shown && <Button onClick={() => setShown(rows.length)}>{words.allRows(rows.length)}</Button>}
    </div>
  )
}

const TERMS = ['n', 'interval', 'likeThese', 'iqm', 'pairs', 'p', 'improves', 'correlation', 'seedsMissing'] as const

/** Explains the statistical terms among the headings. */
function Terms({ head }: Pick<FiguresProps, 'head'>) {
  const terms = TERMS.filter((term) => head.includes(words.column[term]))
  if (terms.length === 0) return null
  return (
    <details className={styles.terms}>
      <summary>{words.terms.title}</summary>
      <dl>
        {terms.map((term) => (
          <div key={term}>
            <dt>{words.column[term]}</dt>
            <dd>{words.terms[term]}</dd>
          </div>
        ))}
      </dl>
    </details>
  )
}
