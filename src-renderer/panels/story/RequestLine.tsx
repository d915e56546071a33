import type { Iteration } from '@shared/episode/episode'
import { use } from 'react'
import { EpisodeContext } from '../../session/episode/episode-store'
import { setView } from '../../session/view/view-store'
import { formatCost, formatDuration } from '../../kit/format'
import { inspectTurn } from '../../commands/inspect-turn'
import styles from './RequestLine.module.css'
import { storyStrings } from './strings'

const words = storyStrings.request

/** One call of the model in figures; it leads to the whole of it. */
export function RequestLine({
  iteration: { number, request, response },
  turn,
}: {
  readonly iteration: Iteration
  readonly turn: number
}) {
  const { store } = use(EpisodeContext)
  if (request === null) return null
  const figures =
    response &&
    [
      response.usage.input !== null &&
        response.usage.output !== null &&
        words.tokens(response.usage.input, response.usage.output),
      formatDuration(response.duration_ms),
      response.cost_usd !== null && formatCost(response.cost_usd),
    ].filter((figure) => figure !== false)
  const show = () => {
    inspectTurn(turn, store.getState().id)
    setView({ inspectorTab: 'request' })
  }
  return (
    <button type="button" className={styles.line} title={storyStrings.showRequest} onClick={show}>
      <span className={styles.name}>{words.name(number)}</span>
      <span className={styles.figures}>{[request.model, ...(figures ?? [])].join(' · ')}</span>
    </button>
  )
}
