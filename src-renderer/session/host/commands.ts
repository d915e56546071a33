import { ExpectedError, isExpected } from '@shared/base/expected-error'
import type { HostApi } from '@shared/contract/contract'
import type { ControlCommand } from '@shared/contract/episodes'
import type { DesiredState } from '@shared/contract/experiments'
import type { StartParams } from '@shared/contract/start'
import type { Story } from '@shared/contract/stories'
import { annotationOf } from '@shared/episode/log/annotate'
import type { TurnAnnotation } from '@shared/episode/log/annotations'
import type { HintSource } from '@shared/episode/log/event'
import type { MindNote } from '@shared/episode/log/mind-state'
import type { PauseRules } from '@shared/episode/projections/pause-rules'
import { moreTurnsOf, turnLimitOfFork } from '@shared/episode/projections/turn-limit'
import type { Hint } from '@shared/episode/state/episode'
import { PLAYER_TRAITS } from '@shared/episode/state/players'
import type { ReportFormat } from '@shared/experiments/report-formats'
import { saveFile } from '../../kit/browser/save-file'
import { showNotice } from '../../kit/text/notice-store'
import { startAgreed } from '../connection/agreement'
import { hostApi, reachHost, useConnection, failureOf, refusalOf } from '../connection/connection-store'
import { currentAnnotations } from '../episode/annotations'
import { currentAgentState } from '../episode/episode-status'
import { useEpisode } from '../episode/episode-store'
import { type ForkChoices, forksOf, useForks } from '../episode/forks/fork-store'
import { isPlayedHere } from '../episode/playback/playback'
import { runBulkAction, type NamedEpisode } from '../episodes/bulk-action'
import { namedEpisode } from '../episodes/entry-title'
import { cutShortEpisodes, useEpisodeList } from '../episodes/episodes-store'
import { lastRun, openStartSheet, readStart, storyToStart } from '../episodes/start-store'
import { openExperiments, useExperiments } from '../experiments/experiments-store'
import { sessionStrings } from '../strings'
import { focusRegion } from '../view/regions'
import { setView, useView } from '../view/view-store'

/** Runs a command; a failure is shown in the window and never thrown. */
async function runCommand(command: (api: HostApi) => Promise<unknown>): Promise<void> {
  const api = hostApi()
  if (api === null) return useConnection.getState().tryNow()
  setView({ failure: null })
  await command(api).catch((error: unknown) => setView({ failure: failureOf(error) }))
}

/** Runs a command for a form. Resolves to null, or to the reason of a refusal, which the form shows. */
export async function submit(command: (api: HostApi) => Promise<unknown>): Promise<string | null> {
  try {
    await command(reachHost())
    return null
  } catch (error) {
    return refusalOf(error)
  }
}

const runForOpenEpisode = (command: (api: HostApi, episodeId: string) => Promise<unknown>) =>
  runCommand(async (api) => {
    const { id } = useEpisode.getState()
    if (id !== null) await command(api, id)
  })

const STEPS: ReadonlySet<ControlCommand> = new Set(['step_turn', 'step_iteration'])

/** The user who asks for a step wants to see it, also while looking at the past. */
export const controlEpisode = (command: ControlCommand) =>
  runForOpenEpisode(async (api, episodeId) => {
    await api.controlEpisode({ episodeId, command })
    if (STEPS.has(command) && useEpisode.getState().id === episodeId) useEpisode.getState().movePlayhead('live')
  })

/** Starts an episode and opens it. Resolves to the reason of a failure. `keysFor` is an address that the user typed. */
export async function startEpisode(params: StartParams, keysFor?: string): Promise<string | null> {
  const { pauseRules = useView.getState().pauseRules } = params
  try {
    const api = reachHost()
    const started = await startAgreed(
      api,
      (consent) => api.startEpisode({ ...params, pauseRules, pace: 'watch', ...consent }),
      keysFor,
    )
    if (started === null) return null
    useEpisode.getState().open(started.episodeId, 'live')
    // The pause rules of this run also stop its playback later.
    setView({ failure: null, dialog: null, pauseRules })
    // Following key presses are for the episode, not for the start button. A person types into the command line.
    if (!PLAYER_TRAITS[params.player].isPerson) focusRegion('story')
    void readStart(api)
    return null
  } catch (error) {
    return refusalOf(error)
  }
}

