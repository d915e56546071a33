import { type ReactNode, use } from 'react'
import { EpisodeContext } from '../../../session/episode/episode-store'
import { formatNumber } from '../../../kit/text/format'
import { sessionStrings } from '../../../session/strings'
import styles from './turn.module.css'

/** Number and location of a turn. The number is a link that moves the playhead. */
export function TurnHeading({
  turn,
  location,
  children,
}: {
  readonly turn: number
  readonly location: string | null
  readonly children?: ReactNode
}) {
  const { addressOf } = use(EpisodeContext)
  return (
    <div className={styles.line}>
      <h3 className={styles.heading} aria-label={sessionStrings.turnName(turn, location)}>
        <a className={styles.number} href={addressOf(turn)} tabIndex={-1}>
          {turn === 0 ? sessionStrings.turnName(0) : formatNumber(turn)}
        </a>
        {turn > 0 && location !== null && (
          <span data-field="room" className={styles.location}>
            {location}
          </span>
        )}
      </h3>
      {children}
    </div>
  )
}
