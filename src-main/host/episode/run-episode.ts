import { setTimeout as sleep } from 'node:timers/promises'
import { checkBeliefs, objectsBelieved } from '@shared/agent/check-beliefs'
import { Foreknowledge, isForeknowledgeChecked } from '@shared/agent/foreknowledge'
import { judgeTurn } from '@shared/agent/judge-turn'
import { hasPart } from '@shared/agent/mind-presets'
import { isPlateau } from '@shared/agent/parts/stuck'
import { viewOf } from '@shared/agent/view'
import { isExpected } from '@shared/base/expected-error'
import type { EventOf } from '@shared/episode/log/event'
import { MAX_CHECKS } from '@shared/episode/log/mind-events'
import { observationMade } from '@shared/episode/log/observation-made'
import { latestObservation } from '@shared/episode/state/episode'
import { traitsOf } from '@shared/episode/state/players'
import { writeSnapshot } from '../../episode/snapshots'
import { LlmError } from '../../llm/chat-client'
import type { EpisodeGame } from '../../story/episode/episode-game'
import { type Controls, type PauseEnd, RunStopped } from './controls'
import { eachBeginning } from './each-beginning'
import type { Recorder } from './recorder'

interface EpisodeDeps extends TurnDeps {
  readonly controls: Controls
  readonly turnDelayMs: number
  /** Returns the reason to pause after the last turn, or null to continue. */
  readonly whyPause: () => string | null
}

type Ending = Omit<EventOf<'episode_ended'>, 'event_type'>

/** Plays turns until the episode ends or is stopped; a closing host leaves it open, to be resumed. */
export async function runEpisode(deps: EpisodeDeps): Promise<void> {
  const { recorder } = deps
  try {
    const ending = await playToTheEnd(deps)
    recorder.record({ event_type: 'episode_ended', ...ending })
  } catch (error) {
    if (error instanceof RunStopped && !error.ended) return
    const ending: Ending =
      error instanceof RunStopped
        ? (endingOf(recorder) ?? { ended: 'stopped', reason: 'Stopped by the user' })
        : { ended: 'error', reason: (error as Error).message }
    recorder.record({ event_type: 'episode_ended', ...ending })
    // The episode shows the error; a bug is thrown as well.
    if (!(error instanceof RunStopped) && !isExpected(error)) throw error
  }
}

async function playToTheEnd(deps: EpisodeDeps): Promise<Ending> {
  const { recorder, controls, turnDelayMs } = deps
  const isChecked = isForeknowledgeChecked(recorder.state)
  let foreknowledge: Foreknowledge | null = null
  let end: PauseEnd = {}
  for (let why: string | null = null; ;) {
    const ending = endingOf(recorder)
    // If a rule pauses at a death, the user can look at the death before the episode ends.
    if (ending && why === null) return ending
    await controls.pass('turn', why, end)
    end = {}
    if (ending) return ending
    if (turnDelayMs > 0)
      await sleep(turnDelayMs, undefined, { signal: controls.turnSignal }).catch(() => controls.signal.throwIfAborted())
    // After the first gate, because otherwise a step that is requested during this work would end at that gate.
    if (isChecked && foreknowledge === null) {
      const known = new Foreknowledge(await deps.game.names())
      await eachBeginning(recorder.state, (beginning) => known.namesIn(beginning))
      foreknowledge = known
    }
    try {
      await runTurn(recorder.state.turns.length + 1, { ...deps, foreknowledge })
      why = deps.whyPause()
    } catch (error) {
      controls.signal.throwIfAborted()
      // No game turn is spent on an unavailable model or a sign-in. The turn restarts when the user resumes.
      if (isExpected(error, 'sign_in_needed')) {
        end = { signIn: error.detail.server }
        why = `Paused: ${error.message}`
        continue
      }
      if (!(error instanceof LlmError)) throw error
      const { kind, continuesInMs } = error
      if (kind === 'refused') end = { isRefused: true }
      else if (continuesInMs !== null) end = { continuesInMs }
      const then = continuesInMs === null ? '' : ` It continues by itself at ${timeIn(continuesInMs)}.`
      why = `Paused: ${error.message}${then}`
    }
  }
}

