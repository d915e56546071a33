import { z } from 'zod'
import type { LibraryEntry } from '@shared/contract/library'
import { defineTool, type ServerTool } from '../serving/offer-tools'
import { answerWith, episodeReport, status } from './episode-report'
import { readEpisode, readEpisodeAt } from './follow-episode'
import { episode } from './parameters'
import type { Product } from './episode-list-watch'

const READS = { readOnlyHint: true, openWorldHint: false }

const storyList = z.object({
  stories: z.array(
    z.object({
      id: z.string(),
      title: z.string(),
      release: z.number().int(),
      serial: z.string(),
      version: z.number().int(),
    }),
  ),
})

const episodeList = z.object({
  total: z.number().int(),
  episodes: z.array(
    z.object({
      episode: z.string(),
      title: z.string().nullable(),
      story: z.string().nullable(),
      player: z.string().nullable(),
      started_at: z.string().nullable(),
      status: status.or(z.literal('unreadable')),
      turn: z.number().int(),
      score: z.number().nullable(),
      max_score: z.number().nullable(),
      forked_from: z.object({ episode: z.string(), turn: z.number().int() }).nullable(),
    }),
  ),
})

/** Tools that list stories and episodes. They change nothing. */
export const LIST_TOOLS: readonly ServerTool<Product>[] = [
  defineTool({
    name: 'list_stories',
    title: 'List stories',
    description: 'The stories that can be played.',
    input: z.object({}),
    output: storyList,
    annotations: READS,
    async run(_nothing, { api }) {
      const stories = (await api.listStories({})).map(({ id, title, release, serial, version }) => ({
        id,
        title,
        release,
        serial,
        version,
      }))
      return {
        text: stories
          .map(({ id, title, release, serial }) => `${id}: ${title}, release ${release} / serial ${serial}`)
          .join('\n'),
        structured: { stories },
      }
    },
  }),
  defineTool({
    name: 'list_episodes',
    title: 'List episodes',
    description: 'The episodes that were or are being played, the latest first.',
    input: z.object({
      limit: z.number().int().min(1).max(200).default(20),
      offset: z.number().int().nonnegative().default(0),
    }),
    output: episodeList,
    annotations: READS,
    async run({ limit, offset }, { episodeList }) {
      const rows = await episodeList.rows()
      const episodes = rows.slice(offset, offset + limit).map(rowOf)
      const lines = episodes.map((row) =>
        [
          row.episode,
          row.title ?? row.story,
          row.player,
          `turn ${row.turn}`,
          row.score !== null && `score ${row.score}`,
          row.status,
        ]
          .filter(Boolean)
          .join(' · '),
      )
      return {
        text:
          lines.length === 0
            ? 'There are no episodes.'
            : [
                ...lines,
                ...(rows.length > offset + limit
                  ? [`… ${rows.length} in all; use offset ${offset + limit} for the next.`]
                  : []),
              ].join('\n'),
        structured: { total: rows.length, episodes },
      }
    },
  }),
  defineTool({
    name: 'read_state',
    title: 'Read the state',
    description:
      'The state of an episode: status, location, score, inventory, the last action and its reply; now, or at the end of an earlier turn.',
    input: z.object({
      episode,
      turn: z.number().int().nonnegative().optional().describe('A complete turn; 0 is the opening. Default: now'),
    }),
    output: episodeReport,
    annotations: READS,
    async run({ episode: id, turn }, { api }, { signal }) {
      const now = await readEpisode(api, id, signal)
      return answerWith(
        turn === undefined ? now : { state: await readEpisodeAt(api, id, turn, signal), isRunning: now.isRunning },
      )
    },
  }),
]

type Status = z.infer<typeof episodeList>['episodes'][number]['status']

function statusOf(summary: LibraryEntry['summary'], isRunning: boolean): Status {
  if (summary === null) return 'unreadable'
  if (isRunning) return summary.isPaused ? 'paused' : 'running'
  return summary.ended === null ? 'interrupted' : 'ended'
}

function rowOf({
  id,
  running,
  readable,
  summary,
  annotations,
}: LibraryEntry): z.infer<typeof episodeList>['episodes'][number] {
  return {
    episode: id,
    title: annotations.title,
    story: summary?.game.title ?? null,
    player: summary?.player.label ?? null,
    started_at: summary?.startedAt ?? null,
    status: readable ? statusOf(summary, running) : 'unreadable',
    turn: summary?.turns ?? 0,
    score: summary?.score ?? null,
    max_score: summary?.maxScore ?? null,
    forked_from: summary?.forkedFrom ? { episode: summary.forkedFrom.episodeId, turn: summary.forkedFrom.turn } : null,
  }
}
