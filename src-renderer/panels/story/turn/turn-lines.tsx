import { type ReactNode, use } from 'react'
import { isTakenOver } from '@shared/episode/projections/help'
import type { Turn } from '@shared/episode/state/episode'
import { traitsOf } from '@shared/episode/state/players'
import type { TurnChanges } from '@shared/episode/state/turn-changes'
import { formatNumber } from '../../../kit/text/format'
import { EpisodeContext, useEpisode } from '../../../session/episode/episode-store'
import { sessionStrings } from '../../../session/strings'
import { HelpIcon } from '../../../turn/signs'
import { turnStrings } from '../../../turn/strings'
import controls from '../../../kit/controls.module.css'
import styles from './turn.module.css'

interface TurnHeadingProps {
  readonly turn: number
  readonly location: string | null
  readonly children?: ReactNode
}

/** Number and location of a turn. The number is a link that moves the playhead. */
export function TurnHeading({ turn, location, children }: TurnHeadingProps) {
  const { addressOf } = use(EpisodeContext)
  return (
    <div className={styles.line}>
      <h3 className={styles.heading} aria-label={sessionStrings.turnName(turn, location)}>
        <a className={styles.number} href={addressOf(turn)} tabIndex={-1}>
          {turn === 0 ? sessionStrings.turnName(0) : formatNumber(turn)}
        </a>
        {turn > 0 && location !== null && (
          <span data-field="room" className={controls.cut}>
            {location}
          </span>
        )}
      </h3>
      {children}
    </div>
  )
}

export function CommandLine({ action }: { readonly action: NonNullable<Turn['action']> }) {
  return (
    <p className={styles.command}>
      <span aria-hidden className={styles.prompt}>
        &gt;
      </span>
      <span data-field="action">{action.action}</span>
      {isTakenOver({ action }) && <ByPerson />}
      {action.source === 'default' && <span className={styles.source}>{turnStrings.badge.defaultAction}</span>}
    </p>
  )
}

/** Marks an action by a person in an agent's episode, which counts as help. */
function ByPerson() {
  const isPlayer = useEpisode(({ history }) => traitsOf(history.latest).isPerson)
  if (isPlayer) return <span className={styles.source}>{turnStrings.badge.human}</span>
  return (
    <span className={styles.help}>
      <HelpIcon />
      {turnStrings.badge.byPerson}
    </span>
  )
}

interface Badge {
  readonly text: string
  readonly tone: 'gain' | 'failure' | 'quiet'
}

/** The changes of the turn according to the game's facts. Color is never the only sign. */
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
