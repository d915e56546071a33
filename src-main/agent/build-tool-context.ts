import { buildStateBlocks } from '@shared/episode/build-state-block'
import type { ChatMessage } from '@shared/episode/chat'
import type { EpisodeState, ToolCall, Turn } from '@shared/episode/episode'
import { formatStateBlock } from '@shared/episode/state-block'
import { answerOf, cached, type ContextOptions, firstTurnKept } from './build-context'
import { TOOL_PLAYER_PROMPT } from './prompts'
import { toolCallResult } from './run-tool-calls'

/** The tool that plays an action, by its name on its server. */
const PLAY_TOOL = /\.play_action$/

/**
 * The messages that ask a player for the next action who reaches the game through tools alone: the prompt, the opening,
 * and each past turn as the call that played it and the answer it got. Pure, as `buildContext` is, and grows at its end
 * only.
 */
export function buildToolContext(state: EpisodeState, { historyTurns }: ContextOptions): ChatMessage[] {
  const first = historyTurns === 'all' ? 0 : firstTurnKept(state.turns.length, historyTurns)
  const [opening] = buildStateBlocks({ ...state, turns: [] }, state.manifest?.handicap ?? 'L2')
  const shown = opening
    ? `The game has begun.\n\n${opening.observation.trim()}\n\n${formatStateBlock(opening)}`
    : 'The game has begun.'
  return [
    cached('system', TOOL_PLAYER_PROMPT),
    cached('user', shown),
    ...state.turns.slice(first).flatMap(describeTurn),
  ]
}

function describeTurn(turn: Turn): readonly ChatMessage[] {
  const call = turn.iterations
    .flatMap(({ toolCalls }) => toolCalls)
    .find(({ toolName, status }) => PLAY_TOOL.test(toolName) && status === 'ok')
  // An action that was asked for without tools has no call: it stands as what was said and what came of it.
  if (!call)
    return [{ role: 'assistant', content: answerOf(turn) }, cached('user', turn.observation?.text.trim() ?? '')]
  return [
    {
      role: 'assistant',
      content: null,
      tool_calls: [
        {
          id: call.callId,
          type: 'function',
          function: { name: call.toolName, arguments: JSON.stringify(call.arguments) },
        },
      ],
    },
    { role: 'tool', tool_call_id: call.callId, content: resultText(call) },
  ]
}

/** As the model had it in the turn of the call. */
const resultText = ({ serverName, result }: ToolCall) =>
  JSON.stringify(toolCallResult({ kind: 'result', serverName, content: result, isError: false }))
