import { Table2 } from 'lucide-react'
import { useMemo } from 'react'
import { useEpisode } from '../store/episode-store'
import { useMarkers } from '../store/markers-of-episode'
import { turnOf } from '../store/playhead'
import { useHits } from '../store/use-hits'
import { setView, type TimelineAxis, useView } from '../store/view-store'
import controls from '../ui/controls.module.css'
import { formatCompact, formatDuration, formatNumber } from '../ui/format'
import { strings } from '../ui/strings'
import { useWidth } from '../ui/use-width'
import { figuresOf } from './figures'
import { BarLane, StepLane } from './Lane'
import { MarkerRail } from './MarkerRail'
import { MarkFlags } from './MarkFlags'
import { spacingOf } from './spacing'
import styles from './TimelinePanel.module.css'
import { TurnSlider } from './TurnSlider'

const { lanes, axes } = strings.timeline
const AXES = Object.keys(axes) as readonly TimelineAxis[]

/** Every turn of the episode on one axis: score, tokens, latency and markers, under the playhead that moves over all of them. */
export function TimelinePanel() {
  const isOpen = useEpisode(({ id }) => id !== null)
  return (
    <section aria-label={strings.region.timeline} data-region="timeline" tabIndex={-1} className={styles.panel}>
      {isOpen ? <Axis /> : <p className={styles.idle}>{strings.timeline.empty}</p>}
    </section>
  )
}

function Axis() {
  const turns = useEpisode(({ history }) => history.latest.turns)
  const opening = useEpisode(({ history }) => history.latest.opening)
  const last = useEpisode(({ history }) => history.spans.length - 1)
  const here = useEpisode(({ history, playhead }) => turnOf(history, playhead))
  const markers = useMarkers()
  const hits = useHits()
  const hasGaps = useEpisode(({ history }) => history.hasGaps)
  const hidesAhead = useView((view) => view.hidesAhead)
  const [track, width] = useWidth<HTMLDivElement>()
  const { score, tokens, latencyMs } = useMemo(() => figuresOf(opening, turns), [opening, turns])
  const spacedBy = useView((view) => view.timelineAxis)
  const { places, gaps, playedMs } = useMemo(() => spacingOf(spacedBy, turns, last), [spacedBy, turns, last])
  const scale = useMemo(() => ({ width, last, places }), [width, last, places])
  const axis = { ...scale, here }
  // The turn that is being played has no figures yet: then those of the turn before stand.
  const value = (figures: readonly (number | null)[], format: (value: number) => string) => {
    const figure = figures.findLast((known, turn) => turn <= here && known !== null)
    return figure === undefined || figure === null ? '–' : format(figure)
  }
  return (
    <div className={styles.grid}>
      <div className={styles.names}>
        <span aria-hidden>{lanes.score}</span>
        <span aria-hidden>{lanes.tokens}</span>
        <span aria-hidden>{lanes.latency}</span>
        <select className={styles.axis} aria-label={strings.timeline.axis} value={spacedBy} onChange={({ target }) => setView({ timelineAxis: target.value as TimelineAxis })}>
          {AXES.map((name) => <option key={name} value={name}>{axes[name]}</option>)}
        </select>
      </div>
      <div ref={track} className={styles.track} data-hides-ahead={hidesAhead || undefined}>
        {last === 0 && <p className={styles.empty}>{strings.timeline.empty}</p>}
        <StepLane values={score} {...axis} />
        <BarLane values={tokens} tone="tokens" {...axis} />
        <BarLane values={latencyMs} tone="latency" {...axis} />
        <MarkerRail markers={markers} hits={hits} gaps={gaps} {...axis} />
        <MarkFlags scale={scale} />
        <TurnSlider markers={markers} scale={scale} />
      </div>
      <div className={styles.values} aria-hidden>
        <span>{value(score, formatNumber)}</span>
        <span>{value(hasGaps ? [] : tokens, formatCompact)}</span>
        <span>{value(latencyMs, formatDuration)}</span>
        {playedMs && <span title={strings.timeline.played(gaps.length)}>{formatDuration(playedMs[here] ?? 0)}</span>}
      </div>
      <button type="button" className={`${controls.button} ${controls.quiet} ${controls.icon} ${styles.table}`} aria-label={strings.timeline.asTable} title={strings.timeline.asTable} onClick={() => setView({ dialog: 'figures' })}>
        <Table2 size={15} strokeWidth={1.75} aria-hidden />
      </button>
    </div>
  )
}
