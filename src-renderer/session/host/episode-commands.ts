import { isExpected } from '@shared/base/expected-error'
import type { ControlCommand } from '@shared/contract/episodes'
import type { StartParams } from '@shared/contract/start'
import type { HintSource } from '@shared/episode/log/event'
import type { PauseRules } from '@shared/episode/projections/pause-rules'
import { moreTurnsOf, turnLimitOfFork } from '@shared/episode/projections/turn-limit'
import type { Hint } from '@shared/episode/state/episode'
import { PLAYER_TRAITS } from '@shared/episode/state/players'
import { showNotice } from '../../kit/text/notice-store'
import { startAgreed } from '../connection/agreement'
import { hostApi, reachHost, refusalOf } from '../connection/connection-store'
import { currentAgentState } from '../episode/episode-status'
import { useEpisode } from '../episode/episode-store'
import { type ForkChoices, forksOf, useForks } from '../episode/forks/fork-store'
import { isPlayedHere } from '../episode/playback/playback'
import { namedEpisode } from '../episodes/entry-title'
import { useEpisodeList } from '../episodes/episodes-store'
import { lastRun, openStartSheet, readStart, storyToStart } from '../episodes/start-store'
import { sessionStrings } from '../strings'
import { focusRegion } from '../view/regions'
import { setView, useView } from '../view/view-store'
import { runCommand, submit, runForOpenEpisode } from './run-command'

const STEPS: ReadonlySet<ControlCommand> = new Set(['step_turn', 'step_iteration'])

/** Controls the agent. A step also moves the playhead to the live end, because the user wants to see its result. */
export const controlEpisode = (command: ControlCommand) =>
  runForOpenEpisode(async (api, episodeId) => {
    await api.controlEpisode({ episodeId, command })
    if (STEPS.has(command) && useEpisode.getState().id === episodeId) useEpisode.getState().movePlayhead('live')
  })

/** Starts an episode and opens it. Resolves to the reason of a failure, or null. */
export async function startEpisode(params: StartParams): Promise<string | null> {
  const { pauseRules = useView.getState().pauseRules } = params
  try {
    const api = reachHost()
    const started = await startAgreed(api, (consent) =>
      api.startEpisode({ ...params, pauseRules, pace: 'watch', ...consent }),
    )
    if (started === null) return null
    useEpisode.getState().open(started.episodeId, 'live')
    // Playback of this run will use the same pause rules.
    setView({ failure: null, dialog: null, pauseRules })
    // The next key presses are for the episode, not for the start button. A person types into the command line.
    if (!PLAYER_TRAITS[params.player].isPerson) focusRegion('story')
    void readStart(api)
    return null
  } catch (error) {
    return refusalOf(error)
  }
}

/** Starts the last run, or the run of the settings; if its story is gone, with the bundled story. */
export async function startLastRun(changes: Partial<StartParams> = {}): Promise<void> {
  const known = useEpisodeList.getState().stories
  // The list of stories may not have been received yet.
  const stories =
    known.length > 0
      ? known
      : ((await hostApi()
          ?.listStories({})
          .catch(() => null)) ?? [])
  const run = { ...lastRun(), ...changes }
  const game = storyToStart(run, stories)
  if (game === undefined) return openStartSheet()
  const failure = await startEpisode({ ...run, game: game.id })
  if (failure !== null) setView({ failure })
}

/**
 * Resumes the open episode; with `fromLastGood`, a damaged log from its last good turn. An episode that reached its
 * turn limit gets more turns, because it would otherwise end at once.
 */
export const resumeEpisode = (fromLastGood = false) =>
  runForOpenEpisode(async (api, episodeId) => {
    const { latest } = useEpisode.getState().history
    const more = moreTurnsOf(latest)
    const wanted = {
      episodeId,
      pauseRules: useView.getState().pauseRules,
      fromLastGood,
      ...(more !== null && { turnLimit: latest.turns.length + more }),
    }
    const resumed = await startAgreed(api, (consent) => api.resumeEpisode({ ...wanted, ...consent })).catch(
      unlessRunning,
    )
    if (resumed === null) return
    if (fromLastGood) return useEpisode.getState().reopen()
    // Resuming removed the torn end that caused the warning.
    useEpisode.setState({ warning: null })
    useEpisode.getState().movePlayhead('live')
  })

/** Ignores the error if an earlier key press or another window has already started the episode. */
export function unlessRunning(error: unknown): void {
  if (!isExpected(error, 'running')) throw error
}

