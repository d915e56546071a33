import { z } from 'zod'
import { HANDICAPS, ON_DEATH, playerKind } from '../episode/event'
import { DEFAULT_PAUSE_RULES, type PauseRules } from '../episode/pause-rules'

/**
 * The tables of zorkgpt.toml that say how an episode is run. The start sheet and the options of `zorkgpt play` say the
 * same and override them.
 */
export const runTable = z.strictObject({
  player: playerKind.default('explorer').meta({ title: 'Player', description: 'Who plays.' }),
  story: z
    .string()
    .min(1)
    .default('glass-weather')
    .meta({ title: 'Story', description: 'Id of a story in the library, or the path of a story file.' }),
  seed: z
    .number()
    .int()
    .min(-1)
    .max(0x7fffffff)
    .default(-1)
    .meta({ title: 'Seed', description: 'Of game and player. -1: one is drawn, and written to the log.' }),
  handicap: z.enum(HANDICAPS).default('L2').meta({
    title: 'Handicap',
    description: 'What the player is told beside the text, from L0, nothing, to L5, everything.',
  }),
  on_death: z.enum(ON_DEATH).default('continue').meta({
    title: 'After a death',
    description: 'Continue as the story does, restart it, restore the last gain of score, or stop.',
  }),
  begin_paused: z.boolean().default(false).meta({ title: 'Begin paused', description: 'The first step is yours.' }),
})

const off = (title: string, description: string) => z.boolean().default(false).meta({ title, description })

/** What pauses a run after a turn; nothing does unless it is said. */
export const pauseTable = z.strictObject({
  tool_error: off('Tool error', 'Pause when a tool failed.'),
  score_change: off('Score change', 'Pause when the score went up or down.'),
  new_location: off('New location', 'Pause when a location was reached for the first time.'),
  died: off('Death', 'Pause when the player character died.'),
  repeated_action: off('Repeated action', 'Pause when the same action was taken three times in one place.'),
  turns_without_score: z.number().int().min(0).default(0).meta({
    title: 'Turns without score',
    description: 'Pause after so many turns without a change of score; 0 is never.',
    unit: 'turns',
  }),
  cost_usd: z
    .number()
    .min(0)
    .default(0)
    .meta({ title: 'Cost', description: 'Pause when the episode has cost more; 0 is never.', unit: 'US dollars' }),
})
type PauseTable = z.output<typeof pauseTable>

export const pauseTableOf = (rules: PauseRules): PauseTable => ({
  tool_error: rules.toolError,
  score_change: rules.scoreChange,
  new_location: rules.newRoom,
  died: rules.death,
  repeated_action: rules.loop,
  turns_without_score: rules.noScore ? rules.noScoreTurns : 0,
  cost_usd: rules.cost ? rules.costUsd : 0,
})

/** Null if nothing pauses. A rule that is off keeps its usual number, to be switched on with. */
export function pauseRulesOf(table: PauseTable): PauseRules | null {
  const {
    tool_error: toolError,
    score_change: scoreChange,
    new_location: newRoom,
    died: death,
    repeated_action: loop,
    turns_without_score: turns,
    cost_usd: usd,
  } = table
  const rules: PauseRules = {
    toolError,
    scoreChange,
    newRoom,
    death,
    loop,
    noScore: turns > 0,
    noScoreTurns: turns > 0 ? turns : DEFAULT_PAUSE_RULES.noScoreTurns,
    cost: usd > 0,
    costUsd: usd > 0 ? usd : DEFAULT_PAUSE_RULES.costUsd,
  }
  return toolError || scoreChange || newRoom || death || loop || rules.noScore || rules.cost ? rules : null
}
