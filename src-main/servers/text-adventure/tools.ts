import { z } from 'zod'
import { gameStatus, playResult } from '@shared/episode/log/play-result'
import { directionOf } from '@shared/map/direction'
import { defineTool, type ServerTool } from '../serving/offer-tools'
import type { Findings } from './findings'
import type { Game } from './game'
import { unknownWords } from './game-session'
import { describeMap, locationNames } from './maps'
import type { ExtraTool } from './options'
import {
  describeGoals,
  describeInventory,
  describeMemory,
  describeObjects,
  describePlay,
  resultOf,
  statusOf,
} from './tool-texts'

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
      const structured = resultOf(played)
      return { text: describePlay(played) + (await game.record({ play: action }, thinking)), structured }
    },
  }),
  defineTool({
    name: 'memory',
    title: 'Current state',
    description:
      'A summary of the game: location, score, moves, the last five actions, the description of the location and the latest reply. Spends no move.',
    output: gameStatus,
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
    output: mapResult,
    async run(_nothing, game) {
      const { notebook } = await game.open()
      return { text: describeMap(notebook), structured: mapOf(notebook.findings) }
    },
  }),
  defineTool({
    name: 'inventory',
    title: 'Inventory',
    description: 'What the player carries. Spends no move.',
    output: playResult.pick({ inventory: true }),
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

const slot = z.object({ name: z.string().min(1).max(100).describe('Name of the saved game') })
const ACTS = { readOnlyHint: false, openWorldHint: false }

const exitsResult = z.object({
  exits: z.array(z.object({ direction: z.string(), to: z.number().int().nullable(), name: z.string().nullable() })),
  complete: z.boolean(),
})
const actionsResult = z.object({ actions: z.array(z.string()), complete: z.boolean() })

/** The tools beyond the four core tools, by the names in TEXT_ADVENTURE_TOOLS. */
export const EXTRA_TOOLS: Readonly<Record<ExtraTool, ServerTool<Game>>> = {
  save: defineTool({
    name: 'save',
    title: 'Save the game',
    description: 'Save the current state of the game under a name. Spends no move.',
    input: slot,
    annotations: ACTS,
    async run({ name }, game) {
      const session = await game.open()
      session.save(name)
      const text = `Saved as "${name}". Saved games: ${session.saveNames.join(', ')}.`
      return { text: text + (await game.record({ save: name })) }
    },
  }),
  restore: defineTool({
    name: 'restore',
    title: 'Restore a game',
    description: 'Return to a saved state. The map and everything else that was learned stay.',
    input: slot,
    annotations: ACTS,
    async run({ name }, game) {
      const session = await game.open()
      session.restore(name)
      const text = `Restored "${name}".\n\n${describeMemory(session.story.name, session.notebook)}`
      return { text: text + (await game.record({ restore: name })) }
    },
  }),
  undo: defineTool({
    name: 'undo',
    title: 'Take back',
    description: 'Take back the last action, whatever it did.',
    annotations: ACTS,
    async run(_nothing, game) {
      const session = await game.open()
      session.undo()
      const text = `Taken back.\n\n${describeMemory(session.story.name, session.notebook)}`
      return { text: text + (await game.record({ undo: true })) }
    },
  }),
  peek: defineTool({
    name: 'peek',
    title: 'Try an action',
    description: 'Show what an action would do, by trying it on a copy of the game. The game itself does not change.',
    input: z.object({ action: z.string() }),
    output: playResult,
    async run({ action }, game) {
      const tried = (await game.open()).peek(action)
      return { text: `It would answer:\n\n${describePlay(tried)}`, structured: resultOf(tried) }
    },
  }),
  exits: defineTool({
    name: 'exits',
    title: 'Exits',
    description: 'The exits of the current location, found by trying them on copies of the game.',
    output: exitsResult,
    async run(_nothing, game, { signal }) {
      const { exits, complete } = await game.search('exits', signal)
      const { environment } = await game.open()
      const named = exits.map(({ direction, to }) => ({
        direction,
        to,
        name: to === null ? null : (environment.getObject(to)?.name ?? null),
      }))
      const lines = named.map(({ direction, name }) => `${direction} -> ${name ?? 'somewhere'}`)
      const text = `${lines.join('\n') || 'No exit was found.'}${cutOff(complete)}`
      return { text, structured: { exits: named, complete } }
    },
  }),
  valid_actions: defineTool({
    name: 'valid_actions',
    title: 'Valid actions',
    description: 'Actions that change something now, found by trying them on copies of the game.',
    output: actionsResult,
    async run(_nothing, game, { signal }) {
      const { actions, complete } = await game.search('actions', signal)
      const text = `${actions.join('\n') || 'None was found.'}${cutOff(complete)}`
      return { text, structured: { actions, complete } }
    },
  }),
  objects: defineTool({
    name: 'objects',
    title: 'Objects seen',
    description: 'The objects seen so far and where each was last. Spends no move.',
    async run(_nothing, game) {
      const { findings } = (await game.open()).notebook
      const objects = [...findings.objects].map(([id, object]) => ({ id, ...object }))
      return { text: describeObjects(findings), structured: { objects } }
    },
  }),
  goals: defineTool({
    name: 'goals',
    title: 'Goals seen',
    description: 'What has scored so far, and what was refused and may be a puzzle. Spends no move.',
    async run(_nothing, game) {
      const session = await game.open()
      return { text: describeGoals(session), structured: { goals: session.notebook.findings.goals } }
    },
  }),
  hint: defineTool({
    name: 'hint',
    title: 'Hint',
    description:
      'One action that would change something here and was not tried yet. Looks into the game, so it counts as help.',
    async run(_nothing, game, { signal }) {
      const { actions } = await game.search('actions', signal)
      const { observation, transcript } = (await game.open()).notebook
      const here = observation.location?.id ?? null
      const tried = new Set(transcript.filter(({ place }) => place === here).map(({ action }) => action?.toLowerCase()))
      const fresh = actions.find((action) => directionOf(action) === null && !tried.has(action.toLowerCase()))
      if (fresh === undefined) return { text: 'Nothing new can be done here. Go elsewhere.' }
      return { text: `Something happens here if you: ${fresh}` }
    },
  }),
  walkthrough: defineTool({
    name: 'walkthrough',
    title: 'Walkthrough',
    description: 'The commands that lead from the start of this story to its end.',
    async run(_nothing, game) {
      const { story } = await game.open()
      if (!story.walkthrough)
        throw new Error(
          `There is no walkthrough of ${story.name}: put its commands as a JSON list into ${story.name}.walkthrough.json beside the story.`,
        )
      return { text: story.walkthrough.join('\n'), structured: { commands: story.walkthrough } }
    },
  }),
}

const cutOff = (complete: boolean) => (complete ? '' : '\n(the search reached its time limit)')
