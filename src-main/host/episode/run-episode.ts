import { setTimeout as sleep } from 'node:timers/promises'
import { latestObservation } from '@shared/episode/state/episode'
import type { EventOf } from '@shared/episode/log/event'
import { isExpected } from '@shared/base/expected-error'
import { hasPart } from '@shared/agent/mind-presets'
import { isPlateau } from '@shared/agent/stuck'
import { viewOf } from '@shared/agent/view'
import { LlmError } from '../../llm/chat-client'
import { type Controls, RunStopped } from './controls'
import type { Recorder } from './recorder'
import { runTurn, type TurnDeps } from './run-turn'

interface EpisodeDeps extends TurnDeps {
  readonly controls: Controls
  readonly turnDelayMs: number
  /** The reason to pause after the last turn; null to continue. */
  readonly whyPause: () => string | null
}

type Ending = Omit<EventOf<'episode_ended'>, 'event_type'>

/**
 * Plays turns until the episode ends or is stopped. The log records how it ended. A closing host leaves the episode
 * open, to be resumed.
 */
export async function runEpisode(deps: EpisodeDeps): Promise<void> {
  const { recorder } = deps
  try {
    const ending = await playToTheEnd(deps)
    recorder.record({ event_type: 'episode_ended', ...ending })
  } catch (error) {
    if (error instanceof RunStopped && !error.ended) return
    const ending: Ending =
      error instanceof RunStopped
        ? (endingOf(recorder) ?? { ended: 'stopped', reason: 'Stopped by you' })
        : { ended: 'error', reason: (error as Error).message }
    recorder.record({ event_type: 'episode_ended', ...ending })
    // The episode shows the error; a bug is thrown as well.
    if (!(error instanceof RunStopped) && !isExpected(error)) throw error
  }
}

async function playToTheEnd(deps: EpisodeDeps): Promise<Ending> {
  const { recorder, controls, turnDelayMs } = deps
  for (let why: string | null = null; ;) {
    const ending = endingOf(recorder)
    // A user who pauses at deaths looks at the death before the episode ends.
    if (ending && why === null) return ending
    await controls.pass('turn', why)
    if (ending) return ending
    if (turnDelayMs > 0)
      await sleep(turnDelayMs, undefined, { signal: controls.turnSignal }).catch(() => controls.signal.throwIfAborted())
    try {
      await runTurn(recorder.state.turns.length + 1, deps)
      why = deps.whyPause()
    } catch (error) {
      controls.signal.throwIfAborted()
      if (!(error instanceof LlmError)) throw error
      // No game turn is spent on an unavailable model. The turn restarts when the user resumes.
      why = `Paused: ${error.message}`
    }
  }
}

/** Why the episode is over, from the game and the limits; null while it is open. */
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
