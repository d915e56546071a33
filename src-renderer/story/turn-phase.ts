import type { EpisodeState, Turn } from '@shared/episode/episode'
import { storyStrings } from './strings'

/** What the open turn is doing now, in a word or two. */
export function phaseOf(turn: Turn, { control, manifest }: Pick<EpisodeState, 'control' | 'manifest'>): string {
  const { phase } = storyStrings
  const iteration = turn.iterations.at(-1)
  if (control.mode === 'paused') return phase.paused
  if (turn.action) return phase.waitingGame
  if (manifest?.player.kind === 'human') return phase.waitingHuman
  if (!iteration) return phase.opening
  if (iteration.draft) {
    const { content, reasoning, toolCalls } = iteration.draft
    if (toolCalls.length > 0) return phase.calling
    if (content !== '') return phase.answering
    return reasoning === '' ? phase.asking : phase.thinking
  }
  if (iteration.response && iteration.toolCalls.some(({ status }) => status === 'running')) return phase.calling
  return phase.asking
}
