import { z } from 'zod'
import { hasPart } from '@shared/agent/mind-presets'
import { CHARS_PER_TOKEN, viewOf } from '@shared/agent/view'
import { cutText } from '@shared/base/whole-characters'
import type { EventOf } from '@shared/episode/log/event'
import type { EpisodeState } from '@shared/episode/state/episode'
import { compactionOf } from '../laid-out-context'
import type { AskHelper, HelperTurn } from './helpers'

type Planned = Omit<EventOf<'context_compacted'>, 'event_type' | 'turn'>

/** Longest input to the summariser, in characters. */
const MAX_SHOWN = 10_000 * CHARS_PER_TOKEN
/** Longest summary line, in characters. */
const LONGEST_LINE = 400
const MAX_LINES = 60

const summary = z.object({
  lines: z
    .array(
      z.object({
        from_turn: z.number().int().nonnegative(),
        to_turn: z.number().int().nonnegative(),
        text: z.string().transform((text) => cutText(text.replaceAll(/\s+/g, ' ').trim(), LONGEST_LINE)),
      }),
    )
    .min(1)
    .transform((lines) => lines.slice(0, MAX_LINES)),
})

/**
 * Asks a model to summarize the turns that `planned` takes out of the prompt, if summaries are enabled, and records the
 * summary in place of the chronicle. Without an answer, or if the summary is longer than the chronicle may be, nothing
 * is recorded and the chronicle is used.
 */
export async function summarise(ask: AskHelper, turn: HelperTurn, planned: Planned | null): Promise<void> {
  const { log } = turn
  const { mind } = log.state.manifest ?? {}
  if (planned === null || mind?.compaction !== 'summary' || !hasPart(mind, 'context')) return
  const before = compactionOf(log.state)
  const question = {
    content: turnsOf(log.state, (before?.to_turn ?? 0) + 1, planned.to_turn),
    answer: summary,
    maxTokens: 1500,
  }
  const answer = await ask('summariser', question, turn)
  if (answer === null) return
  const lines = answer.lines.map(({ from_turn: from, to_turn: to, text }) => `T${from}–${to} ${text}`)
  const text = [...(before ? [before.text] : []), ...lines].join('\n')
  if (text.length > Math.max(planned.text.length, LEAST_ROOM)) return
  log.record({ event_type: 'context_compacted', turn: turn.turn, ...planned, method: 'summary', text })
}

const LEAST_ROOM = 4000

/** The turns in full; the oldest are left out if they are too long. */
function turnsOf(state: EpisodeState, from: number, to: number): string {
  const { blocks } = viewOf(state)
  const shown: string[] = []
  let room = MAX_SHOWN
  for (let turn = to; turn >= from; turn--) {
    const block = blocks[turn]
    if (block?.last == null) break
    const text = `Turn ${turn}, at ${blocks[turn - 1]?.location?.name ?? 'an unknown place'}:\n> ${block.last.action}\n${block.observation.trim()}`
    room -= text.length
    if (room < 0) break
    shown.unshift(text)
  }
  return shown.join('\n\n')
}
