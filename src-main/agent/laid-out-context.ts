import type { ChatMessage } from '@shared/episode/log/chat'
import { HOW_TO_PRESS_A_KEY } from '@shared/episode/log/key-names'
import type { Compaction } from '@shared/episode/log/mind-state'
import { hintsFor } from '@shared/episode/projections/help'
import type { EpisodeState, Turn } from '@shared/episode/state/episode'
import { printedText } from '@shared/episode/state/outcome'
import { parseAgentResponse } from './agent-response'
import { answerOf, sayHints } from './build-context'
import { cached } from './prompt'

/**
 * The turns of a prompt fitted to a budget: the opening with the chronicle, then each turn as its answer and
 * observation. A sent message never changes; only a compaction changes the first.
 */
export function laidOutTurns(state: EpisodeState, compaction: Compaction | null): readonly ChatMessage[] {
  const { opening, turns } = state
  if (opening === null) return []
  const isShort = compaction !== null && compaction.to_turn > 0
  const begun = [
    printedText(opening).trim(),
    ...(isShort ? [] : besideText(state, 0)),
    ...(isShort ? [`The story so far in short, up to turn ${compaction.to_turn}:\n${compaction.text}`] : []),
  ]
  const since = turns.slice(compaction?.to_turn ?? 0)
  return [cached('user', begun.join('\n\n')), ...since.flatMap((turn) => messagesOf(state, turn))]
}

/** The compaction in force; null while all turns are in full. */
export const compactionOf = ({ mind }: EpisodeState): Compaction | null => mind.compactions.at(-1) ?? null

function messagesOf(state: EpisodeState, turn: Turn): readonly ChatMessage[] {
  const printed = turn.observation ? printedText(turn.observation).trim() : ''
  return [
    { role: 'assistant', content: sentAnswer(turn) },
    cached('user', [printed, ...besideText(state, turn.number)].join('\n\n')),
  ]
}

/** Text after the observation of turn `number`: how to press a key, and hints for the next turn. */
function besideText(state: EpisodeState, number: number): readonly string[] {
  const seen = number === 0 ? state.opening : state.turns[number - 1]?.observation
  const hints = sayHints(hintsFor(state, number + 1))
  return [...(seen?.input === 'char' ? [HOW_TO_PRESS_A_KEY] : []), ...(hints === null ? [] : [hints])]
}

/** The model's own answer, if that is what was played. */
function sentAnswer(turn: Turn): string {
  const known = answers.get(turn)
  if (known !== undefined) return known
  const said = turn.iterations.at(-1)?.response?.content ?? ''
  const answer = parseAgentResponse(said)
  const isPlayed = turn.action?.source === 'model' && answer.ok && answer.response.action === turn.action.action
  const sent = isPlayed ? said.trim() : answerOf(turn)
  answers.set(turn, sent)
  return sent
}

/** Cached: a complete turn never changes, and a long answer is slow to parse. */
const answers = new WeakMap<Turn, string>()
