import type { MarkerKind } from '@shared/episode/projections/markers'
import { changesOf, observationBefore } from '@shared/episode/state/turn-changes'
import { inRem } from '../../../kit/browser/window-size'
import { useEpisode } from '../../../session/episode/episode-store'
import { useLastVisibleTurn } from '../../../session/episode/use-last-visible-turn'
import { sessionStrings } from '../../../session/strings'
import { turnStrings } from '../../../turn/strings'
import controls from '../../../kit/controls.module.css'
import styles from './TurnSlider.module.css'

const WIDTH = 260

interface HoverCardProps {
  readonly turn: number
  readonly kinds: readonly MarkerKind[]
  readonly x: number
  readonly width: number
}

/** A summary of the turn under the pointer; for a hidden turn, only its number. */
export function HoverCard({ turn: number, kinds, x, width }: HoverCardProps) {
  const latest = useEpisode(({ history }) => history.latest)
  const isKnown = number <= (useLastVisibleTurn() ?? Infinity)
  const turn = latest.turns[number - 1]
  const observation = number === 0 ? latest.opening : (turn?.observation ?? null)
  const location = observation?.location?.name ?? null
  const { scoreDelta } = changesOf(number === 0 ? null : observationBefore(latest, number), observation)
  return (
    <div
      className={styles.card}
      style={{
        insetInlineStart: inRem(Math.min(Math.max(0, x - WIDTH / 2), Math.max(0, width - WIDTH))),
        width: inRem(WIDTH),
      }}
      aria-hidden
    >
      <p className={styles.title}>{sessionStrings.turnName(number, isKnown ? location : null)}</p>
      {isKnown && turn?.action && <p className={styles.command}>&gt; {turn.action.action}</p>}
      {isKnown && observation && (
        <p className={`${controls.cut} ${styles.text}`}>{firstLine(observation.text, location)}</p>
      )}
      {isKnown && (scoreDelta !== 0 || kinds.length > 0) && (
        <p className={`${controls.cut} ${styles.text}`}>
          {[
            ...(scoreDelta === 0 ? [] : [turnStrings.badge.score(scoreDelta)]),
            ...kinds
              .filter((kind) => kind !== 'score_gain' && kind !== 'score_loss')
              .map((kind) => sessionStrings.marker[kind]),
          ].join(' · ')}
        </p>
      )}
    </div>
  )
}

/** The first line that is not the location's name. */
function firstLine(text: string, location: string | null): string {
  const lines = text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
  return lines.find((line) => line !== location) ?? ''
}
