import type { Observation } from '@shared/episode/episode'
import { strings } from '../ui/strings'
import { GameText } from './GameText'
import type { Place } from './story-rows'
import styles from './TurnArticle.module.css'
import { TurnHeading } from './TurnHeading'

/** What the game printed before the first action. */
export function OpeningArticle({ observation, place }: { readonly observation: Observation; readonly place: Place }) {
  return (
    <article className={styles.article} data-place={place} aria-label={strings.story.opening}>
      <TurnHeading turn={0} room={observation.location?.name ?? null} />
      <GameText text={observation.text} room={observation.location?.name ?? null} />
    </article>
  )
}
