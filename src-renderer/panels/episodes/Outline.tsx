import { useMemo } from 'react'
import { outlineOf } from '@shared/episode/projections/outline'
import { useEpisode, useAllTurns } from '../../session/episode/episode-store'
import { useLastVisibleTurn } from '../../session/episode/use-last-visible-turn'
import { turnStrings } from '../../turn/strings'
import { TurnList, TurnRow } from '../../turn/turn-links'
import { episodesStrings } from './strings'
import controls from '../../kit/controls.module.css'
import styles from './EpisodesPanel.module.css'

const words = episodesStrings.outline

/** The chapters of the open episode. A row moves the playhead to its first turn. */
export function Outline() {
  const turns = useAllTurns()
  const opening = useEpisode(({ history }) => history.latest.opening)
  const lastShown = useLastVisibleTurn() ?? Infinity
  const chapters = useMemo(
    () => outlineOf({ turns, opening }).filter(({ firstTurn }) => firstTurn <= lastShown),
    [turns, opening, lastShown],
  )
  if (chapters.length < 2) return null
  return (
    <TurnList title={words.title} maxHeight="45%">
      {chapters.map(({ firstTurn, lastTurn, locations, scoreDelta, endedInDeath }, index) => (
        // The last chapter is also current while the next turn is played.
        <TurnRow key={firstTurn} firstTurn={firstTurn} lastTurn={index === chapters.length - 1 ? Infinity : lastTurn}>
          <span className={`${controls.cut} ${styles.location}`} title={locations.join(', ')}>
            {locations.length === 0 ? words.unknownLocation : locations.join(', ')}
          </span>
          {endedInDeath && <span className={styles.death}>{turnStrings.badge.died}</span>}
          {scoreDelta !== 0 && (
            <span className={scoreDelta > 0 ? styles.gain : styles.loss}>{words.score(scoreDelta)}</span>
          )}
          <span className={`${controls.hint} ${styles.turns}`}>{words.turns(firstTurn, lastTurn)}</span>
        </TurnRow>
      ))}
    </TurnList>
  )
}
