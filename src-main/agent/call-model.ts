import type { ChatMessage, Sampling } from '@shared/episode/log/chat'
import type { DraftEvent, EventBody } from '@shared/episode/log/event'
import type { MindPart } from '@shared/episode/log/mind-schema'
import { sharedPrefix } from '@shared/episode/state/messages'
import { type ChatClient, type ChatReply, LlmError } from '../llm/chat-client'
import type { ToolSession } from '../mcp/tools/tool-session'
import { responseFormatOf } from './agent-response'
import { askLogged, CallCanceled, failureEvent } from './logged-call'
import type { Prompt } from './prompt'
import type { SeedOf } from './request-seed'

/** Inputs shared by every call of a turn. */
export interface TurnCalls {
  readonly turn: number
  readonly llm: ChatClient
  readonly model: string
  readonly sampling: Sampling
  readonly seedOf: SeedOf
  readonly maxToolIterations: number
  /** Parts of the mind in force; they determine the schema of the answer. */
  readonly parts?: readonly MindPart[]
  /** Hashes of the tool lists, as sent, that are already in the log; each new one is added. */
  readonly sentTools?: Set<string>
  readonly record: (event: EventBody) => void
  readonly draft: (event: DraftEvent) => void
  /** Waits before every model call while the episode is paused or stepped. Rejects with the signal's reason on stop. */
  readonly beforeIteration: () => Promise<void>
  /**
   * Returns the signal of the current call. If it aborts with `CallCanceled`, the iteration is repeated. Absent: calls
   * end only with the turn.
   */
  readonly callSignal?: () => AbortSignal
  /** See `ChatRequest`. */
  readonly waitSignal?: () => AbortSignal
  readonly signal: AbortSignal
}

/** Options of a request for another answer. */
export interface Resampling {
  readonly temperature?: number | null
  /** See `Objection`. */
  readonly choices?: readonly string[]
}

interface ModelCall extends Resampling {
  readonly iteration: number
  /** Called after `beforeIteration`, so that hints given while waiting are included. */
  readonly readPrompt: () => Prompt
  /** Call it after a refusal for length. Returns whether `readPrompt` returns a shorter prompt from now on. */
  readonly shorten?: ((error: LlmError) => boolean) | undefined
  /** The message list sent before this one. */
  readonly previousMessages: readonly ChatMessage[]
  readonly session: ToolSession | null
  readonly forced: boolean
  /** Whether the model plays through tools. The schema of the answer is then sent only without tools. */
  readonly playsByTools: boolean
}

/**
 * Sends the request of one iteration and records its events: start (except for the forced call), request, drafts,
 * failed attempts, response. A cancelled call is repeated when the run continues.
 */
export async function callModel(input: TurnCalls, call: ModelCall): Promise<ChatReply> {
  const { turn, signal, record } = input
  const at = { turn, iteration: call.iteration }
  for (let repeat = 0; ; repeat++) {
    await input.beforeIteration()
    signal.throwIfAborted()
    if (repeat === 0 && !call.forced)
      record({ event_type: 'mcp_iteration_start', ...at, max_iterations: input.maxToolIterations })
    try {
      return await ask(input, call, call.readPrompt(), repeat)
    } catch (error) {
      // A request that exceeds the limit is not sent, but its call is recorded as failed.
      if (error instanceof LlmError && error.code === 'context_full')
        record(failureEvent(at, error.code, error.message))
      const isShorter = error instanceof LlmError && call.shorten?.(error) === true
      if (!isShorter && !(error instanceof CallCanceled)) throw error
    }
  }
}

function ask(
  {
    turn,
    model,
    sampling,
    seedOf,
    signal,
    callSignal,
    waitSignal,
    llm,
    record,
    draft,
    parts = [],
    sentTools,
  }: TurnCalls,
  { iteration, previousMessages, session, forced, playsByTools, ...resampling }: ModelCall,
  prompt: Prompt,
  repeat: number,
): Promise<ChatReply> {
  const at = { turn, iteration }
  const tools = toolsFor(session, forced)
  const { temperature = sampling.temperature, choices = [] } = resampling
  const hasFormat = tools === null || (llm.takesFormatWithTools && !playsByTools)
  const request = {
    ...prompt,
    model,
    sampling: { ...sampling, temperature },
    // Requirements 4.6 and 5.9: no response format beside tools, unless the endpoint takes both; the schema if forced.
    responseFormat: hasFormat ? responseFormatOf(parts, choices) : null,
    offered: tools && { tools, toolSet: session?.toolSet ?? null },
    withheld: forced ? (session?.tools ?? []) : [],
    kept: sharedPrefix(previousMessages, prompt.messages),
    forced,
    seedOf: (failures: number) => seedOf(at, repeat, failures),
    signal: callSignal?.() ?? signal,
    ...(waitSignal && { waitSignal }),
  }
  return askLogged(llm, at, request, { record, draft, sentTools })
}

/** The offered tools: none without a session or in the forced call. */
export const toolsFor = (session: ToolSession | null, forced: boolean): ToolSession['tools'] | null =>
  forced || session === null || session.tools.length === 0 ? null : session.tools
