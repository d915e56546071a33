import { visibleJson } from '@shared/base/visible-text'
import { type ChatMessage, type ToolCallRequest, wholeText } from '@shared/episode/log/chat'
import type { EpisodeState, Iteration } from '@shared/episode/state/episode'
import { seedInForce } from '@shared/episode/state/episode'
import type { ReadTurn } from '../episode/log/read-each-turn'
import { createToolNames } from '../llm/request/tool-names'
import type { ExportedEpisode } from './exported-episode'
import { rewardOf } from './turn-rows'

/** Training pairs, one line for each turn of a model: the last request with tool calls and results, and the reply. */
export async function* chatOf(episodes: AsyncIterable<ExportedEpisode>): AsyncGenerator<string> {
  for await (const episode of episodes)
    for await (const { turns, state } of episode.read())
      yield turns
        .flatMap((read) => pairOf(read, episode, state) ?? [])
        .map((pair) => `${visibleJson(pair)}\n`)
        .join('')
}

/** Null for a turn whose action no model chose, or whose request is not in the log. */
function pairOf({ turn, before, sent }: ReadTurn, { id, unit, outcome }: ExportedEpisode, state: EpisodeState) {
  const { action, observation } = turn
  const { manifest } = state
  const last = turn.iterations.findLast(({ response }) => response !== null)
  const asked = last && sent.get(last.number)
  if (manifest === null || action?.source !== 'model' || !last?.response || asked === undefined) return null
  const offered = state.toolSets[turn.session?.tool_set ?? ''] ?? []
  const names = createToolNames(offered.map((tool) => tool.function.name))
  const { game, handicap, disguise = 'none', player } = manifest
  return {
    messages: [...asked.map((message) => wireMessage(message, names.encode)), answer(last.response, names.encode)],
    tools: offered.map((tool) => ({ ...tool, function: { ...tool.function, name: names.encode(tool.function.name) } })),
    episode: id,
    unit,
    story: { title: game.title, sha256: game.sha256 },
    handicap,
    disguise,
    seed: seedInForce(state),
    player: player.kind,
    model: last.response.model,
    turn: turn.number,
    action: action.action,
    reward: rewardOf(before, observation),
    score: observation?.score ?? null,
    outcome,
  }
}

type Encode = (name: string) => string

/** The message in the wire format of an endpoint. */
function wireMessage({ role, content, tail, tool_calls: calls, tool_call_id: id }: ChatMessage, encode: Encode) {
  return {
    role,
    content: content === null && tail === undefined ? null : wholeText({ content, tail }),
    ...(calls && { tool_calls: calls.map((call) => wireCall(call, encode)) }),
    ...(id !== undefined && { tool_call_id: id }),
  }
}

const answer = (
  { content, reasoning, tool_calls: calls }: NonNullable<Iteration['response']>,
  encode: Encode,
): Readonly<Record<string, unknown>> => ({
  role: 'assistant',
  content,
  ...(reasoning !== null && { reasoning_content: reasoning }),
  ...(calls.length > 0 && { tool_calls: calls.map((call) => wireCall(call, encode)) }),
})

const wireCall = ({ function: called, ...call }: ToolCallRequest, encode: Encode): ToolCallRequest => ({
  ...call,
  function: { ...called, name: encode(called.name) },
})
