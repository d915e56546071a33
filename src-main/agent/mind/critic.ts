import { z } from 'zod'
import { tailOf } from '@shared/agent/tail'
import { viewOf } from '@shared/agent/view'
import { cutText } from '@shared/base/whole-characters'
import { LONGEST_NOTE, LONGEST_REASON } from '@shared/episode/log/mind-events'
import type { Objection, Proposed } from '../choose-action'
import type { AskHelper, HelperTurn } from './helpers'

const TURNS_SHOWN = 6
const LONGEST_TEXT = 1200
/** Stuck level from which the mode "stuck" asks the critic. */
const LEVEL_OF_STUCK = 2

const clipped = (most: number) => z.string().transform((text) => cutText(text.replaceAll(/\s+/g, ' ').trim(), most))
const verdict = z.object({
  verdict: z.enum(['accept', 'reject']),
  reason: clipped(LONGEST_REASON).catch(''),
  predicted_outcome: clipped(LONGEST_NOTE).nullable().catch(null),
})

/**
 * Asks the critic about an action, and records the action and the verdict. Returns the objection, or null if the critic
 * accepts, is off or does not answer. No answer is recorded as an abstention.
 */
export async function criticiseAction(ask: AskHelper, turn: HelperTurn, proposed: Proposed): Promise<Objection | null> {
  const { log } = turn
  const { state } = log
  const mode = state.manifest?.mind?.critic ?? 'off'
  const isStuck = (state.mind.stuck.at(-1)?.level ?? 0) >= LEVEL_OF_STUCK
  const isOff = state.mind.rolesOff.some(({ role }) => role === 'critic')
  if (isOff || mode === 'off' || (mode === 'stuck' && !isStuck)) return null
  const { action, reasoning } = proposed
  log.record({ event_type: 'action_proposed', turn: turn.turn, attempt: 1, action, reasoning })
  const answer = await ask('critic', { content: questionOf(turn, proposed), answer: verdict, maxTokens: 400 }, turn)
  log.record({
    event_type: 'critic_verdict',
    turn: turn.turn,
    attempt: 1,
    by: 'model',
    verdict: answer?.verdict ?? 'abstain',
    reason: answer?.reason ?? 'It had no answer.',
    predicted: answer?.predicted_outcome ?? null,
  })
  return answer?.verdict === 'reject' ? { text: `Before it is played, a critic says: ${answer.reason}` } : null
}

function questionOf({ log }: HelperTurn, { action, reasoning }: Proposed): string {
  const view = viewOf(log.state)
  const known = tailOf({ ...view, mind: { ...view.mind, parts: [...view.mind.parts, 'context'] } })
  const shown = view.blocks.slice(-TURNS_SHOWN).map(({ last, observation }) => {
    const text = cutText(observation.trim(), LONGEST_TEXT)
    return last === null ? text : `> ${last.action}\n${text}`
  })
  return [
    'The last turns:',
    ...shown,
    'What the player knows now:',
    ...known.map(({ text }) => text),
    `The proposed command: "${action}"`,
    `The player's reason: ${cutText(reasoning, LONGEST_TEXT)}`,
  ].join('\n\n')
}
