import { cleanEntry } from '@shared/agent/knowledge/check-entry'
import { exportKnowledge, importEvents, readKnowledgeFile } from '@shared/agent/knowledge/exchange'
import { foldKnowledge, type KnowledgeEntry, nextId, rankEntries, statusOf } from '@shared/agent/knowledge/knowledge'
import type { KnowledgeEvent } from '@shared/agent/knowledge/knowledge-event'
import { eventsInScope, type KnowledgeScope, versionsOf } from '@shared/agent/knowledge/versions'
import { ExpectedError } from '@shared/base/expected-error'
import type { KnowledgeApi, KnowledgeSummary, ShownKnowledge } from '@shared/contract/knowledge'
import { NO_PAUSE_RULES } from '@shared/episode/projections/pause-rules'
import type { Settings } from '@shared/settings/settings'
import { isSliceOver, nextSlice } from '../../base/limits/slices'
import { addKnowledge, eventsUntil, readKnowledge, sha256Of } from '../../episode/knowledge-file'
import { loadReadable } from '../../episode/load-episode'
import type { StoryLibrary } from '../../story/catalog/story-library'
import { STORY_RULES } from '../../story/episode/ruled-game'
import { learnFrom, whyNotLearned } from '../episode/learn'
import { settingsInLog } from '../episode/settings-in-log'
import type { OpenOptions } from '../episode/with-resources'
import type { EpisodeStore } from '../episodes/episode-store'

export function knowledgeApi(
  library: EpisodeStore,
  stories: StoryLibrary,
  openGame: OpenOptions['openGame'],
  settings: () => Settings,
  now: () => Date,
): KnowledgeApi {
  const { dataFolder, running } = library
  const titles = async () => new Map((await stories.list()).map(({ identity, title }) => [identity.sha256, title]))
  /** Appends one event to the knowledge file. */
  const record = (decide: (before: readonly KnowledgeEvent[], at: string) => KnowledgeEvent) =>
    addKnowledge(dataFolder, (before) => ({ events: [decide(before, now().toISOString())] }))

  return {
    async listKnowledge() {
      const [events, titleOf] = [await readKnowledge(dataFolder), await titles()]
      const known = new Set(events.map(({ story }) => story))
      const summaries: KnowledgeSummary[] = []
      for (const story of [null, ...[...known].filter((each) => each !== null)]) {
        summaries.push(summaryOf(eventsOf(events, story), story, titleOf.get(story ?? '') ?? null))
        if (isSliceOver()) await nextSlice()
      }
      return summaries
    },
    async readKnowledge({ story, sha256 = '' }) {
      return shownKnowledge(await readKnowledge(dataFolder), story, sha256, (await titles()).get(story ?? '') ?? null)
    },
    async changeKnowledge({ story, id, change }) {
      await record((before, at) => {
        if (!foldKnowledge(before.filter((event) => event.story === story)).entries.has(id))
          throw new ExpectedError('not_found', `There is no entry ${id} in this knowledge.`)
        const about = { at, story, id }
        if (change.kind === 'edit') return { event_type: 'entry_edited', ...about, text: cleaned(change.text) }
        return { event_type: change.kind === 'retire' ? 'entry_retired' : 'entry_restored', ...about }
      })
      return {}
    },
    async addKnowledge({ story, text }) {
      const entry = { kind: 'note', place: null, subject: '', value: '', text: cleaned(text), by: 'person' } as const
      await record((before, at) => {
        const id = `k${nextId(before)}`
        return { event_type: 'entry_added', at, story, id, ...entry, evidence: null }
      })
      return {}
    },
    async learnEpisode({ episodeId }) {
      const folder = library.folderOf(episodeId)
      if (running.isPlayed(episodeId))
        throw new ExpectedError('running', `Episode ${episodeId} is running. Learn from it after its end.`)
      const { state } = await loadReadable(folder)
      const why = state.manifest === null ? 'Its log has no first event.' : whyNotLearned(state)
      if (state.manifest === null || why !== null)
        throw new ExpectedError('not_possible', `Nothing can be learned from episode ${episodeId}. ${why}`)
      const { storyPath } = settingsInLog(state.manifest, NO_PAUSE_RULES, settings())
      const { bytes } = await stories.findBySha256(state.manifest.game.sha256, storyPath)
      const game = openGame(bytes, true, { ...STORY_RULES, disguise: state.manifest.disguise ?? 'none' })
      try {
        return await learnFrom(state, await game.names(), { dataFolder, now })
      } finally {
        await game.close()
      }
    },
    async importKnowledge({ story: asked, text, replace = false }) {
      const file = readKnowledgeFile(text)
      const story = asked === undefined ? file.story : asked
      if (story === undefined)
        throw new ExpectedError('bad_input', 'The file does not name its story: choose the story of its entries.')
      const at = now().toISOString()
      const { added, refused } = await addKnowledge(dataFolder, (before) =>
        importEvents(before, file.entries, { story, at, replace }),
      )
      return { story, added, refused }
    },
    async exportKnowledge({ story, sha256 = '' }) {
      const shown = shownKnowledge(await readKnowledge(dataFolder), story, sha256, null)
      return exportKnowledge(story, shown.sha256, shown.entries)
    },
  }
}

function cleaned(text: string): string {
  const clean = cleanEntry(text)
  if (clean === '') throw new ExpectedError('bad_input', 'An entry needs at least one word.')
  return clean
}

/** A story's versions include the entries for all stories, because a player knows both. */
const scopeOf = (story: string | null): KnowledgeScope =>
  story === null ? { story: '', level: 'K1' } : { story, level: 'K2' }

const eventsOf = (events: readonly KnowledgeEvent[], story: string | null) => eventsInScope(events, scopeOf(story))

const ownEntries = (events: readonly KnowledgeEvent[], story: string | null): readonly KnowledgeEntry[] =>
  rankEntries(foldKnowledge(events).entries.values()).filter((entry) => entry.story === story)

function summaryOf(events: readonly KnowledgeEvent[], story: string | null, title: string | null): KnowledgeSummary {
  const { learned } = foldKnowledge(events)
  const states = ownEntries(events, story).map(statusOf)
  const count = (status: string) => states.filter((each) => each === status).length
  const version = versionsOf(events, sha256Of).at(-1)
  return {
    story,
    title,
    candidates: count('candidate'),
    confirmed: count('confirmed'),
    retired: count('retired'),
    episodes: new Set(learned.map(({ episode }) => episode)).size,
    sha256: version?.sha256 ?? '',
    at: version?.at ?? null,
  }
}

/** Throws `not_found` for an unknown version. */
function shownKnowledge(
  all: readonly KnowledgeEvent[],
  story: string | null,
  sha256: string,
  title: string | null,
): ShownKnowledge {
  const events = eventsUntil(all, scopeOf(story), sha256)
  return {
    ...summaryOf(events, story, title),
    versions: versionsOf(eventsOf(all, story), sha256Of),
    entries: ownEntries(events, story),
    learned: foldKnowledge(events).learned,
  }
}
