import { ExpectedError, isExpected } from '@shared/base/expected-error'
import type { HostApi } from '@shared/contract/contract'
import type { Story } from '@shared/contract/stories'
import { annotationOf } from '@shared/episode/log/annotate'
import type { TurnAnnotation } from '@shared/episode/log/annotations'
import { withdrawNotice } from '../../kit/text/notice-store'
import { startAgreed } from '../connection/agreement'
import { currentAnnotations } from '../episode/annotations'
import { useEpisode } from '../episode/episode-store'
import { runBulkAction, type NamedEpisode } from '../episodes/bulk-action'
import { namedEpisode } from '../episodes/entry-title'
import { cutShortEpisodes, useEpisodeList } from '../episodes/episodes-store'
import { sessionStrings } from '../strings'
import { focusRegion } from '../view/regions'
import { unlessRunning } from './episode-commands'
import { runCommand, submit, runForOpenEpisode } from './run-command'

/** Resumes the episodes that a killed process was playing, with the rules and limits in their logs. */
export async function resumeCutShort(): Promise<void> {
  await runBulkAction('resume', cutShortEpisodes().map(namedEpisode), async (api, episodeId) => {
    const resume = startAgreed(api, (consent) => api.resumeEpisode({ episodeId, ...consent }))
    const resumed = await resume.catch(unlessRunning)
    if (resumed === null) throw new ExpectedError('canceled', sessionStrings.notAgreed)
  })
}

export const revealEpisode = (episodeId: string) => runCommand((api) => api.revealEpisode({ episodeId }))

export const renameEpisode = (episodeId: string, title: string) =>
  submit((api) => api.renameEpisode({ episodeId, title }))

/** Resolves to the reason of a failure, or null. */
export const saveNote = async (episodeId: string, turn: number, note: string): Promise<string | null> =>
  useEpisodeList.getState().gone.has(episodeId)
    ? sessionStrings.noteOfDeleted
    : submit((api) => api.annotateTurn({ episodeId, turn, change: { note } }))

export const annotateTurn = (turn: number, change: Partial<Omit<TurnAnnotation, 'turn'>>) =>
  runForOpenEpisode((api, episodeId) => api.annotateTurn({ episodeId, turn, change }))

export const toggleBookmark = (turn: number) =>
  annotateTurn(turn, { bookmarked: !annotationOf(currentAnnotations(), turn).bookmarked })
export const toggleBreakpoint = (turn: number) =>
  annotateTurn(turn, { isBreakpoint: !annotationOf(currentAnnotations(), turn).isBreakpoint })

/** The episode that was open when it was deleted last; null if none was. */
let closedByDeletion: string | null = null

/**
 * Moves episodes to the trash and offers to restore them. Closes the open episode if it is one of them. `stop`: stops
 * those that are being played first.
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
  closedByDeletion = gone.find(({ id }) => id === useEpisode.getState().id)?.id ?? null
  if (closedByDeletion !== null) useEpisode.getState().close()
}

/** Restores an episode, and opens it unless `mayOpen` is false. */
export const restoreEpisode = (episodeId: string, mayOpen = true) =>
  runCommand(async (api) => {
    await restore(api, episodeId)
    withdrawNotice(sessionStrings.fork.undone)
    forgetDeleted([episodeId])
    const { id, failure, open, reopen } = useEpisode.getState()
    // The feed of an open episode may have failed when the episode was deleted.
    if (id === episodeId && failure !== null) reopen()
    else if (mayOpen) open(episodeId, 'live')
  })

/** Restores an episode. If it is no longer in the trash, it is not offered again. */
const restore = (api: HostApi, episodeId: string) =>
  api.restoreEpisode({ episodeId }).catch((error: unknown) => {
    if (isExpected(error, 'not_found')) forgetDeleted([episodeId])
    throw error
  })

let isRestoring = false

/**
 * Restores the last deleted episodes, then focuses the story or the list. An episode that was not open when it was
 * deleted does not replace the open one. A second press during the restoration does nothing.
 */
export async function restoreDeleted(): Promise<void> {
  if (isRestoring) return
  isRestoring = true
  const { deleted } = useEpisodeList.getState()
  const [only] = deleted
  try {
    if (only && deleted.length === 1)
      await restoreEpisode(only.id, only.id === closedByDeletion || useEpisode.getState().id === null)
    else {
      const restored = (await runBulkAction('restore', deleted, restore)).map(({ id }) => id)
      forgetDeleted(restored)
      const wasOpen = restored.find((id) => id === closedByDeletion)
      if (wasOpen !== undefined && useEpisode.getState().id === null) useEpisode.getState().open(wasOpen, 'live')
    }
  } finally {
    isRestoring = false
  }
  // While the button is still shown, it keeps the focus.
  if (useEpisodeList.getState().deleted.length > 0) return
  focusRegion(deleted.length === 1 && useEpisode.getState().id === only?.id ? 'story' : 'library')
}

const forgetDeleted = (ids: readonly string[]) =>
  useEpisodeList.setState(({ deleted }) => ({ deleted: deleted.filter(({ id }) => !ids.includes(id)) }))

/** Resolves to the reason if one episode is refused, otherwise to null; failures of several episodes are listed. */
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

export const eraseEpisodes = (episodeIds: readonly string[]) =>
  runCommand(async (api) => {
    await api.eraseEpisodes({ episodeIds: [...episodeIds] })
    forgetDeleted(episodeIds)
  })

/** Removes a story. It can be restored until another one is removed. */
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
