import { GitFork, X } from 'lucide-react'
import { useEpisode } from '../../session/episode/episode-store'
import { undoFork } from '../../session/host/commands'
import { HostButton } from '../../session/connection/HostButton'
import { useForks } from '../../session/episode/forks/fork-store'
import { useEpisodeList } from '../../session/episodes/episodes-store'
import { focusRegion } from '../../session/view/regions'
import controls from '../../kit/controls.module.css'
import { IconButton } from '../../kit/IconButton'
import styles from '../../kit/layout/Strip.module.css'
import { kitStrings } from '../../kit/strings'
import { strings } from '../strings'

/** Offers to undo a fork until it has played a turn (two, if it repeats a turn) or the strip is dismissed. */
export function ForkStrip() {
  const made = useForks((forks) => forks.made)
  const isOpen = useEpisode(({ id }) => made !== null && (id === made.id || id === made.parentId))
  const turns = useEpisodeList(({ entries }) => entries.get(made?.id ?? '')?.summary?.turns)
  const again = made?.answersAgain
  if (made === null || !isOpen || turns === undefined || turns > made.turn + (again ? 1 : 0)) return null
  const dismiss = () => {
    useForks.setState({ made: null })
    focusRegion('story')
  }
  return (
    <div className={styles.strip} data-tone="quiet" role="status">
      <GitFork className={styles.mark} size={15} strokeWidth={1.75} aria-hidden />
      <p className={styles.text}>
        {again ? strings.answersAgain(made.turn + 1, again.isPaused) : strings.forked(made.turn)}
      </p>
      <HostButton className={controls.button} onClick={() => void undoFork()}>
        {strings.undoFork}
      </HostButton>
      <IconButton icon={X} label={kitStrings.dismiss} isQuiet onClick={dismiss} />
    </div>
  )
}
