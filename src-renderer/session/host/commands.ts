import type { HostApi } from '@shared/contract/contract'
import type { Wish } from '@shared/contract/experiments'
import type { ControlCommand } from '@shared/contract/episodes'
import type { StartParams } from '@shared/contract/start'
import type { Story } from '@shared/contract/stories'
import { annotationOf } from '@shared/episode/log/annotate'
import type { TurnAnnotation } from '@shared/episode/log/annotations'
import type { MindNote } from '@shared/episode/log/mind-state'
import type { PauseRules } from '@shared/episode/projections/pause-rules'
import { PLAYER_TRAITS } from '@shared/episode/state/players'
import { focusRegion } from '../view/regions'
import { startAgreed } from '../connection/agreement'
import { hostApi, reachHost, useConnection } from '../connection/connection-store'
import { currentAgent } from '../episode/episode-status'
import { currentAnnotations } from '../episode/annotations'
import { useEpisode } from '../episode/episode-store'
import { failureOf, refusalOf } from '../connection/refusal'
import { isPlayedHere } from '../episode/rules-in-force'
import { tell } from '../../kit/text/notice-store'
import { type ForkChoices, useForks } from '../episode/fork-store'
import { useLibrary } from '../episodes/library-store'
import { doToMany, type Named } from '../episodes/many'
import { sessionStrings } from '../strings'
import { lastRun, openStartSheet, readStart, storyToStart } from '../episodes/start-store'
import { setView, useView } from '../view/view-store'

/** What the reader asks of the host. A refusal is shown in the window; it never throws at a button. */
async function ask(command: (api: HostApi) => Promise<unknown>): Promise<void> {
  const api = hostApi()
  if (api === null) return useConnection.getState().tryNow()
  setView({ failure: null })
  await command(api).catch((error: unknown) => setView({ failure: failureOf(error) }))
}

/** The same for what the reader typed. Resolves to why it was not taken, or to null: the field keeps it and says so. */
async function put(command: (api: HostApi) => Promise<unknown>): Promise<string | null> {
  try {
    await command(reachHost())
    return null
  } catch (error) {
    return refusalOf(error)
  }
}

/** `ask` of the open episode; nothing where none is. */
const askOfOpen = (command: (api: HostApi, episodeId: string) => Promise<unknown>) =>
  ask(async (api) => {
    const { id } = useEpisode.getState()
    if (id !== null) await command(api, id)
  })

export const controlEpisode = (command: ControlCommand) =>
  askOfOpen((api, episodeId) => api.controlEpisode({ episodeId, command }))

/**
 * Starts an episode and opens it. Resolves to what was wrong, or to null: the sheet stays open and shows it. Who was
 * asked about new programs or keys and went back sees the sheet as it was. `keysFor` is an address that was typed.
 */
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
    // What pauses this run also stops its playback once it is over.
    setView({ failure: null, dialog: null, pauseRules })
    // The keys that follow are for the episode, and not for the button that started it. Whoever plays has a line to
    // type in.
    if (!PLAYER_TRAITS[params.player].isPerson) focusRegion('story')
    void readStart(api)
    return null
  } catch (error) {
    return refusalOf(error)
  }
}

/**
 * "Start" without questions: what was started last, or what the settings say; on the bundled story if the chosen one is
 * gone.
 */
