import { History } from 'lucide-react'
import { controlEpisode, resumeEpisode } from '../../session/host/commands'
import { useEpisode } from '../../session/episode/episode-store'
import { useIsInterrupted } from '../../session/episode/episode-status'
import controls from '../../kit/controls.module.css'
import { formatDateTime } from '../../kit/text/format'
import { HostButton } from '../../session/connection/HostButton'
import { focusRegion } from '../../session/view/regions'
import styles from '../../kit/layout/Strip.module.css'
import { strings } from '../strings'

/** For an interrupted episode: how far it is restored. A turn counts only once it is on disk. */
export function RecoveredStrip() {
  const isInterrupted = useIsInterrupted()
  const warning = useEpisode((episode) => episode.warning)
  const turns = useEpisode(({ history }) => history.latest.turns)
  // Paused between two turns nothing can be lost.
  const wasPaused = useEpisode(
    ({ history: { latest } }) => latest.control.mode === 'paused' && latest.openTurn === null,
  )
  const words = wasPaused && warning === null ? strings.recovered.restoredPaused : strings.recovered.restored
  const savedAt = turns.at(-1)?.completed?.at
  if (!isInterrupted || savedAt === undefined) return null
  const answer = (command: () => Promise<void>) => () => {
    void command()
    // The strip disappears with the focused button.
    focusRegion('story')
  }
  return (
    <div className={styles.strip} data-tone="quiet" role="status">
      <History className={styles.mark} size={15} strokeWidth={1.75} aria-hidden />
      <p className={styles.text}>
        {words(turns.length, formatDateTime(savedAt))} {warning}
      </p>
      <HostButton className={controls.button} onClick={answer(resumeEpisode)}>
        {strings.recovered.resume}
      </HostButton>
      <HostButton className={controls.button} onClick={answer(() => controlEpisode('stop'))}>
        {strings.recovered.keepEnded}
      </HostButton>
    </div>
  )
}
