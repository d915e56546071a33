import { CALL_CANCELED, type EpisodeState, type HelperCall, type Turn } from '@shared/episode/state/episode'
import { isOwnAgent, traitsOf } from '@shared/episode/state/players'
import { storyStrings } from '../strings'

/** What the open turn is doing now, in a word or two. */
export function phaseOf(turn: Turn, manifest: EpisodeState['manifest']): string {
  const { phase } = storyStrings
  const iteration = turn.iterations.at(-1)
  if (turn.action) return phase.waitingGame
  if (traitsOf({ manifest }).isPerson) return phase.waitingHuman
  if (manifest && isOwnAgent({ manifest })) return phase.waitingAgent(manifest.player.label)
  const helper = turn.helperCalls?.at(-1)
  if (helper && isWaiting(helper)) return phase.askingRole[helper.role]
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

/** True if the last proposal has no verdict yet, so the critic is called next. */
export const isBeforeCritic = ({ action, proposals, helperCalls }: Turn): boolean =>
  action === null && proposals?.at(-1)?.verdicts.length === 0 && !helperCalls?.some(isWaiting)

/** True until it answers or is not retried. */
const isWaiting = ({ request, response, failures }: HelperCall): boolean =>
  request !== null && response === null && failures?.at(-1)?.retry_in_ms !== null

/** The next attempt of a failed call, until a reply begins; null if there is none. */
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

/** True if the last call failed and is not retried automatically. A canceled call has not failed. */
export function gaveUp(turn: Turn): boolean {
  const { failures = [], response = null } = turn.iterations.at(-1) ?? {}
  const failure = failures.at(-1)
  return response === null && failure !== undefined && failure.retry_in_ms === null && failure.code !== CALL_CANCELED
}

/** Error codes of a missing or wrong key. */
const KEY_FAILURES: readonly string[] = ['missing_key', 'missing_secret', '401']

/** True if the last call failed because of its key. */
export const failedForKey = (turn: Turn): boolean =>
  KEY_FAILURES.includes(turn.iterations.at(-1)?.failures?.at(-1)?.code ?? '')
