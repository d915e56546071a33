import type { EpisodeState, HelperCall, Turn } from '../episode/state/episode'
import { HELPER_ROLES, type HelperRole, type MindRole } from '../episode/log/mind'

type Played = Pick<EpisodeState, 'turns' | 'openTurn'>

/** Every call of one helper, the newest first. */
export function* callsOf(
  { turns, openTurn }: Played,
  role: HelperRole,
): Generator<HelperCall & { readonly turn: number }> {
  for (let index = turns.length; index >= 0; index--) {
    const turn = index === turns.length ? openTurn : turns[index]
    const calls = turn?.helperCalls ?? []
    for (let at = calls.length - 1; at >= 0; at--) {
      const call = calls[at]
      if (turn && call?.role === role) yield { ...call, turn: turn.number }
    }
  }
}

/** Without an answer, or with one that could not be read. */
export const isFailed = ({ response, failures }: Pick<HelperCall, 'response' | 'failures'>): boolean =>
  response === null || failures?.at(-1)?.retry_in_ms === null

export interface RoleCost {
  readonly calls: number
  readonly failed: number
  readonly tokensIn: number
  readonly tokensOut: number
  /** Null while no reply came with a price. */
  readonly costUsd: number | null
}

const NO_COST: RoleCost = { calls: 0, failed: 0, tokensIn: 0, tokensOut: 0, costUsd: null }

/** What each role was asked and what it came to; a role that was never asked is absent. */
export function costByRole(state: Played): ReadonlyMap<MindRole, RoleCost> {
  const costs = new Map<MindRole, RoleCost>()
  const add = (role: MindRole, calls: readonly Pick<HelperCall, 'request' | 'response' | 'failures'>[]) => {
    for (const { request, response, failures } of calls) {
      if (request === null) continue
      const before = costs.get(role) ?? NO_COST
      const price = response?.cost_usd ?? null
      costs.set(role, {
        calls: before.calls + 1,
        failed: before.failed + (isFailed({ response, failures: failures ?? [] }) ? 1 : 0),
        tokensIn: before.tokensIn + (response?.usage.input ?? 0),
        tokensOut: before.tokensOut + (response?.usage.output ?? 0),
        costUsd: price === null ? before.costUsd : (before.costUsd ?? 0) + price,
      })
    }
  }
  const turns: readonly Turn[] = state.openTurn ? [...state.turns, state.openTurn] : state.turns
  for (const { iterations, helperCalls = [] } of turns) {
    add('actor', iterations)
    for (const role of HELPER_ROLES)
      add(
        role,
        helperCalls.filter((call) => call.role === role),
      )
  }
  return costs
}
