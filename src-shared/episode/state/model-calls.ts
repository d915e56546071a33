import type { HelperCall, Iteration, Turn } from './episode'
import { EXPLORER_MODEL } from './players'

type Response = NonNullable<Iteration['response']>

/** False for a call of the rule-based player, whose token counts are estimates. A fork may have copied its turns. */
export const isOfModel = ({ model }: Pick<Response, 'model'>): boolean => model !== EXPLORER_MODEL

/** The calls of models in a turn, including those of helpers. An outline has no requests. */
export const modelCallsOf = ({
  iterations,
  helperCalls = [],
}: Pick<Turn, 'iterations' | 'helperCalls'>): readonly (Iteration | HelperCall)[] =>
  [...iterations, ...helperCalls].filter(({ request, response }) => {
    const call = response ?? request
    return call !== null && isOfModel(call)
  })

/** Usage of the models in a turn, including answers to servers; null where no endpoint reported it. */
export function usageIn(turn: Pick<Turn, 'iterations' | 'helperCalls' | 'serverMessages'>) {
  const answers = [
    ...modelCallsOf(turn).flatMap(({ response }) => response ?? []),
    ...(turn.serverMessages ?? []).filter((message) => message.event_type === 'mcp_server_request'),
  ]
  const sumOf = (read: (answer: (typeof answers)[number]) => number | null | undefined) =>
    answers.map(read).reduce<number | null>((sum, more) => (more == null ? sum : (sum ?? 0) + more), null)
  return {
    tokensIn: sumOf(({ usage }) => usage?.input),
    tokensOut: sumOf(({ usage }) => usage?.output),
    tokensCached: sumOf(({ usage }) => usage?.cached),
    tokensReasoning: sumOf(({ usage }) => usage?.reasoning),
    costUsd: sumOf(({ cost_usd }) => cost_usd),
  }
}