/** Starts the last run, or the one of the settings; with the bundled story if its story is gone. */
export async function startLastRun(changes: Partial<StartParams> = {}): Promise<void> {
  const known = useEpisodeList.getState().stories
  // The list of stories may not have arrived yet.
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
 * Resumes the open episode, from the last good turn of a damaged log with `fromLastGood`. After its turn limit it gets
 * more turns, without which it would end at once.
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
    // Resuming removed the torn end that the warning was about.
    useEpisode.setState({ warning: null })
    useEpisode.getState().movePlayhead('live')
  })

/** An earlier key press or another window was faster: the episode runs, as was wanted. */
function unlessRunning(error: unknown): void {
  if (!isExpected(error, 'running')) throw error
}

/** Resumes the episodes that a killed program played, by the rules and limits of their logs. */
export async function resumeCutShort(): Promise<void> {
  await runBulkAction('resume', cutShortEpisodes().map(namedEpisode), async (api, episodeId) => {
    const resume = startAgreed(api, (consent) => api.resumeEpisode({ episodeId, ...consent }))
    const resumed = await resume.catch(unlessRunning)
    if (resumed === null) throw new ExpectedError('canceled', sessionStrings.notAgreed)
  })
}

export const revealEpisode = (episodeId: string) => runCommand((api) => api.revealEpisode({ episodeId }))

/** Forks the open episode, paused, with the chosen changes. Resolves to the reason of a failure. */
export async function forkEpisode(choices: ForkChoices, keysFor?: string): Promise<string | null> {
  const { id: parentId, playhead, history } = useEpisode.getState()
  if (parentId === null) return null
  const player = choices.player ?? history.latest.manifest?.player.kind
  // An episode of a person waits for input anyway.
  const paused = player === undefined || !PLAYER_TRAITS[player].isPerson
  const turnLimit = choices.turnLimit ?? turnLimitOfFork(history.latest, choices.turn) ?? undefined
  const request = { ...choices, turnLimit, episodeId: parentId, paused, pauseRules: useView.getState().pauseRules }
  try {
    const api = reachHost()
    const forked = await startAgreed(
      api,
      (consent) => api.forkEpisode({ ...request, pace: 'watch', ...consent }),
      keysFor,
      true,
    )
    if (forked === null) return null
    useForks.setState({ draft: null, made: { id: forked.episodeId, parentId, turn: choices.turn, playhead } })
    setView({ failure: null })
    // If another episode was opened meanwhile, the fork is only listed.
    if (useEpisode.getState().id === parentId) useEpisode.getState().open(forked.episodeId, 'live')
    if (useView.getState().dialog === null) focusRegion('story')
    return null
  } catch (error) {
    return refusalOf(error)
  }
}

/** Forks without changes. A fork that has not played is not forked again at its start: that would be a copy. */
export async function forkUnchanged(turn: number): Promise<void> {
  const { forkedFrom, turns } = useEpisode.getState().history.latest
  if (forkedFrom?.turn === turn && turns.length === turn) return showNotice(sessionStrings.fork.isOne)
  const failure = await forkEpisode({ turn })
  if (failure !== null) setView({ failure })
}

/** Moves the last fork to the trash, even if it has played, and returns to its parent. */
export const undoFork = () =>
  runCommand(async (api) => {
    const { made } = useForks.getState()
    if (made === null) return
    // First, because a second press would delete an episode that is being deleted.
    useForks.setState({ made: null })
    await api.deleteEpisode({ episodeId: made.id, stop: true }).catch((error: unknown) => {
      useForks.setState({ made })
      throw error
    })
    if (useEpisode.getState().id === made.id) useEpisode.getState().open(made.parentId, made.playhead)
    showNotice(sessionStrings.fork.undone)
    focusRegion('story')
  })