/** The local time in `ms` milliseconds, with the date if it is not today's. */
function timeIn(ms: number): string {
  const then = new Date(Date.now() + ms)
  const time = then.toLocaleTimeString('en-GB')
  return then.toDateString() === new Date().toDateString() ? time : `${time} on ${then.toDateString()}`
}

/** How the episode ended, from the game and the limits; null while it is open. */
export function endingOf({ state }: Pick<Recorder, 'state'>): Ending | null {
  const latest = latestObservation(state)
  if (latest?.fault) return { ended: 'error', reason: `The story's program failed: ${latest.notices[0]}` }
  if (latest?.rule_applied === 'stop')
    return { ended: 'died', reason: 'The player character died, and this run stops at a death' }
  if (latest?.victory) return { ended: 'won', reason: 'The story was won' }
  if (latest?.game_over)
    return latest.victory === false
      ? { ended: 'died', reason: 'The player character died' }
      : { ended: 'game_over', reason: 'The story came to its end' }
  if (latest?.input === 'ended') return { ended: 'halted', reason: 'The story ended by itself' }
  const mind = state.manifest?.mind
  if (hasPart(mind, 'stuck') && isPlateau(viewOf(state).blocks, mind?.plateau_turns ?? 0, state.continuedFrom))
    return { ended: 'plateau', reason: `No progress in the last ${mind?.plateau_turns} turns` }
  if (state.turnLimit !== null && state.turns.length >= state.turnLimit)
    return {
      ended: 'turn_limit',
      reason: `The limit of ${state.turnLimit} ${state.turnLimit === 1 ? 'turn' : 'turns'} was reached`,
    }
  return null
}

export type Choice = Omit<EventOf<'action_chosen'>, 'event_type' | 'turn'>

interface TurnDeps {
  readonly recorder: Pick<Recorder, 'record' | 'sync' | 'state'>
  readonly folder: string
  readonly game: Pick<EpisodeGame, 'play' | 'survey' | 'locate' | 'names'>
  /** Chooses the action of the turn and records how; a person may enter the action instead. */
  readonly choose: (turn: number) => Promise<Choice>
  /** Monotonic, in milliseconds. */
  readonly clock: () => number
}

/** Plays one turn: chooses an action, plays it, reads the facts, and writes everything to disk. */
export async function runTurn(
  turn: number,
  { recorder, folder, game, choose, clock, foreknowledge }: TurnDeps & { readonly foreknowledge: Foreknowledge | null },
): Promise<void> {
  const begun = clock()
  recorder.record({ event_type: 'turn_started', turn })
  const choice = await choose(turn)
  // The time until a person entered the action does not count as the agent's.
  const isHelped = choice.source === 'human' && !traitsOf(recorder.state).isPerson
  const started = isHelped ? clock() : begun
  recorder.record({ event_type: 'action_chosen', turn, ...choice })
  const { observation, stateHash, quetzal } = await game.play(choice.action)
  recorder.record(observationMade(turn, choice.action, observation, recorder.state.manifest?.disguise))
  const [survey, snapshot] = await Promise.all([game.survey(), quetzal && writeSnapshot(folder, turn, quetzal)])
  if (survey) recorder.record({ event_type: 'location_surveyed', turn, ...survey })
  for (const event of judgeTurn(recorder.state)) recorder.record(event)
  await checkWhatIsBelieved(turn, { recorder, game })
  if (foreknowledge !== null && choice.source !== 'human')
    recorder.record({ event_type: 'foreknowledge_checked', turn, names: foreknowledge.namesIn(recorder.state) })
  recorder.record({
    event_type: 'turn_completed',
    turn,
    duration_ms: Math.round(clock() - started),
    snapshot,
    state_hash: stateHash,
  })
  await recorder.sync()
}

/** Compares the player's beliefs with the game. Only the user sees the results, the player does not. */
async function checkWhatIsBelieved(
  turn: number,
  { recorder, game }: Pick<TurnDeps, 'recorder' | 'game'>,
): Promise<void> {
  const names = objectsBelieved(recorder.state)
  const checks = checkBeliefs(recorder.state, names.length === 0 ? [] : await game.locate(names))
  if (checks.length > 0) recorder.record({ event_type: 'beliefs_checked', turn, checks: checks.slice(0, MAX_CHECKS) })
}
