import { gameStatus, playResult } from '@shared/episode/log/play-result'
import { z } from 'zod'
import { defineTool, type ServerTool } from '../serving/offer-tools'
import { unknownWords } from './check-action'
import type { Findings } from './findings'
import type { Game } from './game'
import { describeMap, locationNames } from './map-text'
import { resultOf, statusOf } from './results'
import { describeInventory, describeMemory, describePlay } from './tool-texts'

const nothing = z.object({})
const READS = { readOnlyHint: true, openWorldHint: false }

const inventoryResult = z.object({ inventory: playResult.shape.inventory })

const mapResult = z.object({
  here: z.number().int().nullable(),
  locations: z.array(
    z.object({ id: z.number().int(), name: z.string(), exits: z.record(z.string(), z.number().int()) }),
  ),
})

/** The four tools that the requirements name. */
export const CORE_TOOLS: readonly ServerTool<Game>[] = [
  defineTool({
    name: 'play_action',
    title: 'Play an action',
    description:
      'Give the game one command, such as "north", "take lamp" or "open mailbox". Answers with the text the game prints, the points won, the score and the moves. This is the only way to act in the game.',
    input: z.object({
      action: z.string().describe('One command, as a player types it'),
      thinking: z.string().max(20_000).optional().describe('Why this action, for people who read the episode'),
      check_words: z.boolean().optional().describe('Refuse words that the story does not know, before spending a move'),
    }),
    output: playResult,
    annotations: { readOnlyHint: false, destructiveHint: false, openWorldHint: false },
    async run({ action, thinking, check_words: checksWords }, game) {
      const session = await game.open()
      const unknown = checksWords ? unknownWords(session.environment, action) : []
      if (unknown.length > 0)
        throw new Error(`The story does not know ${unknown.map((word) => `"${word}"`).join(', ')}. Nothing was played.`)
      const played = session.play(action)
      const answer = { text: describePlay(played), structured: resultOf(played) }
      return { ...answer, text: answer.text + (await game.record({ play: action }, thinking)) }
    },
  }),
  defineTool({
    name: 'memory',
    title: 'Current state',
    description:
      'A summary of the game: location, score, moves, the last five actions, the description of the location and the latest reply. Spends no move.',
    input: nothing,
    output: gameStatus,
    annotations: READS,
    async run(_nothing, game) {
      const session = await game.open()
      return { text: describeMemory(session.story.name, session.notebook), structured: statusOf(session) }
    },
  }),
  defineTool({
    name: 'get_map',
    title: 'Map',
    description:
      'The locations visited so far with the exits that were found, exits that were named but not tried yet, and loops. Spends no move.',
    input: nothing,
    output: mapResult,
    annotations: READS,
    async run(_nothing, game) {
      const { notebook } = await game.open()
      return { text: describeMap(notebook), structured: mapOf(notebook.findings) }
    },
  }),
  defineTool({
    name: 'inventory',
    title: 'Inventory',
    description: 'What the player carries. Spends no move.',
    input: nothing,
    output: inventoryResult,
    annotations: READS,
    async run(_nothing, game) {
      const { notebook } = await game.open()
      return { text: describeInventory(notebook), structured: { inventory: notebook.observation.inventory } }
    },
  }),
]

function mapOf(findings: Findings) {
  const { here, locations } = findings.map
  const exitsOf = (id: number) =>
    Object.fromEntries(
      Object.entries(locations[id]?.exits ?? {}).flatMap(([exit, { to }]) => (to === null ? [] : [[exit, to]])),
    )
  return { here, locations: [...locationNames(findings)].map(([id, name]) => ({ id, name, exits: exitsOf(id) })) }
}
