import type { EpisodeApi } from '@shared/contract/episodes'
import { prefetchOne } from '@shared/contract/prefetch-one'
import type { PastOptions } from '../../episode/log/read-past'
import { refuseOtherWriter } from '../../episode/writer-lease'
import type { StoryLibrary } from '../../story/catalog/story-library'
import { forkEpisode } from '../episode/fork-episode'
import { endInterrupted, resumeEpisode } from '../episode/open-episode'
import type { MindChange } from '../episode/players/person-mind'
import { watchEpisode } from '../episode/watch-episode'
import type { OpenOptionsFor } from '../episode/with-resources'
import type { EpisodeStore } from '../episodes/episode-store'
import type { WorkPool } from '../work/work-pool'

export function episodeApi(
  library: EpisodeStore,
  stories: StoryLibrary,
  openOptions: OpenOptionsFor,
  now: () => Date,
  { workOn }: WorkPool,
): EpisodeApi {
  const { running, openReads } = library
  const findStory = (sha256: string, path: string) => stories.findBySha256(sha256, path)
  const played = async (id: string) => {
    if (!running.isPlayed(id)) await refuseOtherWriter(library.folderOf(id))
    return running.get(id)
  }
  const remember = async (id: string, change: MindChange) => {
    await (await played(id)).remember(change)
    return {}
  }
  async function* readPast(options: PastOptions, reading: AbortSignal) {
    const own = await workOn(options.folder)
    yield* own.readPast(options, reading)
  }
  return {
    async resumeEpisode({ episodeId, turnLimit, pace, pauseRules, fromLastGood = false, ...consent }) {
      await refuseOtherWriter(library.folderOf(episodeId))
      const wanted = { turnLimit, pace, pauseRules, fromLastGood }
      const open = async () => resumeEpisode(episodeId, findStory, wanted, await openOptions(consent))
      await running.takeUp(episodeId, () => running.open(open))
      return {}
    },
    async forkEpisode({ newPrograms, keysFor, ...params }) {
      const folder = library.folderOf(params.episodeId)
      const open = async () => forkEpisode(folder, params, findStory, await openOptions({ newPrograms, keysFor }))
      return { episodeId: (await running.open(open)).id }
    },
    async controlEpisode({ episodeId, command }) {
      if (command === 'stop' && !running.isPlayed(episodeId)) {
        const folder = library.folderOf(episodeId)
        await refuseOtherWriter(folder)
        await running.takeUp(episodeId, () => endInterrupted(episodeId, folder, now))
        library.noteEdit(episodeId)
        return {}
      }
      ;(await played(episodeId)).control(command)
      return {}
    },
    async setPauseRules({ episodeId, rules }) {
      ;(await played(episodeId)).setPauseRules(rules)
      return {}
    },
    readVocabulary: async ({ episodeId }) => (await played(episodeId)).vocabulary(),
    async submitAction({ episodeId, action, reasoning = '', turn }) {
      ;(await played(episodeId)).submit({ action, reasoning, turn })
      return {}
    },
    async giveHint({ episodeId, text, source }) {
      await (await played(episodeId)).hint(text, source)
      return {}
    },
    async withdrawHint({ episodeId, turn, text }) {
      await (await played(episodeId)).withdrawHint(turn, text)
      return {}
    },
    writeNote: ({ episodeId, ...note }) => remember(episodeId, { kind: 'note', ...note }),
    closeNote: ({ episodeId, id }) => remember(episodeId, { kind: 'note_closed', id }),
    setObjective: ({ episodeId, text }) => remember(episodeId, { kind: 'objective', text }),
    closeObjective: ({ episodeId, id }) => remember(episodeId, { kind: 'objective_closed', id }),
    async *readOutline({ episodeId, aroundTurn }, signal) {
      const folder = library.folderOf(episodeId)
      const { readOutline } = await workOn(folder)
      const isTrusted = running.byId.has(episodeId)
      yield* openReads.track(prefetchOne(readOutline({ folder, aroundTurn, isTrusted }, signal)))
    },
    watchEpisode({ episodeId, fromSeq, draftLength = 0, asLines = false }, signal) {
      return openReads.track(
        watchEpisode(
          library.folderOf(episodeId),
          () => running.byId.get(episodeId)?.recorder ?? null,
          { fromSeq, draftLength, asLines },
          signal,
          readPast,
        ),
        ({ live }) => live,
      )
    },
  }
}
