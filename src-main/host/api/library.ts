import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import { ExpectedError } from '@shared/base/expected-error'
import type { LibraryApi } from '@shared/contract/library'
import { annotate, annotationOf, changeTags, titleFrom } from '@shared/episode/log/annotate'
import { type Annotations, MAX_TAGS } from '@shared/episode/log/annotations'
import { LONGEST_OPENED_BYTES } from '@shared/episode/log/episode-file'
import { addLog } from '../../episode/add-log'
import { AnnotationWriter } from '../../episode/annotation-file'
import { checkedEvents, requireBeginning } from '../../episode/log/read-log'
import { eraseFromTrash, listTrash, moveToTrash, restoreFromTrash } from '../../episode/trash'
import type { RunningEpisode } from '../episode/running-episode'
import type { EpisodeStore } from '../episodes/episode-store'
import { watchEpisodes } from '../episodes/watch-episodes'

export function libraryApi(library: EpisodeStore): LibraryApi {
  const { dataFolder, running, openReads, edits, changed } = library
  const annotationWriter = new AnnotationWriter()
  const changeAnnotations = async (id: string, change: (before: Annotations) => Annotations) => {
    await annotationWriter.change(library.folderOf(id), change)
    library.noteEdit(id)
    return {}
  }
  return {
    watchLibrary: (_params, signal) =>
      watchEpisodes(
        { dataFolder, running: running.byId, edits, changed, yieldToReads: () => openReads.yieldToReads(signal) },
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
          throw new ExpectedError('not_possible', `Episode ${episodeId} would have more than ${MAX_TAGS} tags.`)
        return after
      }),
    async deleteEpisode({ episodeId, stop = false }) {
      library.folderOf(episodeId)
      if (stop) await stopPlaying(running.byId.get(episodeId))
      await running.settle(episodeId)
      if (running.isPlayed(episodeId))
        throw new ExpectedError('running', `Episode ${episodeId} is running. Stop it before you delete it.`)
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
      const bytes = await promisify(gunzip)(Buffer.from(gzip, 'base64'), {
        maxOutputLength: LONGEST_OPENED_BYTES,
      }).catch(() => {
        throw new ExpectedError('bad_input', 'The log that was sent cannot be unpacked.')
      })
      const events = [...checkedEvents(bytes, 0)]
      const [first] = events
      requireBeginning(first)
      const name = first?.event_type === 'episode_started' ? first.game.title : ''
      const episodeId = await addLog(dataFolder, events, name)
      changed.fire()
      return { episodeId }
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
