import { use } from 'react'
import { EpisodeContext } from '../session/episode/episode-store'
import { sessionStrings } from '../session/strings'
import { Button } from '../kit/Button'
import styles from './turn.module.css'
import { turnStrings } from './strings'

/** A turn number that moves the playhead to it. */
export function TurnChip({ turn }: { readonly turn: number }) {
  const { goToTurn } = use(EpisodeContext)
  const name = turnStrings.turnChip(turn)
  const title = sessionStrings.turnName(turn)
  return (
    <Button
      look="link"
      className={styles.turn}
      aria-label={`${name}, ${title}`}
      title={title}
      onClick={() => goToTurn(turn)}
    >
      {name}
    </Button>
  )
}
