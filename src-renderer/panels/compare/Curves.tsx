import { type PointerEvent, useMemo } from 'react'
import type { Curve } from '@shared/episode/compare/figures'
import { mapPair, type Pair, SIDES } from '@shared/episode/compare/pair'
import { useWidth } from '../../kit/browser/use-width'
import { inRem, textScale } from '../../kit/browser/window-size'
import { goToCompared } from '../../session/comparison/comparison-store'
import { type Scale, turnAtX, WHOLE, xOf } from '../timeline/axis/axis'
import { LaneDrawing, stepPath } from '../timeline/lanes/Lane'
import { compareStrings as words } from './strings'
import { useCompared } from './use-compared'
import styles from './Curves.module.css'

const HEIGHT = 44

/** Score and number of rooms of both episodes, with the playhead: A as a solid line, B as a dashed line. */
export function Curves() {
  const { comparison, turn, last } = useCompared()
  const at = turn ?? 0
  const { divergesAt } = comparison
  const point = ({ currentTarget, clientX }: PointerEvent<HTMLElement>, scale: Scale) =>
    goToCompared(turnAtX(scale, (clientX - currentTarget.getBoundingClientRect().left) / textScale()))
  return (
    <section className={styles.curves} aria-label={words.curves} data-region="timeline" tabIndex={-1}>
      {(['score', 'rooms'] as const).map((which) => (
        <Chart
          key={which}
          name={words.curve[which]}
          curves={which === 'score' ? comparison.score : comparison.coverage}
          at={at}
          last={last}
          divergesAt={divergesAt}
          onPoint={point}
        />
      ))}
      <input
        type="range"
        className={styles.slider}
        data-first-stop
        min={0}
        max={last}
        value={Math.min(at, last)}
        aria-label={words.turnSlider}
        aria-valuetext={words.turnOf(at, last)}
        onChange={({ target }) => goToCompared(Number(target.value))}
      />
      <output className={styles.turn}>{words.turnOf(at, last)}</output>
    </section>
  )
}

interface ChartProps {
  readonly name: string
  readonly curves: Pair<Curve>
  readonly at: number
  readonly last: number
  readonly divergesAt: number | null
  readonly onPoint: (event: PointerEvent<HTMLElement>, scale: Scale) => void
}

function Chart({ name, curves, at, last, divergesAt, onPoint }: ChartProps) {
  const [ref, width] = useWidth<HTMLDivElement>()
  const scale = useMemo((): Scale => ({ width, last, places: null, sight: WHOLE }), [width, last])
  const paths = useMemo(() => {
    const all = [...curves.a, ...curves.b]
    return mapPair(curves, (curve) => stepPath(curve, scale, HEIGHT, all))
  }, [curves, scale])
  const now = mapPair(curves, (curve) => curve[Math.min(at, curve.length - 1)] ?? null)
  return (
    <div className={styles.chart}>
      <h3 className={styles.name}>{name}</h3>
      <p className={styles.values}>
        {SIDES.map((side) => (
          <span key={side} className={styles.value} data-side={side}>
            <svg width={22} height={8} aria-hidden>
              <path className={styles.line} data-side={side} d="M0 4H22" />
            </svg>
            {words.at(side, now[side])}
          </span>
        ))}
      </p>
      <div
        ref={ref}
        className={styles.track}
        onPointerDown={(event) => {
          event.currentTarget.setPointerCapture(event.pointerId)
          onPoint(event, scale)
        }}
        onPointerMove={(event) => event.currentTarget.hasPointerCapture(event.pointerId) && onPoint(event, scale)}
      >
        <LaneDrawing scale={scale} here={at} height={HEIGHT}>
          {SIDES.map((side) => (
            <path key={side} className={styles.line} data-side={side} d={paths[side]} />
          ))}
        </LaneDrawing>
        {divergesAt !== null && (
          <span className={styles.parting} style={{ insetInlineStart: inRem(xOf(scale, divergesAt)) }} />
        )}
        <span className={styles.playhead} style={{ insetInlineStart: inRem(xOf(scale, at)) }} />
      </div>
    </div>
  )
}
