import { performance } from 'node:perf_hooks'
import { ExpectedError } from '@shared/base/expected-error'
import type { ControlCommand } from '@shared/contract/episodes'
import type { HintSource } from '@shared/episode/log/event'
import { watchLimits } from '@shared/episode/projections/episode-limits'
import { turnToEnter } from '@shared/episode/projections/help'
import { type PauseRules, samePauseRules, whyPause } from '@shared/episode/projections/pause-rules'
import { type EpisodeState, MAX_HINTS } from '@shared/episode/state/episode'
import { readsHints, traitsOf } from '@shared/episode/state/players'
import type { Settings } from '@shared/settings/settings'
import type { Vocabulary } from '../../story/episode/episode-game'
import { Controls, type Gate, RunStopped } from './controls'
import { learnFrom, whyNotLearned } from './learn'
import { eventsOf, type MindChange } from './players/person-mind'
import type { Recorder } from './recorder'
import { type Choice, runEpisode } from './run-episode'
import type { EpisodeOptions, Resources } from './with-resources'

export interface RunningEpisode {
  readonly id: string
  readonly recorder: Recorder
  control(command: ControlCommand): void
  /** Plays the action that a person entered for the current or the given turn. Throws `not_possible`. */
  submit(entered: EnteredAction): void
  /** Adds a hint to the player's next prompt. Throws `not_possible` for a player without prompts. */
  hint(text: string, source?: HintSource): Promise<void>
  /** Withdraws a hint. Throws `not_possible` once a prompt contains it. */
  withdrawHint(turn: number, text: string): Promise<void>
  /** Applies a user's change to the player's mind. Throws `not_possible` with the reason. */
  remember(change: MindChange): Promise<void>
  vocabulary(): Promise<Vocabulary>
  setPauseRules(rules: PauseRules): void
  /** Ends the episode with the error as the reason. */
  fail(error: Error): void
  /** Suspends the episode, so that it can be resumed; resolves when it is closed. */
  suspend(): Promise<void>
  /** Resolves when the episode stopped running. Never rejects. */
  readonly finished: Promise<void>
}

interface EnteredAction {
  readonly action: string
  readonly reasoning: string
  /** The turn of the action; the current one by default. */
  readonly turn: number | undefined
}

export interface Play extends Resources {
  readonly id: string
  readonly folder: string
  readonly recorder: Recorder
  readonly paused: boolean
  readonly settings: Settings
  readonly options: EpisodeOptions
}

