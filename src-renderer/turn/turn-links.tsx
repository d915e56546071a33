import { type ReactNode, use } from 'react'
import { Button } from '../kit/Button'
import { goToTurn, useEpisode, EpisodeContext } from '../session/episode/episode-store'
import { turnOf } from '../session/episode/playhead'
import { sessionStrings } from '../session/strings'
import { turnStrings } from './strings'
import controls from '../kit/controls.module.css'
import styles from './turn.module.css'

interface TurnListProps {
  readonly title: string
  readonly maxHeight: '30%' | '45%'
  readonly children: ReactNode
}

export function TurnList({ title, maxHeight, children }: TurnListProps) {
  return (
    <section className={styles.list} style={{ maxHeight: maxHeight }} aria-label={title}>
      <h3 className={`${controls.caption} ${styles.title}`}>{title}</h3>
      <ol className={styles.rows}>{children}</ol>
    </section>
  )
}

interface TurnRowProps {
  readonly firstTurn: number
  readonly lastTurn?: number
  readonly children: ReactNode
}

/** A row that moves the playhead to its first turn. It is current while the playhead is in its turns. */
export function TurnRow({ firstTurn, lastTurn = firstTurn, children }: TurnRowProps) {
  const isHere = useEpisode(({ history, playhead }) => {
    const here = turnOf(history, playhead)
    return here >= firstTurn && here <= lastTurn
  })
  return (
    <li>
      <button
        type="button"
        className={styles.row}
        aria-current={isHere ? 'step' : undefined}
        onClick={() => goToTurn(firstTurn)}
      >
        {children}
      </button>
    </li>
  )
}

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
