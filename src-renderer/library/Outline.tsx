import { outlineOf } from '@shared/episode/outline'
import { useMemo } from 'react'
import { useEpisode } from '../store/episode-store'
import { atTurn, turnOf } from '../store/playhead'
import { useLastShown } from '../store/use-last-shown'
import { strings } from '../ui/strings'
import styles from './Outline.module.css'

const words = strings.outline

/** The open episode as a table of contents; a row moves the playhead to where it begins. */
export function Outline() {
  const turns = useEpisode(({ history }) => history.latest.turns)
  const opening = useEpisode(({ history }) => history.latest.opening)
  const here = useEpisode(({ history, playhead }) => turnOf(history, playhead))
  const lastShown = useLastShown() ?? Infinity
  const chapters = useMemo(() => outlineOf({ turns, opening }).filter(({ firstTurn }) => firstTurn <= lastShown), [turns, opening, lastShown])
  if (chapters.length < 2) return null
  return (
    <section className={styles.outline} aria-label={words.title}>
      <h3 className={styles.title}>{words.title}</h3>
      <ol className={styles.list}>
        {chapters.map(({ firstTurn, lastTurn, room, scoreDelta, endedInDeath }) => (
          <li key={firstTurn}>
            <button type="button" className={styles.row} aria-current={here >= firstTurn && here <= lastTurn ? 'step' : undefined} onClick={() => goTo(firstTurn)}>
              <span className={styles.room}>{room ?? words.somewhere}</span>
              {endedInDeath && <span className={styles.death}>{strings.badge.died}</span>}
              {scoreDelta !== 0 && <span className={scoreDelta > 0 ? styles.gain : styles.loss}>{words.score(scoreDelta)}</span>}
              <span className={styles.turns}>{words.turns(firstTurn, lastTurn)}</span>
            </button>
          </li>
        ))}
      </ol>
    </section>
  )
}

function goTo(turn: number): void {
  const { history, movePlayhead } = useEpisode.getState()
  movePlayhead(atTurn(history, turn))
}
