import { Shapes, Table2, ZoomIn, ZoomOut } from 'lucide-react'
import { useMemo } from 'react'
import { firstTurnOf } from '@shared/episode/state/part'
import { isPlayedByModel } from '@shared/episode/state/players'
import { ActionButton } from '../../commands/ActionButton'
import { useDelayedFrame } from '../../kit/browser/next-frame'
import { useWidth } from '../../kit/browser/use-width'
import { Button } from '../../kit/Button'
import { Choice } from '../../kit/form/fields'
import { IconButton } from '../../kit/IconButton'
import { formatCompact, formatDuration, formatNumber } from '../../kit/text/format'
import { useMarkers } from '../../session/episode/episode-markers'
import { useWhyEmpty } from '../../session/episode/episode-status'
import { hasPlayhead, useEpisode, useAllTurns } from '../../session/episode/episode-store'
import { turnOf } from '../../session/episode/playhead'
import { useLastVisibleTurn } from '../../session/episode/use-last-visible-turn'
import { useFind } from '../../session/find/find-store'
import { hitsUntil } from '../../session/find/turn-hits'
import { sessionStrings } from '../../session/strings'
import { setView, type TimelineAxis, useView } from '../../session/view/view-store'
import { shareOf, type Sight } from './axis/axis'
import { figuresOf, stuckLevelsOf } from './axis/figures'
import { spacingOf } from './axis/spacing'
import { useZoom, type TimelineZoom } from './axis/use-zoom'
import { ForkMarks } from './lanes/ForkMarks'
import { Lane, PartsLane, showsParts } from './lanes/Lane'
import { MarkerRail, MarkFlags } from './lanes/MarkerRail'
import { TurnSlider } from './slider/TurnSlider'
import { timelineStrings, timelineStrings as words } from './strings'
import controls from '../../kit/controls.module.css'
import styles from './TimelinePanel.module.css'

const { lanes, laneHints, axes } = timelineStrings
const AXES = Object.keys(axes) as readonly TimelineAxis[]

/** All turns on one axis: score, tokens, latency and markers, with the playhead as a slider. */
export function TimelinePanel() {
  const id = useEpisode((episode) => (hasPlayhead(episode) ? episode.id : null))
  const whyEmpty = useWhyEmpty()
  const spacedBy = useView((view) => view.timelineAxis)
  return (
    <section aria-label={sessionStrings.region.timeline} data-region="timeline" tabIndex={-1} className={styles.panel}>
      {id !== null ? (
        <Axis key={`${id} ${spacedBy}`} spacedBy={spacedBy} />
      ) : (
        <p className={styles.idle}>{whyEmpty ?? timelineStrings.empty}</p>
      )}
    </section>
  )
}

