import { History } from 'lucide-react'
import { controlEpisode, resumeEpisode } from '../session/host/commands'
import { useEpisode } from '../session/episode/episode-store'
import { useIsInterrupted } from '../session/episode/episode-status'
import controls from '../kit/controls.module.css'
import { formatDateTime } from '../kit/text/format'
import { HostButton } from '../session/connection/HostButton'
import { focusRegion } from '../session/view/regions'
import styles from '../kit/layout/Strip.module.css'
import { strings } from './strings'

/** Says of an episode whose host went away how far it is whole. True because a turn is on disk before it counts. */
export function RecoveredStrip() {
  const isInterrupted = useIsInterrupted()
  const warning = useEpisode((episode) => episode.warning)
  const turns = useEpisode(({ history }) => history.latest.turns)
  // Between two turns there was nothing to lose.
  const wasPaused = useEpisode(
    ({ history: { latest } }) => latest.control.mode === 'paused' && latest.openTurn === null,
  )
  const words = wasPaused && warning === null ? strings.recovered.restoredPaused : strings.recovered.restored
  const savedAt = turns.at(-1)?.completed?.at
  if (!isInterrupted || savedAt === undefined) return null
  const answer = (command: () => Promise<void>) => () => {
    void command()
    // The strip goes away with its buttons.
    focusRegion('story')
  }
  return (
    <div className={styles.strip} data-tone="quiet" role="status">
      <History className={styles.mark} size={15} strokeWidth={1.75} aria-hidden />
      <p className={styles.text}>
        {words(turns.length, formatDateTime(savedAt))} {warning}
      </p>
      <HostButton className={controls.button} onClick={answer(resumeEpisode)}>
        {strings.recovered.goOn}
      </HostButton>
      <HostButton className={controls.button} onClick={answer(() => controlEpisode('stop'))}>
        {strings.recovered.leaveEnded}
      </HostButton>
    </div>
  )
}
