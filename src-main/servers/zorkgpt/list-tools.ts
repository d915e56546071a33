import { z } from 'zod'
import type { LibraryEntry } from '@shared/contract/library'
import { defineTool, type ServerTool } from '../serving/offer-tools'
import type { Product } from './episode-list-watch'
import { answerWith, episodeReport, status } from './episode-report'
import { readEpisode, readEpisodeAt } from './follow-episode'
import { episode } from './parameters'

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

export const LIST_TOOLS: readonly ServerTool<Product>[] = [
  defineTool({
    name: 'list_stories',
    title: 'List stories',
    description: 'The stories that can be played.',
    output: storyList,
    async run(_nothing, { api }) {
      const { stories } = storyList.parse({ stories: await api.listStories({}) })
      const lines = stories.map(
        ({ id, title, release, serial }) => `${id}: ${title}, release ${release} / serial ${serial}`,
      )
      return { text: lines.join('\n'), structured: { stories } }
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
    async run({ limit, offset }, { episodeList }) {
      const rows = await episodeList.rows()
      const next = offset + limit
      const episodes = rows.slice(offset, next).map(rowOf)
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
      if (rows.length > next) lines.push(`… ${rows.length} in all; use offset ${next} for the next.`)
      return { text: lines.join('\n') || 'There are no episodes.', structured: { total: rows.length, episodes } }
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
    async run({ episode: id, turn }, { api }, { signal }) {
      const now = await readEpisode(api, id, signal)
      return answerWith(
        turn === undefined ? now : { state: await readEpisodeAt(api, id, turn, signal), isRunning: now.isRunning },
      )
    },
  }),
]

type Row = z.infer<typeof episodeList>['episodes'][number]

function statusOf({ running, readable, summary }: LibraryEntry): Row['status'] {
  if (!readable || summary === null) return 'unreadable'
  if (running) return summary.isPaused ? 'paused' : 'running'
  return summary.ended === null ? 'interrupted' : 'ended'
}

function rowOf(entry: LibraryEntry): Row {
  const { id, summary, annotations } = entry
  return {
    episode: id,
    title: annotations.title,
    story: summary?.game.title ?? null,
    player: summary?.player.label ?? null,
    started_at: summary?.startedAt ?? null,
    status: statusOf(entry),
    turn: summary?.turns ?? 0,
    score: summary?.score ?? null,
    max_score: summary?.maxScore ?? null,
    forked_from: summary?.forkedFrom ? { episode: summary.forkedFrom.episodeId, turn: summary.forkedFrom.turn } : null,
  }
}
