import { z } from 'zod'

const off = (title: string, description: string) => z.boolean().default(false).meta({ title, description })

/** Rules that pause a run after a turn; off by default. Settings, `--pause-on`, window and log use the same names. */
export const pauseRules = z.strictObject({
  tool_error: off('Tool error', 'Pause when a tool failed.'),
  score_change: off('Score change', 'Pause when the score went up or down.'),
  new_location: off('New location', 'Pause when a location was reached for the first time.'),
  died: off('Death', 'Pause when the player character died.'),
  repeated_action: off('Repeated action', 'Pause when the same action was taken three times at one location.'),
  turns_without_score: z.number().int().min(0).default(0).meta({
    title: 'Turns without score',
    description: 'Pause after this many turns without a change of score. 0: never.',
    unit: 'turns',
  }),
  cost_usd: z
    .number()
    .min(0)
    .default(0)
    .meta({ title: 'Cost', description: 'Pause when the episode has cost more. 0: never.', unit: 'US dollars' }),
})
export type PauseRules = Readonly<z.output<typeof pauseRules>>
