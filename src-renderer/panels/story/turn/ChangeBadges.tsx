import type { Turn } from '@shared/episode/state/episode'
import type { TurnChanges } from '@shared/episode/state/turn-changes'
import { useEpisode } from '../../../session/episode/episode-store'
import styles from './turn.module.css'
import { turnStrings } from '../../../turn/strings'

interface Badge {
  readonly text: string
  readonly tone: 'gain' | 'failure' | 'quiet'
}

/** What the turn changed, by the game's facts. No meaning depends on color alone. */
export function ChangeBadges({ turn, changes }: { readonly turn: Turn; readonly changes: TurnChanges }) {
  const isNewLocation = useEpisode(
    ({ history }) =>
      changes.movedTo !== null && history.latest.map.locations[changes.movedTo.id]?.firstTurn === turn.number,
  )
  const badges = badgesOf(turn, changes, isNewLocation)
  if (badges.length === 0) return null
  return (
    <ul className={styles.badges}>
      {badges.map(({ text, tone }, index) => (
        <li key={index} className={styles.badge} data-tone={tone}>
          {text}
        </li>
      ))}
    </ul>
  )
}

function badgesOf(
  { problems, observation }: Turn,
  { scoreDelta, gained, lost, died, won, rejected }: TurnChanges,
  isNewLocation: boolean,
): readonly Badge[] {
  const { badge: words } = turnStrings
  const badges: readonly (Badge | false)[] = [
    scoreDelta !== 0 && { text: words.score(scoreDelta), tone: scoreDelta > 0 ? 'gain' : 'failure' },
    isNewLocation && { text: words.newLocation, tone: 'quiet' },
    ...gained.map(({ name }): Badge => ({ text: words.gained(name), tone: 'quiet' })),
    ...lost.map(({ name }): Badge => ({ text: words.lost(name), tone: 'quiet' })),
    won && { text: words.won, tone: 'gain' },
    died && { text: words.died, tone: 'failure' },
    observation?.fault === true && { text: words.fault, tone: 'failure' },
    rejected && observation?.fault === false && { text: words.rejected, tone: 'quiet' },
    problems.length > 0 && { text: words.errors(problems.length), tone: 'failure' },
  ]
  return badges.filter((badge) => badge !== false)
}
