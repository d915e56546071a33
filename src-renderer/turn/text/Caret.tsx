import { useHostAbsence } from '../../session/connection/connection-store'
import { useEpisode } from '../../session/episode/episode-store'
import { useIsPlayed } from '../../session/episode/episode-status'
import styles from './texts.module.css'

/** Marks growing text. Hidden in the past, while disconnected, and once the episode is not played. */
export function Caret() {
  const isLive = useEpisode(({ playhead }) => playhead === 'live')
  const isPlayed = useIsPlayed() !== false
  const isAway = useHostAbsence() !== null
  return isLive && isPlayed && !isAway && <span aria-hidden className={styles.caret} />
}