/** Forks the open episode with the chosen changes; the fork is paused. Resolves to the reason of a failure, or null. */
export async function forkEpisode(choices: ForkChoices): Promise<string | null> {
  const { id: parentId, playhead, history } = useEpisode.getState()
  if (parentId === null) return null
  const player = choices.player ?? history.latest.manifest?.player.kind
  // An episode played by a person waits for input anyway.
  const paused = player === undefined || !PLAYER_TRAITS[player].isPerson
  const turnLimit = choices.turnLimit ?? turnLimitOfFork(history.latest, choices.turn) ?? undefined
  const request = {
    ...choices,
    turnLimit,
    episodeId: parentId,
    paused,
    pauseRules: history.latest.pauseRules ?? undefined,
  }
  try {
    const api = reachHost()
    const forked = await startAgreed(api, (consent) => api.forkEpisode({ ...request, pace: 'watch', ...consent }), true)
    if (forked === null) return null
    useForks.setState({ draft: null, made: { id: forked.episodeId, parentId, turn: choices.turn, playhead } })
    setView({ failure: null })
    // If another episode was opened meanwhile, the fork is listed but not opened.
    if (useEpisode.getState().id === parentId) useEpisode.getState().open(forked.episodeId, 'live')
    if (useView.getState().dialog === null) focusRegion('story')
    return null
  } catch (error) {
    return refusalOf(error)
  }
}

/** Forks without changes. An unplayed fork is not forked at its start, because the result would be a copy. */
export async function forkUnchanged(turn: number): Promise<void> {
  const { forkedFrom, turns } = useEpisode.getState().history.latest
  if (forkedFrom?.turn === turn && turns.length === turn) return showNotice(sessionStrings.fork.isOne)
  const failure = await forkEpisode({ turn })
  if (failure !== null) setView({ failure })
}

/**
 * Moves the last fork to the trash, even if it has played, and returns to its parent. The fork can be restored like any
 * deleted episode.
 */
export const undoFork = () =>
  runCommand(async (api) => {
    const { made } = useForks.getState()
    if (made === null) return
    // Cleared first, because a second press would delete the episode again.
    useForks.setState({ made: null })
    const entry = useEpisodeList.getState().entries.get(made.id)
    await api.deleteEpisode({ episodeId: made.id, stop: true }).catch((error: unknown) => {
      useForks.setState({ made })
      throw error
    })
    useEpisodeList.setState({ deleted: [entry ? namedEpisode(entry) : { id: made.id, title: made.id }] })
    if (useEpisode.getState().id === made.id) useEpisode.getState().open(made.parentId, made.playhead)
    showNotice(sessionStrings.fork.undone)
    focusRegion('story')
  })

/** Sends an action. `turn` is the turn that the user saw, so that the host can refuse an outdated action. */
export const submitAction = (episodeId: string, action: string, turn?: number) =>
  submit((api) => api.submitAction({ episodeId, action, turn }))

export const giveHint = (episodeId: string, text: string, source?: HintSource) =>
  submit((api) => api.giveHint({ episodeId, text, source }))
export const withdrawHint = (episodeId: string, { turn, text }: Hint) =>
  submit((api) => api.withdrawHint({ episodeId, turn, text }))

let isAnsweringAgain = false

/**
 * Forks before the agent's last choice and pauses the parent. The fork continues, or plays one turn if the agent was
 * paused.
 */
export const answerAgain = () =>
  runForOpenEpisode(async (api, episodeId) => {
    const { turns, turnLimit, pauseRules, forkedFrom } = useEpisode.getState().history.latest
    const turn = turns.length - 1
    const before = forkedFrom?.turn === turn ? (forkedFrom.answer ?? 1) : 1
    const repeats = forksOf(episodeId, useEpisodeList.getState().entries).filter(
      ({ entry }) => entry.summary?.forkedFrom?.turn === turn && entry.summary.forkedFrom.answer !== undefined,
    )
    const agent = currentAgentState()
    if (isAnsweringAgain || turns.length === 0) return
    isAnsweringAgain = true
    try {
      if (agent === 'running') await api.controlEpisode({ episodeId, command: 'cancel_call' })
      const forked = await startAgreed(
        api,
        (consent) =>
          api.forkEpisode({
            episodeId,
            turn,
            answersAgain: true,
            answer: before + repeats.length + 1,
            turnLimit: turnLimit ?? undefined,
            paused: agent !== 'running',
            pace: 'watch',
            pauseRules: pauseRules ?? undefined,
            ...consent,
          }),
        true,
      )
      if (forked === null) return
      if (agent !== 'running') await api.controlEpisode({ episodeId: forked.episodeId, command: 'step_turn' })
      const answersAgain = { isPaused: agent === 'running' || agent === 'paused' }
      useForks.setState({
        made: { id: forked.episodeId, parentId: episodeId, turn, playhead: 'live', answersAgain },
      })
      useEpisode.getState().open(forked.episodeId, 'live')
    } finally {
      isAnsweringAgain = false
    }
  })

/** Changes the pause rules, at once also for a running agent. */
export async function changePauseRules(pauseRules: PauseRules): Promise<void> {
  setView({ pauseRules })
  const { id } = useEpisode.getState()
  if (id !== null && isPlayedHere(useEpisodeList.getState(), id))
    await runCommand((api) => api.setPauseRules({ episodeId: id, rules: pauseRules }))
}
