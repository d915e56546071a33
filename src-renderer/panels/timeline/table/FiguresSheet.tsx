import { useVirtualizer } from '@tanstack/react-virtual'
import { useMemo, useRef } from 'react'
import { calibrationOf } from '@shared/episode/projections/beliefs'
import { foreknowledgeOf } from '@shared/episode/projections/foreknowledge'
import type { EpisodeState } from '@shared/episode/state/episode'
import { isPlayedByModel } from '@shared/episode/state/players'
import { textScale } from '../../../kit/browser/window-size'
import { inView } from '../../../kit/layout/in-view'
import { Sheet } from '../../../kit/overlay/Sheet'
import { formatDuration, formatNumber } from '../../../kit/text/format'
import { useEpisode } from '../../../session/episode/episode-store'
import { useLastVisibleTurn } from '../../../session/episode/use-last-visible-turn'
import { figuresOf, stuckLevelsOf } from '../axis/figures'
import { timelineStrings } from '../strings'
import styles from './FiguresSheet.module.css'

const { columns, tableTitle, stuckColumn, calibration } = timelineStrings
const ROW_HEIGHT = 28

export function FiguresSheet({ onClose }: { readonly onClose: () => void }) {
  const latest = useEpisode(({ history }) => history.latest)
  const { opening, turns: played, mind } = latest
  const hasTokens = isPlayedByModel(latest)
  const lastShown = useLastVisibleTurn()
  const turns = useMemo(() => (lastShown === null ? played : played.slice(0, lastShown)), [played, lastShown])
  const { score, tokens, latencyMs } = useMemo(() => figuresOf(opening, turns), [opening, turns])
  const levels = useMemo(
    () => (mind.stuck.length === 0 ? null : stuckLevelsOf(mind.stuck, turns.length)),
    [mind.stuck, turns.length],
  )
  const scroller = useRef<HTMLDivElement>(null)
  // oxlint-disable-next-line react/incompatible-library -- nothing is compiled here: every render reads it again
  const rows = useVirtualizer({
    count: turns.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_HEIGHT * textScale(),
    overscan: 10,
  })
  const cell = (value: number | null | undefined, format: (value: number) => string) =>
    value === null || value === undefined ? '–' : format(value)
  return (
    <Sheet title={tableTitle} size="wide" isSteady onClose={onClose}>
      <div ref={scroller} className={styles.scroller} tabIndex={0}>
        <Foreknowledge turns={turns} />
        <Calibrations turns={turns} mind={mind} />
        <div
          role="table"
          className={levels ? styles.withStuck : undefined}
          aria-label={tableTitle}
          aria-rowcount={turns.length + 1}
        >
          <div role="row" aria-rowindex={1} className={`${styles.row} ${styles.head}`}>
            {Object.values(columns).map((name) => (
              <span key={name} role="columnheader">
                {name}
              </span>
            ))}
            {levels && <span role="columnheader">{stuckColumn}</span>}
          </div>
          <div className={styles.body} style={{ height: rows.getTotalSize() }}>
            {inView(rows, turns).map(({ row: turn, index, start }) => (
              <div
                key={turn.number}
                role="row"
                aria-rowindex={index + 2}
                className={`${styles.row} ${styles.line}`}
                style={{ transform: `translateY(${start}px)` }}
              >
                <span role="cell">{formatNumber(turn.number)}</span>
                <span role="cell">{turn.observation?.location?.name ?? '–'}</span>
                <span role="cell">{turn.action?.action ?? '–'}</span>
                <span role="cell">{cell(score[turn.number], formatNumber)}</span>
                <span role="cell">{cell(hasTokens ? tokens[turn.number] : null, formatNumber)}</span>
                <span role="cell">{cell(latencyMs[turn.number], formatDuration)}</span>
                {levels && <span role="cell">{cell(levels[turn.number] || null, formatNumber)}</span>}
              </div>
            ))}
          </div>
        </div>
      </div>
    </Sheet>
  )
}

/** How often the player named things that it had not read about; nothing if this was not checked. */
function Foreknowledge({ turns }: Pick<EpisodeState, 'turns'>) {
  const rate = useMemo(() => foreknowledgeOf({ turns }), [turns])
  return rate === null ? null : <p>{timelineStrings.foreknowledge(rate.turns, rate.checked)}</p>
}

/** Counts of checked beliefs by source and verdict; nothing if none was checked. */
function Calibrations({ turns, mind }: Pick<EpisodeState, 'turns' | 'mind'>) {
  const rows = useMemo(() => calibrationOf({ turns, mind }), [turns, mind])
  if (rows.length === 0) return null
  return (
    <table className={styles.calibration}>
      <caption>{calibration.title}</caption>
      <thead>
        <tr>
          {Object.values(calibration.columns).map((name) => (
            <th key={name} scope="col">
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ source, right, stale, neverTrue, unknowable }) => (
          <tr key={source}>
            <th scope="row">{calibration.source[source]}</th>
            {[right, stale, neverTrue, unknowable].map((figure, index) => (
              <td key={index}>{formatNumber(figure)}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