function Axis({ spacedBy }: { readonly spacedBy: TimelineAxis }) {
  const whyEmpty = useWhyEmpty()
  const turns = useAllTurns()
  const opening = useEpisode(({ history }) => history.latest.opening)
  const last = useDelayedFrame(useEpisode(({ history }) => history.spans.length - 1))
  // Clamped to `last`, because the lanes are drawn one frame after the story.
  const past = useEpisode(({ history, playhead }) => (playhead === 'live' ? null : turnOf(history, playhead)))
  const here = Math.min(past ?? last, last)
  const part = useEpisode(({ history }) => firstTurnOf(history.latest))
  const markers = useMarkers()
  const found = useFind((find) => find.hits)
  const lastShown = useLastVisibleTurn()
  const hits = useMemo(() => hitsUntil(found, lastShown), [found, lastShown])
  const events = useEpisode(({ history }) => history.events)
  const isOutline = useEpisode((episode) => episode.isOutline)
  const hidesAhead = useView((view) => view.hidesAhead)
  const [track, width] = useWidth<HTMLDivElement>()
  const { score, tokens, latencyMs } = useMemo(() => figuresOf(opening, turns), [opening, turns])
  const hasTokens = useEpisode(({ history }) => isPlayedByModel(history.latest))
  const stuck = useDelayedFrame(useEpisode(({ history }) => history.latest.mind.stuck))
  const levels = useMemo(() => (stuck.length === 0 ? null : stuckLevelsOf(stuck, last)), [stuck, last])
  const axis = spacedBy === 'tokens' && !hasTokens ? 'turns' : spacedBy
  const spacing = useMemo(() => spacingOf(axis, turns, last), [axis, turns, last])
  const { places, total, gaps, playedMs } = spacing
  const zoom = useZoom({
    total,
    here: shareOf({ places, last }, here),
    turns: last,
    from: shareOf({ places, last }, Math.max(0, part - 1)),
  })
  const { start, end } = zoom.sight
  const scale = useMemo(() => ({ width, last, places, sight: { start, end } }), [width, last, places, start, end])
  const hasParts = !isOutline && showsParts(scale)
  // An open turn has no figures yet, so those of the previous turn are shown.
  const turnsShown =
    useEpisode(({ playhead, shown }) => (playhead === 'live' ? null : shown.turns.length)) ?? turns.length
  const value = (figures: readonly (number | null)[], format: (value: number) => string) => {
    const figure = figures.findLast((known, turn) => turn <= turnsShown && known !== null)
    return figure === undefined || figure === null ? '–' : format(figure)
  }
  return (
    <div className={styles.grid} data-stuck={levels !== null || undefined} data-tokens={hasTokens || undefined}>
      <div className={styles.names}>
        <span aria-hidden title={laneHints.score}>
          {lanes.score}
        </span>
        {hasTokens && (
          <span aria-hidden data-minor title={laneHints.tokens}>
            {lanes.tokens}
          </span>
        )}
        <span aria-hidden data-minor title={hasParts ? laneHints.parts : laneHints.latency}>
          {lanes.latency}
        </span>
        {levels && (
          <span aria-hidden data-minor title={laneHints.stuck}>
            {lanes.stuck}
          </span>
        )}
        <Choice
          className={styles.axis}
          aria-label={timelineStrings.axis}
          value={axis}
          choices={hasTokens ? AXES : AXES.filter((name) => name !== 'tokens')}
          nameOf={(name) => axes[name]}
          onChoose={(timelineAxis) => setView({ timelineAxis })}
        />
      </div>
      <div ref={track} className={styles.track} data-hides-ahead={hidesAhead || undefined}>
        {last === 0 && <p className={styles.empty}>{whyEmpty ?? timelineStrings.empty}</p>}
        <Lane look="score" values={score} scale={scale} here={here} />
        {hasTokens && <Lane look="tokens" values={tokens} scale={scale} here={here} />}
        {hasParts ? (
          <PartsLane turns={turns} events={events} scale={scale} here={here} />
        ) : (
          <Lane look="latency" values={latencyMs} scale={scale} here={here} />
        )}
        {levels && <Lane look="stuck" values={levels} scale={scale} here={here} />}
        <MarkerRail markers={markers} hits={hits} gaps={gaps} scale={scale} here={here} />
        <MarkFlags scale={scale} />
        <ForkMarks scale={scale} />
        <TurnSlider markers={markers} levels={levels} scale={scale} zoom={zoom} />
        <SightBar sight={zoom.sight} />
      </div>
      <div className={styles.values} aria-hidden>
        <span>{value(score, formatNumber)}</span>
        {hasTokens && <span data-minor>{value(isOutline ? [] : tokens, formatCompact)}</span>}
        <span data-minor>{value(latencyMs, formatDuration)}</span>
        {levels && <span data-minor>{formatNumber(levels[turnsShown] ?? 0)}</span>}
        {playedMs && (
          <span title={timelineStrings.played(gaps.length)}>{formatDuration(playedMs[turnsShown] ?? 0)}</span>
        )}
      </div>
      <div className={styles.tools}>
        <ZoomControls zoom={zoom} />
        <div className={styles.controls}>
          <IconButton
            icon={Table2}
            label={timelineStrings.asTable}
            isSmall
            onClick={() => setView({ dialog: 'figures' })}
          />
          <ActionButton action="legend" icon={Shapes} className={styles.step} />
        </div>
      </div>
    </div>
  )
}

/** Zoom buttons, with the same effect as wheel and keys. */
function ZoomControls({ zoom: { sight, showAll } }: { readonly zoom: TimelineZoom }) {
  const isAll = showsAll(sight)
  return (
    <div role="group" aria-label={words.sight} className={styles.controls}>
      <div className={controls.group}>
        <Button className={styles.step} aria-pressed={isAll} title={words.allTitle} onClick={showAll}>
          {words.all}
        </Button>
      </div>
      <div className={controls.group}>
        <ActionButton action="zoomOut" icon={ZoomOut} className={styles.step} disabled={isAll} />
        <ActionButton action="zoomIn" icon={ZoomIn} className={styles.step} />
      </div>
    </div>
  )
}

/** Shows which part of the track is visible; empty if all of it is. */
function SightBar({ sight }: { readonly sight: Sight }) {
  if (showsAll(sight)) return null
  return (
    <div className={styles.bar} aria-hidden>
      <div
        className={styles.part}
        style={{ insetInlineStart: `${sight.start * 100}%`, width: `${(sight.end - sight.start) * 100}%` }}
      />
    </div>
  )
}

const showsAll = ({ start, end }: Sight) => start === 0 && end === 1
