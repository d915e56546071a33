import type { Observation } from '@shared/episode/episode'
import { strings } from '../ui/strings'
import { TurnMarks, TurnNote } from '../marks/TurnMarks'
import { GameText } from './GameText'
import styles from './TurnArticle.module.css'
import { TurnHeading } from './TurnHeading'
import { usePlace } from './use-place'

/** What the game printed before the first action. */
export function OpeningArticle({ observation }: { readonly observation: Observation }) {
  const place = usePlace(0)
  return (
    <article className={styles.article} data-turn={0} data-place={place} aria-label={strings.turnName(0)}>
      <TurnHeading turn={0} room={observation.location?.name ?? null}><TurnMarks turn={0} /></TurnHeading>
      <GameText text={observation.text} room={observation.location?.name ?? null} />
      <TurnNote turn={0} />
    </article>
  )
}
