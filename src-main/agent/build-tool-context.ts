import { wellFormedJson } from '@shared/base/whole-characters'
import type { ChatMessage } from '@shared/episode/log/chat'
import { hintsFor } from '@shared/episode/projections/help'
import { buildStateBlocks } from '@shared/episode/state/build-state-block'
import type { EpisodeState, ToolCall, Turn } from '@shared/episode/state/episode'
import { isPlayCall } from '@shared/episode/state/players'
import { formatStateBlock } from '@shared/episode/state/state-block'
import { answerOf, type ContextOptions, firstTurnKept, sayHints } from './build-context'
import { cached } from './prompt'
import { TOOL_PLAYER_PROMPT } from './prompts'
import { toolCallResult } from './run-tool-calls'

/**
 * The messages for a player that reaches the game only through tools: the prompt, the opening, and each past turn as
 * its call and the result. Pure and append-only, like `buildContext`.
 */
export function buildToolContext(state: EpisodeState, { historyTurns }: ContextOptions): ChatMessage[] {
  const first = historyTurns === 'all' ? 0 : firstTurnKept(state.turns.length, historyTurns)
  const [opening] = buildStateBlocks({ ...state, turns: [] }, state.manifest?.handicap ?? 'L2')
  const shown = opening
    ? `The game has begun.\n\n${opening.observation.trim()}\n\n${formatStateBlock(opening)}`
    : 'The game has begun.'
  const hintsBefore = (turn: number) => sayHints(hintsFor(state, turn))
  return [
    cached('system', TOOL_PLAYER_PROMPT),
    ...withHints([cached('user', shown)], hintsBefore(first + 1)),
    ...state.turns
      .slice(first)
      .flatMap((turn) => withHints(describeTurn(turn, state.manifest?.player.model), hintsBefore(turn.number + 1))),
  ]
}

/** Appends hints to the last user message, because some endpoints reject two user messages in a row. */
function withHints(messages: readonly ChatMessage[], hints: string | null): readonly ChatMessage[] {
  const last = messages.at(-1)
  if (hints === null) return messages
  if (last?.role !== 'user') return [...messages, cached('user', hints)]
  return [...messages.slice(0, -1), cached('user', `${last.content}\n\n${hints}`)]
}

/** The fields that a provider added to a call or an answer are sent back only to the model that they came from. */
function describeTurn(turn: Turn, model: string | null | undefined): readonly ChatMessage[] {
  const played = (call: ToolCall) => isPlayCall(call) && call.status === 'ok'
  const iteration = turn.iterations.find(({ toolCalls }) => toolCalls.some(played))
  const call = iteration?.toolCalls.find(played)
  // An action requested without tools has no call: it is shown as answer and observation.
  if (!call)
    return [{ role: 'assistant', content: answerOf(turn) }, cached('user', turn.observation?.text.trim() ?? '')]
  const answer = iteration?.request?.model === model ? iteration?.response : null
  const extra = answer?.tool_calls.find(({ id }) => id === call.callId)?.extra
  return [
    {
      role: 'assistant',
      content: null,
      tool_calls: [
        {
          id: call.callId,
          type: 'function',
          function: { name: call.toolName, arguments: wellFormedJson(call.arguments) },
          ...(extra && { extra }),
        },
      ],
      ...(answer?.provider_fields && { reasoning: answer.provider_fields }),
    },
    { role: 'tool', tool_call_id: call.callId, content: resultText(call) },
  ]
}

/** The result as the model received it in the turn of the call. */
const resultText = ({ serverName, result }: ToolCall) =>
  wellFormedJson(toolCallResult({ kind: 'result', serverName, content: result, isError: false }))
