import { CALL_CANCELED, type EpisodeState, type HelperCall, type Turn } from '@shared/episode/state/episode'
import { isOwnAgent, traitsOf } from '@shared/episode/state/players'
import { storyStrings } from './strings'

/** What the open turn is doing now, in a word or two. */
export function phaseOf(turn: Turn, manifest: EpisodeState['manifest']): string {
  const { phase } = storyStrings
  const iteration = turn.iterations.at(-1)
  if (turn.action) return phase.waitingGame
  if (traitsOf({ manifest }).isPerson) return phase.waitingHuman
  if (manifest && isOwnAgent({ manifest })) return phase.waitingAgent(manifest.player.label)
  const helper = turn.helperCalls?.at(-1)
  if (helper && isAsked(helper)) return phase.askingRole[helper.role]
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

/** True of a turn whose last proposal nobody has judged yet: the next that is asked is the critic. */
export const isBeforeCritic = ({ action, proposals, helperCalls }: Turn): boolean =>
  action === null && proposals?.at(-1)?.verdicts.length === 0 && !helperCalls?.some(isAsked)

/** Until it answers, or is not asked again. */
const isAsked = ({ request, response, failures }: HelperCall): boolean =>
  request !== null && response === null && failures?.at(-1)?.retry_in_ms !== null

/** The next attempt at a call that failed, while nothing has come of it; null if none is to be made. */
export function retryOf(turn: Turn): { readonly attempt: number; readonly atMs: number } | null {
  const { failures = [], response = null, draft = null } = turn.iterations.at(-1) ?? {}
  const failure = failures.at(-1)
  if (
    failure === undefined ||
    failure.retry_in_ms === null ||
    response !== null ||
    (draft !== null && draft.length > 0)
  )
    return null
  return { attempt: failure.attempt + 1, atMs: Date.parse(failure.at) + failure.retry_in_ms }
}

/**
 * True of a turn whose last call failed and is not made again by itself. A call that the reader took back did not fail.
 */
export function gaveUp(turn: Turn): boolean {
  const { failures = [], response = null } = turn.iterations.at(-1) ?? {}
  const failure = failures.at(-1)
  return response === null && failure !== undefined && failure.retry_in_ms === null && failure.code !== CALL_CANCELED
}

/** What a call fails with for want of a key, before it is sent, or for a wrong one. */
const KEY_FAILURES: readonly string[] = ['missing_key', 'missing_secret', '401']

/** True of a turn whose last call failed for its key. */
export const wantsKey = (turn: Turn): boolean =>
  KEY_FAILURES.includes(turn.iterations.at(-1)?.failures?.at(-1)?.code ?? '')
