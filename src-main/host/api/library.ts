import { ExpectedError } from '@shared/base/expected-error'
import type { LibraryApi } from '@shared/contract/library'
import { annotate, annotationOf, changeTags, noAnnotations, titleFrom } from '@shared/episode/log/annotate'
import { type Annotations, MAX_TAGS } from '@shared/episode/log/annotations'
import { AnnotationWriter, readAnnotations } from '../../episode/annotation-file'
import { keptSummaryOf } from '../../episode/list-episodes'
import { eraseFromTrash, listTrash, moveToTrash, restoreFromTrash } from '../../episode/trash'
import type { RunningEpisode } from '../episode/running-episode'
import type { EpisodeStore } from '../episodes/episode-store'
import { watchEpisodes } from '../episodes/watch-episodes'
import type { HostOptions } from '../host'
import type { LongWork } from '../work/long-work'
import type { WorkPool } from '../work/work-pool'

export function libraryApi(
  library: EpisodeStore,
  { work, workOn }: WorkPool,
  { appRoot, reveal }: Pick<HostOptions, 'appRoot' | 'reveal'>,
): LibraryApi {
  const { dataFolder, running, openReads, edits, changed } = library
  const annotationWriter = new AnnotationWriter()
  const changeAnnotations = async (id: string, change: (before: Annotations) => Annotations) => {
    await annotationWriter.change(library.folderOf(id), change)
    library.noteEdit(id)
    return {}
  }
  // Summaries are made outside the host's thread, even of short logs, because a data folder that is new to the app may
  // have many logs without a summary. Long logs are summarized one at a time, so that another thread is free for an
  // episode that a window opens. Short logs have a separate queue.
  const lastOf = new Map<LongWork, Promise<unknown>>()
  const summarize = async (folder: string, signal: AbortSignal) => {
    const kept = await keptSummaryOf(folder)
    if (kept !== null) return kept
    await openReads.yieldToReads(signal)
    const queue = await workOn(folder)
    const summary = (lastOf.get(queue) ?? Promise.resolve()).then(() => work.summarize({ folder }))
    lastOf.set(
      queue,
      summary.catch(() => undefined),
    )
    return summary
  }
  return {
    watchLibrary: (_params, signal) =>
      watchEpisodes(
        { dataFolder, running: running.byId, edits, changed, summarize: (folder) => summarize(folder, signal) },
        signal,
      ),
    renameEpisode: ({ episodeId, title }) =>
      changeAnnotations(episodeId, (before) => ({ ...before, title: titleFrom(title) })),
    annotateTurn: ({ episodeId, turn, change }) =>
      changeAnnotations(episodeId, (before) => annotate(before, { ...annotationOf(before, turn), ...change })),
    tagEpisode: ({ episodeId, ...change }) =>
      changeAnnotations(episodeId, (before) => {
        const after = changeTags(before, change)
        if (after.tags.length > MAX_TAGS)
          throw new ExpectedError('not_possible', `An episode can have at most ${MAX_TAGS} tags.`)
        return after
      }),
    async deleteEpisode({ episodeId, stop = false }) {
      library.folderOf(episodeId)
      if (stop) await stopPlaying(running.byId.get(episodeId))
      await running.settle(episodeId)
      if (running.isPlayed(episodeId))
        throw new ExpectedError('running', `Episode ${episodeId} is being played. Stop it before you delete it.`)
      await moveToTrash(dataFolder, episodeId)
      changed.fire()
      return {}
    },
    async restoreEpisode({ episodeId }) {
      await restoreFromTrash(dataFolder, episodeId)
      changed.fire()
      return {}
    },
    async addEpisode({ gzip }) {
      const episodeId = await work.addEpisode({ dataFolder, gzip })
      changed.fire()
      return { episodeId }
    },
    exportEpisode({ episodeId, included: kept, withNotes, ...options }, signal) {
      const folder = library.folderOf(episodeId)
      async function* parts() {
        // Names and tags are personal and not exported.
        const annotations = withNotes ? { ...noAnnotations, turns: (await readAnnotations(folder)).turns } : null
        const own = await workOn(folder)
        yield* own.exportEpisode({ ...options, folder, kept, annotations, appRoot }, signal)
      }
      return openReads.track(parts())
    },
    async revealEpisode({ episodeId }) {
      const folder = library.folderOf(episodeId)
      if (!reveal) throw new ExpectedError('not_possible', `This shell cannot show folders. The folder is ${folder}.`)
      reveal(folder)
      return {}
    },
    readTrash: () => listTrash(dataFolder),
    async eraseEpisodes({ episodeIds }) {
      await eraseFromTrash(dataFolder, episodeIds)
      return {}
    },
  }
}

async function stopPlaying(episode: RunningEpisode | undefined): Promise<void> {
  episode?.control('stop')
  await episode?.finished
}
