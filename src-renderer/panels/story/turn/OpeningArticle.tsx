import type { Observation } from '@shared/episode/state/episode'
import { use } from 'react'
import { EpisodeContext } from '../../../session/episode/episode-store'
import { sessionStrings } from '../../../session/strings'
import { TurnMarks, TurnNote } from '../../marks/TurnMarks'
import { TurnTools } from '../../marks/TurnTools'
import { GameText } from '../../../turn/text/GameText'
import styles from './turn.module.css'
import { TurnHeading } from './TurnHeading'
import { useTurnPosition } from './use-turn-position'
import { usePointed } from './use-pointed'

/** The game's text before the first action. */
export function OpeningArticle({ observation }: { readonly observation: Observation }) {
  const { isCompared } = use(EpisodeContext)
  const place = useTurnPosition(0)
  const [isPointed, pointing] = usePointed()
  return (
    <article
      {...pointing}
      className={styles.article}
      data-turn={0}
      data-place={place}
      aria-label={sessionStrings.turnName(0)}
    >
      <TurnHeading turn={0} location={observation.location?.name ?? null}>
        <TurnMarks turn={0} />
        {!isCompared && (isPointed || place === 'here') && <TurnTools turn={0} />}
      </TurnHeading>
      <GameText text={observation.text} location={observation.location?.name ?? null} />
      <TurnNote turn={0} />
    </article>
  )
}
