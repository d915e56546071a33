import type { EventOf } from '@shared/episode/log/event'
import type { Answer } from '@shared/mcp/questions/question'
import type { Asking, AskPerson, Unanswered } from '../questions/questions'
import type { Sample } from '../questions/sampling'

type ServerRequest = Omit<EventOf<'mcp_server_request'>, 'turn'>
export type ServerEvent = Omit<EventOf<'mcp_log'>, 'turn'> | ServerRequest

/** The turn that receives the messages of a server. */
export interface Listener {
  readonly record: (event: ServerEvent) => void
  /** Null without a model. */
  readonly sample: Sample | null
  /** Null without a person to ask. */
  readonly ask: AskPerson | null
  /** Null for a tool that the user tries. */
  readonly turn: number | null
}

export type RequestCost = Pick<ServerRequest, 'usage' | 'cost_usd'>

/** The turn that a server's requests are answered in. */
export interface ServerTurn {
  /** The model that may be asked; null without one. */
  readonly sample: () => Sample | null
  /** Aborts when the turn is over. */
  readonly signal: () => AbortSignal
  /** Asks the person; the timer of the current call pauses. */
  readonly ask: (asking: Omit<Asking, 'server' | 'turn'>, signal: AbortSignal) => Promise<Answer | Unanswered>
  readonly reportRequest: (
    method: ServerRequest['method'],
    outcome: ServerRequest['outcome'],
    request: string,
    answer: string,
    cost?: RequestCost,
  ) => void
}
