import { performance } from 'node:perf_hooks'
import type { Settings } from '@shared/settings/settings'
import type { ControlCommand } from '@shared/contract/episodes'
import { type EpisodeState, MOST_HINTS } from '@shared/episode/state/episode'
import { turnToSay } from '@shared/episode/projections/help'
import { watchLimits } from '@shared/episode/projections/episode-limits'
import { type PauseRules, samePauseRules, whyPause } from '@shared/episode/projections/pause-rules'
import { readsHints, traitsOf } from '@shared/episode/state/players'
import { ExpectedError } from '@shared/base/expected-error'
import type { Vocabulary } from '../../story/episode/episode-game'
import { Controls, type Gate, RunStopped } from './controls'
import type { Recorder } from './recorder'
import { eventsOf, type MindChange } from './players/person-mind'
import { runEpisode } from './run-episode'
import type { Choice } from './run-turn'
import type { OpenOptions, Resources } from './with-resources'

/** An episode that runs: what the host keeps of it. */
export interface RunningEpisode {
  readonly id: string
  readonly recorder: Recorder
  control(command: ControlCommand): void
  /**
   * Plays an action that a person says: the next of one who plays, or that of the turn which the player is choosing or
   * will choose next. Throws `not_possible`, with the reason, for one that is not waited for, such as of a turn that is
   * no longer open.
   */
  submit(said: SaidAction): void
  /** Tells the player, with its next prompt. Throws `not_possible` for one that reads none. */
  hint(text: string): Promise<void>
  /** What a person changes in the player's mind. Throws `not_possible` with the reason. */
  remember(change: MindChange): Promise<void>
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

export interface SaidAction {
  readonly action: string
  readonly reasoning: string
  /** Whose action it is meant to be; left out: whichever can be said now. */
  readonly turn: number | undefined
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
  let said: { readonly turn: number; readonly choice: Choice } | null = null
  const takeSaid = (): Choice | null => {
    const choice = said?.choice ?? null
    said = null
    controls.handBack()
    return choice
  }
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
      const isTakenOver = () => said?.turn === turn && !controls.signal.aborted
      const choice =
        takeSaid() ??
        (await player.choose(turn, { recorder, controls, mcp }).then(
          (chosen) => (isTakenOver() ? takeSaid() : null) ?? chosen,
          (error: unknown) => {
            const instead = isTakenOver() ? takeSaid() : null
            if (instead === null) throw error
            return instead
          },
        ))
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
    submit({ action, reasoning, turn }) {
      const { state } = recorder
      const open = turnToSay(state)
      if (turn !== undefined && turn !== open)
        throw new ExpectedError(
          'not_possible',
          `The action of turn ${turn} was played meanwhile: say that of turn ${open}.`,
        )
      if (traitsOf(state).isPerson) {
        if (!player.submit(action, reasoning))
          throw new ExpectedError('not_possible', `Episode ${id} is not waiting for an action of yours.`)
        return
      }
      if (said !== null)
        throw new ExpectedError(
          'not_possible',
          `An action of a person, "${said.choice.action}", waits to be played in turn ${said.turn}: say the one after it then.`,
        )
      if (state.ended !== null || controls.signal.aborted)
        throw new ExpectedError('not_possible', `Episode ${id} is over: no action can be said any more.`)
      said = { turn: open, choice: { action, reasoning, new_objective: null, source: 'human' } }
      controls.takeOver(open === state.turns.length + 1)
    },
    async hint(text) {
      const { state } = recorder
      if (!readsHints(state))
        throw new ExpectedError('not_possible', `${state.manifest?.player.label ?? 'This player'} reads no hints.`)
      if (state.ended !== null || controls.signal.aborted)
        throw new ExpectedError('not_possible', `Episode ${id} is over: no hint can reach its player.`)
      if (state.hints.length >= MOST_HINTS)
        throw new ExpectedError('not_possible', `Episode ${id} has ${MOST_HINTS} hints already, and takes no more.`)
      recorder.record({ event_type: 'hint_given', turn: turnOfHint(state, controls.held), text })
      await recorder.sync()
    },
    async remember(change) {
      const { state } = recorder
      if (state.ended !== null || controls.signal.aborted)
        throw new ExpectedError('not_possible', `Episode ${id} is over: nothing can be noted in it for its player.`)
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

/** The turn whose prompt is made next. A call that waits to be made, also to be made again, makes it anew. */
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