/** `turn` is the turn that the user saw, so that the host can refuse an outdated action. */
export const submitAction = (episodeId: string, action: string, turn?: number) =>
  submit((api) => api.submitAction({ episodeId, action, turn }))

export const giveHint = (episodeId: string, text: string, source?: HintSource) =>
  submit((api) => api.giveHint({ episodeId, text, source }))
export const withdrawHint = (episodeId: string, { turn, text }: Hint) =>
  submit((api) => api.withdrawHint({ episodeId, turn, text }))

const submitForOpenEpisode = (command: (api: HostApi, episodeId: string) => Promise<unknown>) =>
  submit((api) => command(api, useEpisode.getState().id ?? ''))

const PLAIN_NOTE = { kind: 'other', subject: '', value: '', lasts: 'episode' } as const

/** Writes a note of the user for the player, about location `place` or about none. */
export const writeMindNote = (text: string, place: number | null) =>
  submitForOpenEpisode((api, episodeId) => api.writeNote({ episodeId, place, note: { ...PLAIN_NOTE, text } }))

export const editMindNote = ({ id, kind, subject, value, lasts, place }: MindNote, text: string) =>
  submitForOpenEpisode((api, episodeId) =>
    api.writeNote({ episodeId, place, note: { kind, subject, value, lasts, text }, supersedes: id }),
  )

export const closeMindNote = (id: string) => runForOpenEpisode((api, episodeId) => api.closeNote({ episodeId, id }))

export const setMindObjective = (text: string) =>
  submitForOpenEpisode((api, episodeId) => api.setObjective({ episodeId, text }))

export const closeMindObjective = (id: string) =>
  runForOpenEpisode((api, episodeId) => api.closeObjective({ episodeId, id }))

let isAnsweringAgain = false

/** Forks before the last choice of the agent and pauses the parent. The fork continues, or plays one turn if paused. */
export const answerAgain = () =>
  runForOpenEpisode(async (api, episodeId) => {
    const { turns, turnLimit, forkedFrom } = useEpisode.getState().history.latest
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
            pauseRules: useView.getState().pauseRules,
            ...consent,
          }),
        undefined,
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

/** Takes effect at once, also for a running agent. */
export async function changePauseRules(pauseRules: PauseRules): Promise<void> {
  setView({ pauseRules })
  const { id } = useEpisode.getState()
  if (id !== null && isPlayedHere(useEpisodeList.getState(), id))
    await runCommand((api) => api.setPauseRules({ episodeId: id, rules: pauseRules }))
}

export const renameEpisode = (episodeId: string, title: string) =>
  submit((api) => api.renameEpisode({ episodeId, title }))

export const saveNote = (episodeId: string, turn: number, note: string) =>
  submit((api) => api.annotateTurn({ episodeId, turn, change: { note } }))

export const annotateTurn = (turn: number, change: Partial<Omit<TurnAnnotation, 'turn'>>) =>
  runForOpenEpisode((api, episodeId) => api.annotateTurn({ episodeId, turn, change }))

export const toggleBookmark = (turn: number) =>
  annotateTurn(turn, { bookmarked: !annotationOf(currentAnnotations(), turn).bookmarked })
export const toggleBreakpoint = (turn: number) =>
  annotateTurn(turn, { isBreakpoint: !annotationOf(currentAnnotations(), turn).isBreakpoint })

/**
 * Moves episodes to the trash and offers to restore them. Closes the open one if it is among them. `stop`: those that
 * are played are stopped first.
 */
