import { use } from 'react'
import type { HelperRole } from '@shared/episode/log/mind-schema'
import type { Iteration } from '@shared/episode/state/episode'
import { inspectTurn } from '../commands/inspect-turn'
import { formatCost, formatDuration } from '../kit/text/format'
import { EpisodeContext } from '../session/episode/episode-store'
import { setView } from '../session/view/view-store'
import { turnStrings } from './strings'
import controls from '../kit/controls.module.css'
import styles from './turn.module.css'

const words = turnStrings.request

/** A model call of a helper if it has a role, otherwise of the actor. */
export type ModelCall = Pick<Iteration, 'number' | 'request' | 'sent' | 'response' | 'failures'> & {
  readonly role?: HelperRole
}

export const modelCallId = ({ role, number }: Pick<ModelCall, 'role' | 'number'>): string =>
  `${role ?? 'actor'} ${number}`

/** Figures of a model call. A press opens its request in the inspector. */
export function RequestLine({ call, turn }: { readonly call: ModelCall; readonly turn: number }) {
  const { store } = use(EpisodeContext)
  const { role, number, request, response, failures } = call
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
  const failure = response === null ? failures?.at(-1) : undefined
  const show = () => {
    inspectTurn(turn, store.getState().id)
    setView({ inspectorTab: 'request', callShown: { turn, call: modelCallId(call) } })
  }
  return (
    <button type="button" className={styles.request} title={words.show} onClick={show}>
      <span className={styles.requestName}>{role === undefined ? words.name(number) : turnStrings.role[role]}</span>
      <span className={`${controls.cut} ${styles.requestFigures}`}>
        {[request.model, ...(figures ?? [])].join(' · ')}
      </span>
      {failure && (
        <span className={`${controls.cut} ${styles.requestFigures}`} data-tone="failure">
          {failure.message}
        </span>
      )}
    </button>
  )
}
