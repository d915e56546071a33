import type { EventOf } from '@shared/episode/log/event'
import { MOST_CHECKS } from '@shared/episode/log/mind-events'
import { checkBeliefs, objectsBelieved } from '@shared/agent/check-beliefs'
import { judgeTurn } from '@shared/agent/judge-turn'
import { writeSnapshot } from '../../episode/snapshots'
import type { EpisodeGame } from '../../story/episode/episode-game'
import type { Recorder } from './recorder'

export type Choice = Omit<EventOf<'action_chosen'>, 'event_type' | 'turn'>

export interface TurnDeps {
  readonly recorder: Pick<Recorder, 'record' | 'sync' | 'state'>
  readonly folder: string
  readonly game: Pick<EpisodeGame, 'play' | 'survey' | 'locate'>
  /** Chooses the action of the turn, recording how; a person may enter it meanwhile. */
  readonly choose: (turn: number) => Promise<Choice>
  /** Milliseconds, monotonic. */
  readonly clock: () => number
}

/**
 * One turn: an action is chosen, the game answers, the facts are read from its memory, and everything is on disk before
 * the turn counts.
 */
export async function runTurn(turn: number, { recorder, folder, game, choose, clock }: TurnDeps): Promise<void> {
  const started = clock()
  recorder.record({ event_type: 'turn_started', turn })
  const choice = await choose(turn)
  recorder.record({ event_type: 'action_chosen', turn, ...choice })
  const { observation, stateHash, quetzal } = await game.play(choice.action)
  recorder.record({ event_type: 'observation_made', turn, action: choice.action, ...observation })
  const [survey, snapshot] = await Promise.all([game.survey(), quetzal && writeSnapshot(folder, turn, quetzal)])
  if (survey) recorder.record({ event_type: 'location_surveyed', turn, ...survey })
  for (const event of judgeTurn(recorder.state)) recorder.record(event)
  await checkWhatIsBelieved(turn, { recorder, game })
  recorder.record({
    event_type: 'turn_completed',
    turn,
    duration_ms: Math.round(clock() - started),
    snapshot,
    state_hash: stateHash,
  })
  await recorder.sync()
}

/** For the user only: the state block, which the player sees, does not contain it. */
async function checkWhatIsBelieved(
  turn: number,
  { recorder, game }: Pick<TurnDeps, 'recorder' | 'game'>,
): Promise<void> {
  const names = objectsBelieved(recorder.state)
  const checks = checkBeliefs(recorder.state, names.length === 0 ? [] : await game.locate(names))
  if (checks.length > 0) recorder.record({ event_type: 'beliefs_checked', turn, checks: checks.slice(0, MOST_CHECKS) })
}
