import { type ReactNode, useId } from 'react'
import { Button } from '../kit/Button'
import { showAllRows, useExperiments } from '../session/experiments/experiments-store'
import { Explain } from '../session/help/Explain'
import { HELP } from '../session/help/help-places'
import { experimentStrings as words } from './strings'
import styles from './ShownExperimentView.module.css'

interface FiguresProps {
  readonly head: readonly string[]
  readonly rows: readonly (readonly ReactNode[])[]
}

type Column = keyof typeof words.column

/** A table from rows and columns. Each column has a function that returns the content for a row. */
export const tableOf = <Row,>(
  rows: readonly Row[],
  columns: Readonly<Partial<Record<Column, (row: Row) => ReactNode>>>,
): FiguresProps => ({
  head: Object.keys(columns).map((column) => words.column[column as Column]),
  rows: rows.map((row) => Object.values(columns).map((contentOf) => contentOf(row))),
})

/** Number of rows shown before the user shows all. */
const PAGE = 100

/** A table of figures. Columns of numbers are right-aligned. */
export function Figures({ head, rows }: FiguresProps) {
  const experiment = useExperiments(({ shown: open }) => open?.report.experiment)
  const table = JSON.stringify([experiment, ...head])
  const isWhole = useExperiments(({ wholeTables }) => wholeTables.has(table)) || rows.length <= PAGE
  const isFigure = head.map((_title, column) =>
    rows.every((row) => typeof row[column] === 'string' && /^(?:[-+−<$]?[\d.,]|–$)/.test(row[column])),
  )
  return (
    <div className={styles.scroll}>
      <table className={styles.table}>
        <thead>
          <tr>
            {head.map((title, column) => (
              <Heading key={`${title} ${column}`} title={title} isFigure={isFigure[column]} />
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.slice(0, isWhole ? rows.length : PAGE).map((row, index) => (
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
      {!isWhole && <Button onClick={() => showAllRows(table)}>{words.allRows(rows.length)}</Button>}
    </div>
  )
}

/** Statistical terms that have an explanation, by their heading. */
const TERMS = new Map(
  (Object.keys(words.terms) as readonly (keyof typeof words.terms)[]).map((term) => [words.column[term], term]),
)

function Heading({ title, isFigure }: { readonly title: string; readonly isFigure: boolean | undefined }) {
  const id = useId()
  const term = TERMS.get(title)
  return (
    <th scope="col" aria-labelledby={id} data-figure={isFigure}>
      <span className={styles.title}>
        <span id={id}>{title}</span>
        {term && <Explain question={words.whatIs(title)} text={words.terms[term]} at={HELP.figures} />}
      </span>
    </th>
  )
}
