import { settings } from '@shared/config/settings'
import { z } from 'zod'

const { agent_sampling, gameplay, mind } = settings.shape
const enabled = z.boolean().optional().catch(undefined)
const max_tool_iterations = z.number().int().positive().optional().catch(undefined)
const text = z.string().optional().catch(undefined)

/** What of the settings that an episode was begun with still counts when it goes on. */
const playedSettings = z.object({
  // An older version may have known a setting that is gone.
  agent_sampling: agent_sampling.unwrap().strip().optional().catch(undefined),
  // An older version passed no pauses.
  game: z.object({ pass_pauses: z.boolean() }).catch({ pass_pauses: false }),
  gameplay: gameplay.unwrap().strip().optional().catch(undefined),
  // Of an episode without a mind it says nothing: the manifest tells which parts it has.
  mind: mind.unwrap().strip().optional().catch(undefined),
  mcp: z.object({ enabled, max_tool_iterations }).optional().catch(undefined),
  story_path: text,
  pace: text,
})
export type PlayedSettings = z.output<typeof playedSettings>

/** The log may come from elsewhere: what no settings file could say is left out of it. */
export const readPlayedSettings = (kept: Readonly<Record<string, unknown>>): PlayedSettings =>
  playedSettings.parse(kept)
