import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import { ExpectedError } from '@shared/base/expected-error'
import type { ExportPart, LibraryApi } from '@shared/contract/library'
import { annotate, annotationOf, changeTags, noAnnotations, titleFrom } from '@shared/episode/log/annotate'
import { type Annotations, MAX_TAGS } from '@shared/episode/log/annotations'
import { LONGEST_OPENED_BYTES } from '@shared/episode/log/episode-file'
import { addLog } from '../../episode/add-log'
import { AnnotationWriter, readAnnotations } from '../../episode/annotation-file'
import { checkedEvents, requireBeginning } from '../../episode/log/read-log'
import { eraseFromTrash, listTrash, moveToTrash, restoreFromTrash } from '../../episode/trash'
import { exportFiles } from '../../formats/export-files'
import type { RunningEpisode } from '../episode/running-episode'
import type { EpisodeStore } from '../episodes/episode-store'
import { watchEpisodes } from '../episodes/watch-episodes'

export function libraryApi(library: EpisodeStore, readReplayPage: () => Promise<string>): LibraryApi {
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
    exportEpisode({ episodeId, included: kept, withNotes, ...options }) {
      const folder = library.folderOf(episodeId)
      async function* parts(): AsyncGenerator<ExportPart> {
        // Names and tags are personal and not exported.
        const annotations = withNotes ? { ...noAnnotations, turns: (await readAnnotations(folder)).turns } : null
        const files = exportFiles(folder, options.format, { ...options, kept, annotations, readReplayPage })
        for await (const { file, part } of files)
          yield { file, bytes: typeof part === 'string' ? new TextEncoder().encode(part) : part }
      }
      return openReads.track(parts())
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
