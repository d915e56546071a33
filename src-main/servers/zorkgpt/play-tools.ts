import { z } from 'zod'
import type { HostApi } from '@shared/contract/contract'
import { forkParams } from '@shared/contract/episodes'
import { DISGUISES, type PlayerKind, playerKind } from '@shared/episode/log/event'
import { KNOWLEDGE_LEVELS } from '@shared/episode/log/knowledge-schema'
import { MIND_PRESETS } from '@shared/episode/log/mind-schema'
import { awaitsPerson } from '@shared/episode/state/players'
import { defineTool, type ServerTool, type ToolCallContext } from '../serving/offer-tools'
import type { Product } from './episode-list-watch'
import { answerWith, episodeReport } from './episode-report'
import { isPaused, readEpisode, waitUntil } from './follow-episode'
import { episode, pace, wait } from './parameters'

const PLAYS = { readOnlyHint: false, destructiveHint: false, idempotentHint: false, openWorldHint: true }

const choice = {
  model: z.string().min(1).max(200).optional().describe('For player llm: a model of the configured endpoint'),
  turns: z.number().int().min(1).max(100_000).optional().describe('The episode ends after this turn'),
  tools: z.boolean().optional().describe('false: the player gets no MCP tools'),
  mind: z
    .enum(MIND_PRESETS)
    .optional()
    .describe(
      'For player llm: the parts that help the model. none: the loop alone; standard: memory, no further calls; full: all parts, with a reflector',
    ),
  paused: z.boolean().optional().describe('Start paused; continue with step or resume'),
  pace,
  wait,
}

export const PLAY_TOOLS: readonly ServerTool<Product>[] = [
  defineTool({
    name: 'start_episode',
    title: 'Start an episode',
    description:
      'Start a new episode. Player human: you say every action with say_action. It appears at once in an open window of the app.',
    input: z.object({
      story: z.string().min(1).max(200).describe('Id of a story, as in list_stories'),
      player: playerKind.describe(
        'explorer: rule-based, free; llm: a model, which may cost money; mcp: a model that has the game as tools; random: a baseline; human: you or a person',
      ),
      seed: z
        .number()
        .int()
        .min(0)
        .max(0x7fffffff)
        .optional()
        .describe('The same seed, story and player give the same episode'),
      disguise: z
        .enum(DISGUISES)
        .optional()
        .describe('mirror: east and west are exchanged in everything the player reads and says'),
      knowledge: z
        .enum(KNOWLEDGE_LEVELS)
        .optional()
        .describe(
          'For player llm: what it knows of earlier episodes. K0 nothing, K1 general entries, K2 also its story',
        ),
      ...choice,
    }),
    output: episodeReport,
    annotations: PLAYS,
    async run({ story, turns, tools, wait: waits, ...start }, { api }, call) {
      await checkStory(api, story)
      await checkPlayer(api, start.player)
      const { episodeId } = await api.startEpisode({ ...start, game: story, turnLimit: turns, mcp: tools })
      return begin(api, episodeId, waits, call)
    },
  }),
  defineTool({
    name: 'fork_episode',
    title: 'Fork an episode',
    description:
      'Start a new episode with the turns of another up to a given one, restored exactly, and continue from there with the same player or another. The other episode does not change.',
    input: z.object({
      episode,
      turn: z.number().int().nonnegative().describe('The last common turn; 0 is the opening'),
      player: playerKind.optional().describe('Default: the same'),
      ...choice,
      seed: forkParams.shape.seed.describe('Seed from here on; default: unchanged'),
      name: forkParams.shape.title.describe("A name for the fork in the window's list of episodes"),
      prompt: forkParams.shape.prompt.describe("For player llm: instructions instead of the app's own prompt"),
      sampling: forkParams.shape.sampling.describe('Sampling parameters that differ'),
    }),
    output: episodeReport,
    annotations: PLAYS,
    async run({ episode: episodeId, turns, tools, name, wait: waits, ...choices }, { api }, call) {
      if (choices.player !== undefined) await checkPlayer(api, choices.player)
      const asked = { ...choices, episodeId, turnLimit: turns, mcp: tools, title: name }
      const forked = await api.forkEpisode(asked)
      return begin(api, forked.episodeId, waits, call)
    },
  }),
]

async function begin(api: HostApi, episodeId: string, waits: boolean, call: ToolCallContext) {
  return answerWith(
    waits
      ? await waitUntil(api, episodeId, (state) => isPaused(state) || awaitsPerson(state), call)
      : await readEpisode(api, episodeId, call.signal),
  )
}

/** The host would also accept the path of a file, which only the user at this computer may give. */
async function checkStory(api: HostApi, story: string): Promise<void> {
  const ids = (await api.listStories({})).map(({ id }) => id)
  if (!ids.includes(story))
    throw new Error(`There is no story "${story}"; the stories are ${ids.join(', ')}. Open other stories in the app.`)
}

async function checkPlayer(api: HostApi, player: PlayerKind): Promise<void> {
  const { players } = await api.getAppInfo({})
  const unavailable = players.find(({ kind }) => kind === player)?.unavailable
  if (unavailable) throw new Error(`Player ${player} is not available: ${unavailable}`)
}
