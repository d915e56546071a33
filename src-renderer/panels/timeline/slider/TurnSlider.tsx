import { type KeyboardEvent, type PointerEvent, useRef, useState } from 'react'
import type { Marker } from '@shared/episode/projections/markers'
import { latestObservation } from '@shared/episode/state/episode'
import { inRem, textScale } from '../../../kit/browser/window-size'
import { goToTurn, stepPlayhead, useEpisode } from '../../../session/episode/episode-store'
import { toStart, turnOf } from '../../../session/episode/playhead'
import { type Scale, shareAtX, turnAtX, xOf } from '../axis/axis'
import type { TimelineZoom } from '../axis/use-zoom'
import { timelineStrings } from '../strings'
import { HoverCard } from './HoverCard'
import { useDrag, useWheel } from './use-drag'
import styles from './TurnSlider.module.css'

interface TurnSliderProps {
  readonly markers: readonly Marker[]
  /** Stuck level after each turn; null if not tracked. */
  readonly levels: readonly number[] | null
  readonly scale: Scale
  readonly zoom: Pick<TimelineZoom, 'zoomAt' | 'pan'>
}

/**
 * The playhead as a slider over the track. A drag shows every turn that it passes. While live, the playhead moves only
 * on release, so that looking along the track does not leave the end. Wheel and pinch zoom at the pointer.
 */
export function TurnSlider({ markers, levels, scale, zoom }: TurnSliderProps) {
  const { history, playhead, shown, movePlayhead } = useEpisode()
  const last = history.spans.length - 1
  const here = turnOf(history, playhead)
  const [pointedAt, setPointedAt] = useState<number | null>(null)
  const location = latestObservation(shown)?.location?.name ?? null
  const element = useRef<HTMLDivElement>(null)
  useWheel(element, { zoom: (x, factor) => zoom.zoomAt(shareAtX(scale, x / textScale()), factor), pan: zoom.pan })
  const turnUnder = ({ clientX }: { readonly clientX: number }) =>
    turnAtX(scale, (clientX - (element.current?.getBoundingClientRect().left ?? 0)) / textScale())
  const press = (event: PointerEvent) => {
    if (event.button !== 0) return
    event.currentTarget.setPointerCapture(event.pointerId)
    if (playhead !== 'live') goToTurn(turnUnder(event))
  }
  const point = (event: PointerEvent) => {
    if (!event.currentTarget.hasPointerCapture(event.pointerId)) setPointedAt(turnUnder(event))
  }
  useDrag(element, (event) => {
    const turn = turnUnder(event)
    setPointedAt(turn)
    if (playhead !== 'live' && turn !== here) goToTurn(turn)
  })
  const release = (event: PointerEvent) => {
    if (event.currentTarget.hasPointerCapture(event.pointerId)) goToTurn(turnUnder(event))
  }
  const key = (event: KeyboardEvent) => {
    const to = { Home: toStart(history, playhead), End: 'live' as const }[event.key]
    const by = { ArrowLeft: -1, ArrowDown: -1, ArrowRight: 1, ArrowUp: 1, PageDown: -10, PageUp: 10 }[event.key]
    if ((to === undefined && by === undefined) || event.shiftKey) return
    event.preventDefault()
    if (to !== undefined) movePlayhead(to)
    else if (by !== undefined) stepPlayhead(by)
  }
  return (
    <>
      <div
        ref={element}
        role="slider"
        tabIndex={0}
        data-first-stop
        aria-label={timelineStrings.slider}
        aria-valuemin={0}
        aria-valuemax={last}
        aria-valuenow={here}
        aria-valuetext={timelineStrings.value(
          here,
          last,
          location,
          latestObservation(shown)?.score ?? null,
          levels?.[here] ?? 0,
        )}
        className={styles.slider}
        onPointerDown={press}
        onPointerMove={point}
        onPointerUp={release}
        onPointerLeave={() => setPointedAt(null)}
        onKeyDown={key}
      >
        {pointedAt !== null && pointedAt !== here && (
          <span className={styles.ghost} style={{ insetInlineStart: inRem(xOf(scale, pointedAt)) }} />
        )}
        {scale.width > 0 && last > 0 && (
          <span
            className={styles.playhead}
            style={{ insetInlineStart: inRem(xOf(scale, Math.min(here, scale.last))) }}
          />
        )}
      </div>
      {pointedAt !== null && (
        <HoverCard
          turn={pointedAt}
          kinds={markers.filter(({ turn }) => turn === pointedAt).map(({ kind }) => kind)}
          x={xOf(scale, pointedAt)}
          width={scale.width}
        />
      )}
    </>
  )
}
