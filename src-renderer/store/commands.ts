import type { ControlCommand, StartParams } from '@shared/contract/contract'
import { hostApi, useConnection } from './connection-store'
import { useEpisode } from './episode-store'
import { failureOf } from './feeds'
import { useLibrary } from './library-store'
import { setView, useView } from './view-store'

/** What the reader asks of the host. A refusal is shown in the window; it never throws at a button. */
async function ask(command: (api: NonNullable<ReturnType<typeof hostApi>>) => Promise<unknown>): Promise<void> {
  const api = hostApi()
  if (api === null) return useConnection.getState().tryNow()
  setView({ failure: null })
  await command(api).catch((error: unknown) => setView({ failure: failureOf(error) }))
}

export const controlEpisode = (command: ControlCommand) =>
  ask(async (api) => {
    const episodeId = useEpisode.getState().id
    if (episodeId !== null) await api.controlEpisode({ episodeId, command })
  })

/** Starts an episode and opens it. Resolves to what was wrong, or to null: the sheet stays open and shows it. */
export async function startEpisode(params: StartParams): Promise<string | null> {
  const api = hostApi()
  if (api === null) return null
  try {
    const { episodeId } = await api.startEpisode(params)
    useEpisode.getState().open(episodeId, 'live')
    setView({ lastStart: params, failure: null, dialog: null })
    return null
  } catch (error) {
    return failureOf(error)
  }
}

/** "Start" without questions: what was started last, or the explorer on the first story of the library. */
export async function startAgain(): Promise<void> {
  const { lastStart } = useView.getState()
  const known = useLibrary.getState().stories
  // A press may come before the list has: then it is asked for here.
  const stories = known.length > 0 ? known : ((await hostApi()?.listStories({}).catch(() => null)) ?? [])
  const game = stories.find(({ id }) => id === lastStart.game) ?? stories.find(({ bundled }) => bundled) ?? stories[0]
  if (game === undefined) {
    setView({ dialog: 'newEpisode' })
    return
  }
  const failure = await startEpisode({ ...lastStart, game: game.id })
  if (failure !== null) setView({ failure })
}

/** Goes on with an episode that no longer runs. */
export const resumeEpisode = () =>
  ask(async (api) => {
    const episodeId = useEpisode.getState().id
    if (episodeId === null) return
    await api.resumeEpisode({ episodeId })
    useEpisode.getState().movePlayhead('live')
  })

export const submitAction = (action: string) =>
  ask(async (api) => {
    const episodeId = useEpisode.getState().id
    if (episodeId !== null) await api.submitAction({ episodeId, action })
  })
