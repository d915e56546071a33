import { commandOf } from '@shared/agent/parts/visible-state-key'
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
 * observation. A sent message changes only if a compaction replaces the first one, or if its turn is repeated.
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
  return [cached('user', begun.join('\n\n')), ...since.flatMap((turn, at) => messagesOf(state, turn, since, at))]
}

/** The compaction in force; null if there was none. */
export const compactionOf = ({ mind }: EpisodeState): Compaction | null => mind.compactions.at(-1) ?? null

/** Turns in a row with the same command and text are shown once, with a count. */
function messagesOf(state: EpisodeState, turn: Turn, turns: readonly Turn[], at: number): readonly ChatMessage[] {
  if (isRepeated(turns[at - 1], turn)) return []
  let last = at
  while (isRepeated(turn, turns[last + 1])) last++
  const printed = turn.observation ? printedText(turn.observation).trim() : ''
  const often = last > at ? [`(You did this ${last - at + 1} times in a row, and this was the reply each time.)`] : []
  const beside = turns.slice(at, last + 1).flatMap(({ number }) => besideText(state, number))
  return [{ role: 'assistant', content: sentAnswer(turn) }, cached('user', [printed, ...often, ...beside].join('\n\n'))]
}

function isRepeated(before: Turn | undefined, turn: Turn | undefined): boolean {
  if (!before?.action || !before.observation || !turn?.action || !turn.observation) return false
  const isSame = commandOf(before.action.action) === commandOf(turn.action.action)
  return isSame && printedText(before.observation).trim() === printedText(turn.observation).trim()
}

/** Text after the observation of turn `number`: how to press a key, and hints for the next turn. */
function besideText(state: EpisodeState, number: number): readonly string[] {
  const seen = number === 0 ? state.opening : state.turns[number - 1]?.observation
  const hints = sayHints(hintsFor(state, number + 1))
  return [...(seen?.input === 'char' ? [HOW_TO_PRESS_A_KEY] : []), ...(hints === null ? [] : [hints])]
}

/** The answer as the model sent it if its action was played, else an answer with the action that was played. */
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
