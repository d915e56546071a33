import type { Turn } from '@shared/episode/episode'
import { CallLine } from '../../turn/CallLine'
import { useEpisode } from '../../session/episode/episode-store'
import { useView } from '../../session/view/view-store'

/**
 * The calls that failed in the last turn, while the agent is paused after it: what there is to look into stands where
 * the reader looks.
 */
export function PauseCause({ turn }: { readonly turn: Turn }) {
  const isHeldHere = useEpisode(
    ({ playhead, history: { latest } }) =>
      playhead === 'live' &&
      latest.control.mode === 'paused' &&
      latest.openTurn === null &&
      latest.turns.length === turn.number,
  )
  const showsCalls = useView(({ storyFilter }) => storyFilter.kinds.includes('calls'))
  if (!isHeldHere || showsCalls) return null
  const failed = turn.iterations
    .flatMap(({ toolCalls }) => toolCalls)
    .filter(({ status }) => status === 'failed' || status === 'timeout')
  return failed.map((call) => <CallLine key={call.callId} call={call} turn={turn.number} />)
}