export async function startAgain(changes: Partial<StartParams> = {}): Promise<void> {
  const known = useLibrary.getState().stories
  // A press may come before the list has: then it is asked for here.
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
 * Goes on with an episode that no longer runs; with one whose log is damaged from its last good turn, if that is asked
 * for.
 */
export const resumeEpisode = (fromLastGood = false) =>
  askOfOpen(async (api, episodeId) => {
    const resumed = await startAgreed(api, (consent) =>
      api.resumeEpisode({ episodeId, pauseRules: useView.getState().pauseRules, fromLastGood, ...consent }),
    )
    if (resumed === null) return
    if (fromLastGood) return useEpisode.getState().openAgain()
    // What was wrong with the end of the log was cut off.
    useEpisode.setState({ warning: null })
    useEpisode.getState().movePlayhead('live')
  })

/**
 * A new episode that has the turns of the open one up to a turn, is otherwise in what was chosen, and waits there for
 * what the reader tells its player. Resolves to what was wrong, or to null, also for a second press: what that asks for
 * is under way. `keysFor` is an address that was typed.
 */
export async function forkEpisode(choices: ForkChoices, keysFor?: string): Promise<string | null> {
  const { id: parentId, playhead, history } = useEpisode.getState()
  if (parentId === null) return null
  const player = choices.player ?? history.latest.manifest?.player.kind
  // A person is waited for in any case, and has nothing to resume first.
  const paused = player === undefined || !PLAYER_TRAITS[player].isPerson
  const asked = { ...choices, episodeId: parentId, paused, pauseRules: useView.getState().pauseRules }
  try {
    const api = reachHost()
    const forked = await startAgreed(
      api,
      (consent) => api.forkEpisode({ ...asked, pace: 'watch', ...consent }),
      keysFor,
    )
    if (forked === null) return null
    useForks.setState({ draft: null, made: { id: forked.episodeId, parentId, turn: choices.turn, playhead } })
    setView({ failure: null })
    // Who has gone to another episode meanwhile finds it in the library.
    if (useEpisode.getState().id === parentId) useEpisode.getState().open(forked.episodeId, 'live')
    if (useView.getState().dialog === null) focusRegion('story')
    return null
  } catch (error) {
    return refusalOf(error)
  }
}

/**
 * The same with nothing chosen. A fork that has played no turn of its own is not forked once more where it began:
 * whoever presses again has not seen yet that it is there, and would get what they have.
 */
export async function forkAsItWas(turn: number): Promise<void> {
  const { forkedFrom, turns } = useEpisode.getState().history.latest
  if (forkedFrom?.turn === turn && turns.length === turn) return tell(sessionStrings.fork.isOne)
  const failure = await forkEpisode({ turn })
  if (failure !== null) setView({ failure })
}

/** The fork that was made last goes to the trash, whatever it has played, and the reader to where they were. */
export const undoFork = () =>
  ask(async (api) => {
    const { made } = useForks.getState()
    if (made === null) return
    await api.deleteEpisode({ episodeId: made.id, stop: true })
    useForks.setState({ made: null })
    if (useEpisode.getState().id === made.id) useEpisode.getState().open(made.parentId, made.playhead)
    tell(sessionStrings.fork.undone)
    focusRegion('story')
  })

/** `turn` is the one whose action it is meant to be, as the reader saw it. */
export const submitAction = (episodeId: string, action: string, turn?: number) =>
  put((api) => api.submitAction({ episodeId, action, turn }))

export const giveHint = (episodeId: string, text: string) => put((api) => api.giveHint({ episodeId, text }))

const putOfOpen = (command: (api: HostApi, episodeId: string) => Promise<unknown>) =>
  put((api) => command(api, useEpisode.getState().id ?? ''))

const PLAIN_NOTE = { kind: 'other', subject: '', value: '', lasts: 'episode' } as const

/** A person's note for the player, about the location `place` or about none. */
export const writeMindNote = (text: string, place: number | null) =>
  putOfOpen((api, episodeId) => api.writeNote({ episodeId, place, note: { ...PLAIN_NOTE, text } }))

/** The same note in other words. */
export const editMindNote = ({ id, kind, subject, value, lasts, place }: MindNote, text: string) =>
  putOfOpen((api, episodeId) =>
    api.writeNote({ episodeId, place, note: { kind, subject, value, lasts, text }, supersedes: id }),
  )

export const closeMindNote = (id: string) => askOfOpen((api, episodeId) => api.closeNote({ episodeId, id }))

export const setMindObjective = (text: string) => putOfOpen((api, episodeId) => api.setObjective({ episodeId, text }))

export const closeMindObjective = (id: string) => askOfOpen((api, episodeId) => api.closeObjective({ episodeId, id }))

let isAnsweringAgain = false

/**
 * Throws the agent's last choice away: a fork before it, in the place of the open episode, which is paused. The agent
 * goes on there if it did so here; else it answers that one turn.
 */
export const answerAgain = () =>
  askOfOpen(async (api, episodeId) => {
    const { turns, turnLimit } = useEpisode.getState().history.latest
    const agent = currentAgent()
    if (isAnsweringAgain || turns.length === 0) return
    isAnsweringAgain = true
    try {
      if (agent === 'running') await api.controlEpisode({ episodeId, command: 'cancel_call' })
      const forked = await startAgreed(api, (consent) =>
        api.forkEpisode({
          episodeId,
          turn: turns.length - 1,
          answersAgain: true,
          turnLimit: turnLimit ?? undefined,
          paused: agent !== 'running',
          pace: 'watch',
          pauseRules: useView.getState().pauseRules,
          ...consent,
        }),
      )
      if (forked === null) return
      if (agent !== 'running') await api.controlEpisode({ episodeId: forked.episodeId, command: 'step_turn' })
      const answersAgain = { isPaused: agent === 'running' || agent === 'paused' }
      useForks.setState({
        made: { id: forked.episodeId, parentId: episodeId, turn: turns.length - 1, playhead: 'live', answersAgain },
      })
      useEpisode.getState().open(forked.episodeId, 'live')
    } finally {
      isAnsweringAgain = false
    }
  })

/** In force at once; an agent that plays is told. */
export async function changePauseRules(pauseRules: PauseRules): Promise<void> {
  setView({ pauseRules })
  const { id } = useEpisode.getState()
  if (id !== null && isPlayedHere(useLibrary.getState(), id))
    await ask((api) => api.setPauseRules({ episodeId: id, rules: pauseRules }))
}

export const renameEpisode = (episodeId: string, title: string) => put((api) => api.renameEpisode({ episodeId, title }))

export const saveNote = (episodeId: string, turn: number, note: string) =>
  put((api) => api.annotateTurn({ episodeId, turn, change: { note } }))

export const annotateTurn = (turn: number, change: Partial<Omit<TurnAnnotation, 'turn'>>) =>
  askOfOpen((api, episodeId) => api.annotateTurn({ episodeId, turn, change }))

export const toggleBookmark = (turn: number) =>
  annotateTurn(turn, { bookmarked: !annotationOf(currentAnnotations(), turn).bookmarked })
export const toggleBreakpoint = (turn: number) =>
  annotateTurn(turn, { isBreakpoint: !annotationOf(currentAnnotations(), turn).isBreakpoint })

/**
 * To the trash; their titles name them in the offer to put them back. Whoever had one of them open sees the page before
 * the first episode.
 */
export async function deleteEpisodes(episodes: readonly Named[]): Promise<void> {
  const remove = (api: HostApi, episodeId: string) => api.deleteEpisode({ episodeId })
  const [only] = episodes
  const deleted = async () => {
    if (only === undefined || episodes.length > 1) return doToMany('delete', episodes, remove)
    let gone: readonly Named[] = []
    await ask(async (api) => {
      await remove(api, only.id)
      gone = [only]
    })
    return gone
  }
  const gone = await deleted()
  if (gone.length === 0) return
  useLibrary.setState({ deleted: gone })
  if (gone.some(({ id }) => id === useEpisode.getState().id)) useEpisode.getState().close()
}

/** Puts an episode back from the trash, and shows it. */
export const restoreEpisode = (episodeId: string) =>
  ask(async (api) => {
    await api.restoreEpisode({ episodeId })
    forgetDeleted([episodeId])
    useEpisode.getState().open(episodeId, 'live')
  })

/** The same of all that were just deleted; of several none is shown. */
export async function restoreDeleted(): Promise<void> {
  const { deleted } = useLibrary.getState()
  if (deleted.length === 1 && deleted[0]) return restoreEpisode(deleted[0].id)
  const back = await doToMany('restore', deleted, (api, episodeId) => api.restoreEpisode({ episodeId }))
  forgetDeleted(back.map(({ id }) => id))
}

const forgetDeleted = (ids: readonly string[]) =>
  useLibrary.setState(({ deleted }) => ({ deleted: deleted.filter(({ id }) => !ids.includes(id)) }))

/** Resolves to why the only one could not be tagged, or to null; of several the list says it. */
export async function tagEpisodes(
  episodes: readonly Named[],
  { add, remove }: { readonly add: readonly string[]; readonly remove: readonly string[] },
): Promise<string | null> {
  const tag = (api: HostApi, episodeId: string) => api.tagEpisode({ episodeId, add: [...add], remove: [...remove] })
  const [only] = episodes
  if (only && episodes.length === 1) return put((api) => tag(api, only.id))
  await doToMany('tag', episodes, tag)
  return null
}

/** For good; what was just deleted can then no longer be put back. */
export const eraseEpisodes = (episodeIds: readonly string[]) =>
  ask(async (api) => {
    await api.eraseEpisodes({ episodeIds: [...episodeIds] })
    forgetDeleted(episodeIds)
  })

/** Takes a story out of the library; the offer to put it back stays until the next. */
export const removeStory = (story: Story) =>
  ask(async (api) => {
    await api.removeStory({ id: story.id })
    useLibrary.setState({ removedStory: story })
  })

export const restoreStory = () =>
  ask(async (api) => {
    const { removedStory } = useLibrary.getState()
    if (removedStory === null) return
    await api.restoreStory({ id: removedStory.id })
    useLibrary.setState({ removedStory: null })
  })

/** Of an experiment that another program runs. */
export const steerExperiment = (name: string, wish: Wish) => ask((api) => api.steerExperiment({ name, wish }))
