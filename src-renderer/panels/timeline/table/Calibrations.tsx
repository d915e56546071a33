import { calibrationOf } from '@shared/episode/projections/beliefs'
import type { EpisodeState } from '@shared/episode/state/episode'
import { useMemo } from 'react'
import { formatNumber } from '../../../kit/text/format'
import styles from './FiguresSheet.module.css'
import { timelineStrings } from '../strings'

const { title, columns, source: names } = timelineStrings.calibration

/** Counts of checked beliefs by source and verdict; nothing if none was checked. */
export function Calibrations({ turns, mind }: Pick<EpisodeState, 'turns' | 'mind'>) {
  const rows = useMemo(() => calibrationOf({ turns, mind }), [turns, mind])
  if (rows.length === 0) return null
  return (
    <table className={styles.calibration}>
      <caption>{title}</caption>
      <thead>
        <tr>
          {Object.values(columns).map((name) => (
            <th key={name} scope="col">
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ source, right, stale, neverTrue, unknowable }) => (
          <tr key={source}>
            <th scope="row">{names[source]}</th>
            {[right, stale, neverTrue, unknowable].map((figure, index) => (
              <td key={index}>{formatNumber(figure)}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
