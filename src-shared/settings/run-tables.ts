import { z } from 'zod'
import { HANDICAPS, ON_DEATH, playerKind } from '../episode/log/event'

/** The table `[run]` of zorkgpt.toml. The start sheet and the options of `zorkgpt play` override it. */
export const runTable = z.strictObject({
  player: playerKind.default('explorer').meta({ title: 'Player', description: 'Who plays.' }),
  story: z
    .string()
    .min(1)
    .default('glass-weather')
    .meta({ title: 'Story', description: 'Id of a story, such as `zork1`, or the path of a story file.' }),
  seed: z
    .number()
    .int()
    .min(-1)
    .max(0x7fffffff)
    .default(-1)
    .meta({ title: 'Seed', description: 'Random seed of game and player. -1: a random one, recorded in the log.' }),
  handicap: z.enum(HANDICAPS).default('L2').meta({
    title: 'Handicap',
    description: 'What the player sees beside the text, from L0 (nothing) to L5 (everything).',
  }),
  on_death: z.enum(ON_DEATH).default('continue').meta({
    title: 'After a death',
    description: 'Continue as the story does, restart it, restore the last gain of score, or stop the run.',
  }),
  begin_paused: z
    .boolean()
    .default(false)
    .meta({ title: 'Start paused', description: 'Wait for the user before the first turn.' }),
})
