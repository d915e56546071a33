import { performance } from 'node:perf_hooks'
import type { Settings } from '@shared/config/settings'
import type { ControlCommand } from '@shared/contract/episodes'
import type { EpisodeState } from '@shared/episode/episode'
import { watchLimits } from '@shared/episode/episode-limits'
import { type PauseRules, samePauseRules, whyPause } from '@shared/episode/pause-rules'
import { PLAYER_TRAITS } from '@shared/episode/players'
import type { Vocabulary } from '../../game/episode/episode-game'
import { Controls, RunStopped } from './controls'
import type { Recorder } from './recorder'
import { runEpisode } from './run-episode'
import type { Choice } from './run-turn'
import type { OpenOptions, Resources } from './with-resources'

/** An episode that runs: what the host keeps of it. */
export interface RunningEpisode {
  readonly id: string
  readonly recorder: Recorder
  control(command: ControlCommand): void
  /** False if a person plays and is not being waited for. */
  submit(action: string, reasoning: string): boolean
  /** The words of the story's parser. */
  vocabulary(): Promise<Vocabulary>
  setPauseRules(rules: PauseRules): void
  /** Ends it, with the error as the reason. */
  fail(error: Error): void
  /** Lets go of the episode where it is, so that it can be resumed; resolves when nothing of it is left. */
  suspend(): Promise<void>
  /** Resolves when it no longer runs. Never rejects. */
  readonly finished: Promise<void>
}

interface Play extends Resources {
  readonly id: string
  readonly folder: string
  readonly log: Recorder
  readonly paused: boolean
  readonly settings: Settings
  readonly options: OpenOptions
}

/** Plays an episode that is open, and closes what it is played with when it no longer runs. */
export function play({
  id,
  folder,
  log: recorder,
  game,
  player,
  mcp,
  paused,
  settings,
  options,
}: Play): RunningEpisode {
  if (mcp) recorder.record({ event_type: 'mcp_manager_init', servers: [...mcp.servers] })
  const limitPassed = watchLimits(options.settings.limits, recorder.state.totals)
  // Not in the log before it is played: said for a turn that never comes, it was never an action of this episode.
  let saidOutside: Choice | null = null
  const controls = new Controls((mode, reason) => recorder.record({ event_type: 'control_changed', mode, reason }))
  if (paused) controls.command('pause')
  const run = runEpisode({
    recorder,
    folder,
    game,
    controls,
    turnDelayMs: settings.gameplay.turn_delay_seconds * 1000,
    clock: () => performance.now(),
    whyPause: () => whyPausedBy(recorder.state) ?? limitPassed(recorder.state.totals),
    choose: async (turn) => {
      const said = saidOutside
      saidOutside = null
      const choice = said ?? (await player.choose(turn, { recorder, controls, mcp }))
      // The game reads one line: what follows a line break would be another command.
      return { ...choice, action: choice.action.split(/[\r\n]/, 1)[0] ?? '' }
    },
  })
  const finished = run
    .catch(options.onFault)
    .then(() => Promise.all([game.close(), player.close(), mcp?.close()]))
    .then(() => recorder.close())
    .catch(options.onFault)
  return {
    id,
    recorder,
    control: (command) => controls.command(command),
    submit(action, reasoning) {
      if (PLAYER_TRAITS[player.identity.kind].isPerson) return player.submit(action, reasoning)
      saidOutside = { action, reasoning, new_objective: null, source: 'human' }
      return true
    },
    vocabulary: () => game.vocabulary(),
    setPauseRules: (rules) => changePauseRules(recorder, rules),
    fail: (error) => controls.abort(error),
    suspend: () => {
      controls.abort(new RunStopped(false))
      return finished
    },
    finished,
  }
}

const whyPausedBy = (state: EpisodeState) => state.pauseRules && whyPause(state.pauseRules, state)

export function changePauseRules(recorder: Recorder, rules: PauseRules): void {
  const { pauseRules: before } = recorder.state
  if (before === null || !samePauseRules(before, rules)) recorder.record({ event_type: 'pause_rules_changed', rules })
}