export async function deleteEpisodes(episodes: readonly NamedEpisode[], stop: boolean): Promise<void> {
  const remove = (api: HostApi, episodeId: string) => api.deleteEpisode({ episodeId, stop })
  const [only] = episodes
  const deleted = async () => {
    if (only === undefined || episodes.length > 1) return runBulkAction('delete', episodes, remove)
    let removed: readonly NamedEpisode[] = []
    await runCommand(async (api) => {
      await remove(api, only.id)
      removed = [only]
    })
    return removed
  }
  const gone = await deleted()
  if (gone.length === 0) return
  useEpisodeList.setState({ deleted: gone })
  if (gone.some(({ id }) => id === useEpisode.getState().id)) useEpisode.getState().close()
}

export const restoreEpisode = (episodeId: string) =>
  runCommand(async (api) => {
    await api.restoreEpisode({ episodeId })
    forgetDeleted([episodeId])
    useEpisode.getState().open(episodeId, 'live')
  })

/** Restores the episodes deleted last. Then the focus goes to the story or the list. */
export async function restoreDeleted(): Promise<void> {
  const { deleted } = useEpisodeList.getState()
  if (deleted.length === 1 && deleted[0]) {
    await restoreEpisode(deleted[0].id)
    return focusRegion('story')
  }
  const restored = await runBulkAction('restore', deleted, (api, episodeId) => api.restoreEpisode({ episodeId }))
  forgetDeleted(restored.map(({ id }) => id))
  focusRegion('library')
}

const forgetDeleted = (ids: readonly string[]) =>
  useEpisodeList.setState(({ deleted }) => ({ deleted: deleted.filter(({ id }) => !ids.includes(id)) }))

/** Resolves to the reason of a refusal for one episode, else to null; failures of several are listed. */
export async function tagEpisodes(
  episodes: readonly NamedEpisode[],
  { add, remove }: { readonly add: readonly string[]; readonly remove: readonly string[] },
): Promise<string | null> {
  const tag = (api: HostApi, episodeId: string) => api.tagEpisode({ episodeId, add: [...add], remove: [...remove] })
  const [only] = episodes
  if (only && episodes.length === 1) return submit((api) => tag(api, only.id))
  await runBulkAction('tag', episodes, tag)
  return null
}

/** Deletes episodes permanently. */
export const eraseEpisodes = (episodeIds: readonly string[]) =>
  runCommand(async (api) => {
    await api.eraseEpisodes({ episodeIds: [...episodeIds] })
    forgetDeleted(episodeIds)
  })

/** Removes a story; it can be restored until the next is removed. */
export const removeStory = (story: Story) =>
  runCommand(async (api) => {
    await api.removeStory({ id: story.id })
    useEpisodeList.setState({ removedStory: story })
  })

export const restoreStory = () =>
  runCommand(async (api) => {
    const { removedStory } = useEpisodeList.getState()
    if (removedStory === null) return
    await api.restoreStory({ id: removedStory.id })
    useEpisodeList.setState({ removedStory: null })
  })

export const resumeExperiment = (name: string) => runCommand((api) => api.resumeExperiment({ name, retryFailed: true }))

export const readExperimentText = (name: string, use: (read: ExperimentText) => void) =>
  runCommand(async (api) => use(await api.readExperimentText({ name })))

export type ExperimentText = Awaited<ReturnType<HostApi['readExperimentText']>>

export const exportExperiment = (name: string, format: ReportFormat) =>
  runCommand(async (api) => {
    const { base64 } = await api.exportExperiment({ name, format })
    const bytes = Uint8Array.from(atob(base64), (byte) => byte.codePointAt(0) ?? 0)
    saveFile(`${name}.${format}`, 'application/octet-stream', bytes)
  })

/** Resolves to the reason of a failure. */
export const deleteExperiment = (name: string) =>
  submit(async (api) => {
    await api.deleteExperiment({ name })
    const { open, rows } = useExperiments.getState()
    useExperiments.setState({ rows: rows?.filter((row) => row.name !== name) ?? null })
    if (open?.name === name) openExperiments(null)
  })

export const steerExperiment = (name: string, wish: DesiredState) =>
  runCommand((api) => api.steerExperiment({ name, wish }))