/** Plays an open episode and closes its resources when it stops running. */
export function play(episode: Play): RunningEpisode {
  const { id, folder, recorder, game, player, mcp, paused, settings, options } = episode
  if (mcp) recorder.record({ event_type: 'mcp_manager_init', servers: [...mcp.servers] })
  const limitPassed = watchLimits(settings.limits, recorder.state.totals)
  // Logged only when it is played, because an action for a turn that never begins is not part of the episode.
  let entered: { readonly turn: number; readonly choice: Choice } | null = null
  const takeEntered = (): Choice | null => {
    const choice = entered?.choice ?? null
    entered = null
    controls.handBack()
    return choice
  }
  const controls = new Controls((mode, reason, { continuesInMs, signIn, isRefused }) => {
    const at = continuesInMs === undefined ? undefined : new Date(Date.now() + continuesInMs).toISOString()
    recorder.record({
      event_type: 'control_changed',
      mode,
      reason,
      ...(at !== undefined && { continues_at: at }),
      ...(signIn !== undefined && { sign_in: signIn }),
      ...(isRefused && { is_refused: true }),
    })
  })
  if (paused) controls.command('pause')
  const run = runEpisode({
    recorder,
    folder,
    game,
    controls,
    turnDelayMs: settings.gameplay.turn_delay_seconds * 1000,
    // Stops during a pause, which does not count in a turn's duration.
    clock: () => performance.now() - controls.pausedMs,
    whyPause: () => whyPausedBy(recorder.state) ?? limitPassed(recorder.state.totals),
    choose: async (turn) => {
      const isTakenOver = () => entered?.turn === turn && !controls.signal.aborted
      const choice =
        takeEntered() ??
        (await player.choose(turn, { recorder, controls, mcp }).then(
          (chosen) => (isTakenOver() ? takeEntered() : null) ?? chosen,
          (error: unknown) => {
            const instead = isTakenOver() ? takeEntered() : null
            if (instead === null) throw error
            return instead
          },
        ))
      // Only the first line is played, because a second line would be another command.
      return { ...choice, action: choice.action.split(/[\r\n]/, 1)[0] ?? '' }
    },
  })
  const learns = settings.mind.knowledge_writer === 'rules'
  const finished = run
    .then(async () => {
      const { state } = recorder
      if (learns && state.ended !== null && whyNotLearned(state) === null)
        await learnFrom(state, await game.names(), options)
    })
    .catch(options.onFault)
    .then(() => Promise.all([game.close(), player.close(), mcp?.close()]))
    .then(() => recorder.close())
    .catch(options.onFault)
  return {
    id,
    recorder,
    control: (command) => controls.command(command),
    submit({ action, reasoning, turn }) {
      const { state } = recorder
      const open = turnToEnter(state)
      if (turn !== undefined && turn !== open)
        throw new ExpectedError(
          'not_possible',
          `The action of turn ${turn} was already played: enter the action of turn ${open}.`,
        )
      if (traitsOf(state).isPerson) {
        if (!player.submit?.(action, reasoning))
          throw new ExpectedError('not_possible', `Episode ${id} is not waiting for your action.`)
        return
      }
      if (entered !== null)
        throw new ExpectedError(
          'not_possible',
          `An action of a person, "${entered.choice.action}", is waiting to be played in turn ${entered.turn}: enter the next one after that.`,
        )
      if (state.ended !== null || controls.signal.aborted)
        throw new ExpectedError('not_possible', `Episode ${id} is over and takes no more actions.`)
      entered = { turn: open, choice: { action, reasoning, new_objective: null, source: 'human' } }
      controls.takeOver(open === state.turns.length + 1)
    },
    async hint(text, source) {
      const { state } = recorder
      if (!readsHints(state))
        throw new ExpectedError('not_possible', `${state.manifest?.player.label ?? 'This player'} does not read hints.`)
      if (state.ended !== null || controls.signal.aborted)
        throw new ExpectedError('not_possible', `Episode ${id} is over and takes no more hints.`)
      if (state.hints.length >= MAX_HINTS)
        throw new ExpectedError('not_possible', `Episode ${id} already has ${MAX_HINTS} hints, the maximum.`)
      recorder.record({
        event_type: 'hint_given',
        turn: turnOfHint(state, controls.held),
        text,
        ...(source && { source }),
      })
      await recorder.sync()
    },
    async withdrawHint(turn, text) {
      const { state } = recorder
      const isWaiting = state.hints.some((hint) => hint.turn === turn && hint.text === text)
      if (!isWaiting || state.ended !== null || controls.signal.aborted || turn < turnOfHint(state, controls.held))
        throw new ExpectedError('not_possible', 'The hint can no longer be taken back.')
      recorder.record({ event_type: 'hint_withdrawn', turn, text })
      await recorder.sync()
    },
    async remember(change) {
      const { state } = recorder
      if (state.ended !== null || controls.signal.aborted)
        throw new ExpectedError('not_possible', `Episode ${id} is over: notes can no longer be added.`)
      for (const event of eventsOf(state, change)) recorder.record(event)
      await recorder.sync()
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

/**
 * The turn whose prompt is built next. A call that waits at its gate, even a repeated one, builds its prompt when it
 * continues.
 */
function turnOfHint({ turns, openTurn }: EpisodeState, held: Gate | null): number {
  const next = turns.length + 1
  if (openTurn === null || held === 'turn') return next
  const wasSent = openTurn.iterations.some(({ request }) => request !== null)
  const wasAnswered = openTurn.iterations.some(({ response }) => response !== null)
  return !wasSent || (held === 'iteration' && !wasAnswered) ? next : next + 1
}

const whyPausedBy = (state: EpisodeState) => state.pauseRules && whyPause(state.pauseRules, state)

export function changePauseRules(recorder: Recorder, rules: PauseRules): void {
  const { pauseRules: before } = recorder.state
  if (before === null || !samePauseRules(before, rules)) recorder.record({ event_type: 'pause_rules_changed', rules })
}
