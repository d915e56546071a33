import type { EventOf } from '@shared/episode/log/event'
import type { Answer } from '@shared/mcp/questions/question'
import type { Asking, AskPerson, Unanswered } from '../questions/questions'
import type { Sample } from '../questions/sampling'

type ServerRequest = Omit<EventOf<'mcp_server_request'>, 'turn'>
export type ServerEvent = Omit<EventOf<'mcp_log'>, 'turn'> | ServerRequest

/** The turn that receives the messages of a server. */
export interface Listener {
  readonly record: (event: ServerEvent) => void
  /** Null if no model may be asked. */
  readonly sample: Sample | null
  /** Null if there is no person to ask. */
  readonly ask: AskPerson | null
  /** Null if the user tries a tool outside of an episode. */
  readonly turn: number | null
}

export type RequestCost = Pick<ServerRequest, 'usage' | 'cost_usd'>

/** The turn in which the requests of a server are answered. */
export interface ServerTurn {
  /** Returns the model that may be asked, or null. */
  readonly sample: () => Sample | null
  /** Returns a signal that aborts when the turn is over. */
  readonly signal: () => AbortSignal
  /** Asks the person, while the time limit of the current call pauses. */
  readonly ask: (asking: Omit<Asking, 'server' | 'turn'>, signal: AbortSignal) => Promise<Answer | Unanswered>
  readonly reportRequest: (
    method: ServerRequest['method'],
    outcome: ServerRequest['outcome'],
    request: string,
    answer: string,
    cost?: RequestCost,
  ) => void
}
